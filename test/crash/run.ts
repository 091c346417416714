/** `npm run torture -- --kills N --seed S`: a long campaign of kills against the real process. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { torture } from "./torture.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
  },
});
const kills = Number(values.kills);
const seed = Number(values.seed);
const directory = mkdtempSync(join(tmpdir(), "bourse-torture-"));
console.log(`seed ${seed}, ${kills} kills, directory ${directory}`);
const archivistKills = Math.floor(kills / 4);
const claims = await torture({
  directory,
  seed,
  serverKills: kills - archivistKills,
  archivistKills,
  report: console.log,
});
console.log(JSON.stringify(claims.counts));
for (const sentence of claims.broken) console.error(sentence);
process.exitCode = claims.broken.length === 0 ? 0 : 1;
