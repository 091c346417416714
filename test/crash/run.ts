/**
 * `npm run torture -- --kills N --seed S`: a long campaign of kills against the real process. It ends
 * with 1 when a claim is broken, and then leaves the directory to be looked at.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rerunOf, torture } from "./torture.ts";
import { unmetIn } from "./wanted.ts";

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
  },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
if (!(Number.isInteger(kills) && kills > 0 && Number.isInteger(seed))) {
  throw new Error(`--kills and --seed are whole numbers, not ${values.kills} and ${values.seed}`);
}
const directory = mkdtempSync(join(tmpdir(), "bourse-torture-"));
console.log(`seed ${seed}, ${kills} kills, directory ${directory}`);
const startedMs = Date.now();
const { counts, broken } = await torture({ directory, seed, kills, report: console.log });
const seconds = Math.round((Date.now() - startedMs) / 1_000);
console.log(`${JSON.stringify(counts)}, ${seconds} s`);
// One that ended early met less than it wanted: that is no news.
const unmet = broken.length > 0 ? [] : unmetIn(counts, kills);
for (const sentence of [...broken, ...unmet]) console.error(sentence);
if (broken.length > 0) {
  console.error(`${broken.length} claims broken in ${directory}; ${rerunOf({ kills, seed })}`);
} else {
  console.log(`${kills} kills, seed ${seed}, no claim broken`);
  rmSync(directory, { recursive: true });
}
process.exitCode = broken.length + unmet.length === 0 ? 0 : 1;
