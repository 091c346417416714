/**
 * `npm run torture -- --kills N --seed S --minutes M --gateways G --first BLOW,BLOW`: a long campaign of blows against
 * the real process.
 * It is made in parts, each in a directory of its own that is removed when nothing was found, so that
 * neither the disk nor the checker's memory grows with it; the seed of a part is the one before, plus 1.
 * It ends with 1 when a claim is broken, and then leaves the directory to be looked at.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { addCounts, BLOWS, type Blow, GATEWAY_BLOWS, noCounts } from "./checker/counts.ts";
import { rerunOf, torture } from "./torture.ts";
import { unmetIn } from "./wanted.ts";

/** Blows in one directory. */
const PART = 40;
const MINUTE_MS = 60_000;

const { values } = parseArgs({
  options: {
    kills: { type: "string" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string" },
    gateways: { type: "string", default: "0" },
    first: { type: "string" },
  },
});

/** With minutes alone there is no end of kills. */
const kills = values.kills === undefined ? (values.minutes ? 1e9 : 100) : Number(values.kills);
const [seed, minutes] = [Number(values.seed), Number(values.minutes ?? 1e9)];
const gateways = Number(values.gateways);
if (!(isCount(kills) && Number.isInteger(seed) && isCount(minutes) && isCount(gateways + 1))) {
  throw new Error(
    `--kills, --seed, --minutes and --gateways are whole numbers: ${JSON.stringify(values)}`,
  );
}
const first = (values.first?.split(",") ?? []) as Blow[];
const unknown = first.filter((blow) => ![...BLOWS, ...GATEWAY_BLOWS].includes(blow));
if (unknown.length > 0) throw new Error(`there is no blow ${unknown}`);

function isCount(number: number): boolean {
  return Number.isInteger(number) && number > 0;
}

const startedMs = Date.now();
const untilMs = startedMs + minutes * MINUTE_MS;
const counts = noCounts();
const failures: string[] = [];
let done = 0;
for (let part = 0; done < kills && Date.now() < untilMs && failures.length === 0; part++) {
  const asked = { kills: Math.min(PART, kills - done), seed: seed + part, gateways, first };
  const directory = mkdtempSync(join(tmpdir(), "bourse-torture-"));
  console.log(`seed ${asked.seed}, ${asked.kills} kills, directory ${directory}`);
  const report = (sentence: string) => console.log(`${sentence}, ${secondsSince()} s`);
  const { broken, ...met } = await torture({ directory, untilMs, report, ...asked });
  addCounts(counts, met.counts);
  done += met.counts.blows;
  failures.push(...broken);
  if (broken.length > 0)
    failures.push(`${broken.length} claims broken in ${directory}`, rerunOf(asked));
  else rmSync(directory, { recursive: true, maxRetries: 20, retryDelay: 100 });
}

function secondsSince(): number {
  return Math.round((Date.now() - startedMs) / 1_000);
}

console.log(`${JSON.stringify(counts)}, ${secondsSince()} s`);
if (failures.length === 0) failures.push(...unmetIn(counts));
for (const sentence of failures) console.error(sentence);
if (failures.length === 0) console.log(`${done} kills, seed ${seed}, no claim broken`);
process.exitCode = failures.length === 0 ? 0 : 1;
