/**
 * Records simulated days: `npx tsx test/recording/run.ts DIRECTORY`. A folder for each seed, in it a file for
 * each channel and endpoint, and the hashes of all in SHA256. Two commits that send the same bytes write
 * the same directory: `diff -r BEFORE AFTER` shows where they do not.
 *
 *   --short    the stretches that the suite records, instead of whole days
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type RecordedDay, recordDay } from "./day.ts";
import { dayName } from "./pinned.ts";
import { SHORT_DAYS, WHOLE_DAYS } from "./plans.ts";
import { KINDS } from "./recording.ts";

const OPTIONS = { short: { type: "boolean", default: false } } as const;
const HOUR_MS = 3_600_000;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [directory] = positionals;
  if (directory === undefined) throw new Error("say the directory to write to");
  const hashes: string[] = [];
  for (const plan of values.short ? SHORT_DAYS : WHOLE_DAYS) {
    const day = await recordDay(plan);
    const name = dayName(plan);
    mkdirSync(join(directory, name), { recursive: true });
    day.recording.write(join(directory, name));
    hashes.push(`${sha256(day.recording.hashes())}  ${name}\n`);
    console.log(`${name}: ${sayDay(day)}`);
  }
  const all = `${hashes.join("")}${sha256(hashes.join(""))}  all\n`;
  writeFileSync(join(directory, "SHA256"), all);
  console.log(all);
}

function sayDay({ recording, passedMs, commands, events }: RecordedDay): string {
  const counts = KINDS.map((kind) => {
    const { files, lines } = recording.countOf(kind);
    return `${kind} ${lines} lines in ${files} files`;
  });
  const times = `${(passedMs / HOUR_MS).toFixed(1)} hours, ${commands} commands`;
  const happened = [...events].map(([type, count]) => `${type} ${count}`).join(", ");
  return `${times}; ${counts.join(", ")}\n  ${happened}`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

await main();
