/**
 * The hashes that the short stretches of simulated days are held against: pinned.json, which
 * `npx tsx test/recording/pinned.ts` writes anew when a change of what leaves the exchange is wanted, and told in the changelog.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { recordDay } from "./day.ts";
import { SHORT_DAYS } from "./plans.ts";
import { KINDS, type Recording } from "./recording.ts";

/** By day, the hash of each kind of what leaves the exchange. */
export type DayHashes = Readonly<Record<string, Readonly<Record<string, string>>>>;

const FILE = new URL("pinned.json", import.meta.url);

export function dayName({ seed }: { readonly seed: number }): string {
  return `seed-${seed}`;
}

export function hashesOf(recording: Recording): Readonly<Record<string, string>> {
  return Object.fromEntries(KINDS.map((kind) => [kind, recording.hashOf(kind)]));
}

export function readPinned(): DayHashes {
  return JSON.parse(readFileSync(FILE, "utf8"));
}

async function pin(): Promise<void> {
  const hashes: Record<string, unknown> = {};
  for (const plan of SHORT_DAYS) {
    const { recording } = await recordDay(plan);
    hashes[dayName(plan)] = hashesOf(recording);
  }
  writeFileSync(FILE, `${JSON.stringify(hashes, undefined, 2)}\n`);
}

if (argv[1] === fileURLToPath(import.meta.url)) await pin();
