/**
 * How runs of the index become fewer: when so many of a size are there, they are merged to one, a piece with every transaction, in
 * proportion to what it adds. What is dropped on the way are entries of keys that were taken again, and of records that are gone. A
 * merge stands in the row of the standing, so a crash takes nothing but the piece at hand.
 */
import { assert } from "../../../core/base/assert.ts";
import { blockKey, compareKeys } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import type { SealedRows } from "../rows/sealed-rows.ts";
import { KEY_BYTES_MAX } from "./block.ts";
import { MergedEntries } from "./merged-entries.ts";
import { RunCursor } from "./run-cursor.ts";
import { RunWriter } from "./run-writer.ts";
import type { Merge, StoreStanding } from "./store-standing.ts";

/** How much is merged, and when. */
export interface MergePace {
  /** So many runs of a size are merged to one. */
  readonly fanIn: number;
  /** The entries of a run of the smallest size, at most. */
  readonly smallestRun: number;
  /** Entries that are looked at in every transaction, and for each entry that it adds: fewer merges have an entry on its way. */
  readonly atLeast: number;
  readonly forEach: number;
  /** With more runs a transaction goes on until there are no more than these. */
  readonly runsMax: number;
  /** With fewer entries of records that are gone the index is not merged for their sake. */
  readonly deadMin: number;
}

export const MERGE_PACE: MergePace = {
  fanIn: 4,
  smallestRun: 4_096,
  atLeast: 8_192,
  forEach: 12,
  runsMax: 48,
  deadMin: 65_536,
};
/** Blocks that are removed in every transaction, and for each entry that it adds. */
const REMOVED_AT_LEAST = 512;
const REMOVED_FOR_EACH = 1 / 8;

export type IsGone = (number: number) => boolean;

export class Merging {
  readonly #rows: SealedRows;
  readonly #isGone: IsGone;
  readonly #pace: MergePace;

  constructor(rows: SealedRows, isGone: IsGone, pace = MERGE_PACE) {
    this.#rows = rows;
    this.#pace = pace;
    this.#isGone = isGone;
  }

  /** Inside a transaction that has added so many entries. */
  work(standing: StoreStanding, added: number): void {
    const { atLeast, forEach, runsMax } = this.#pace;
    let left = atLeast + forEach * added;
    this.#beginAll(standing);
    this.#begin(standing);
    while (standing.merges.length > 0 && (left > 0 || standing.runs.length > runsMax)) {
      left -= this.#step(standing, Math.max(left, atLeast));
      this.#begin(standing);
    }
    this.#discard(standing, REMOVED_AT_LEAST + Math.ceil(REMOVED_FOR_EACH * added));
  }

  /** Merges of the sizes of which there are enough runs that no merge has yet. */
  #begin(standing: StoreStanding): void {
    const taken = new Set(standing.merges.flatMap(({ inputs }) => inputs));
    const bySize = new Map<number, number[]>();
    for (const { id, entries, isDamaged } of standing.runs) {
      if (isDamaged || taken.has(id)) continue;
      const size = sizeOf(entries, this.#pace);
      const same = bySize.get(size) ?? [];
      same.push(id);
      bySize.set(size, same);
    }
    for (const inputs of bySize.values()) {
      if (inputs.length >= this.#pace.fanIn) standing.merges.push(newMerge(standing, inputs));
    }
  }

  /** Where as many entries are dead as alive, all runs are merged, which drops those. */
  #beginAll(standing: StoreStanding): void {
    const { runs, merges, dead } = standing;
    const entries = runs.reduce((sum, run) => sum + run.entries, 0);
    if (merges.length > 0 || dead < this.#pace.deadMin || dead < entries - dead) return;
    const inputs = runs.filter(({ isDamaged }) => !isDamaged).map(({ id }) => id);
    standing.dead = 0;
    if (inputs.length > 0) standing.merges.push(newMerge(standing, inputs));
  }

  /** Goes on with the smallest merge; how many entries it looked at. */
  #step(standing: StoreStanding, most: number): number {
    const merge = smallest(standing);
    const before = merge.written + merge.dropped;
    const after = this.#carryOn(merge, standing, most);
    standing.merges = standing.merges.filter(({ id }) => id !== merge.id);
    if (after === "damaged") {
      giveUp(standing, merge);
      return most;
    }
    if (after.isWhole) finish(standing, after.merge);
    else standing.merges.push(after.merge);
    return Math.max(1, after.merge.written + after.merge.dropped - before);
  }

  /** HIST-SEAL-4: what is damaged stays as it is, and the store goes on being written. */
  #carryOn(merge: Merge, standing: StoreStanding, most: number): MergeStep | "damaged" {
    try {
      return this.#merge(merge, standing, most);
    } catch (error) {
      if (error instanceof HistoryDamaged) return "damaged";
      throw error;
    }
  }

  #merge(merge: Merge, { goneTo }: StoreStanding, most: number): MergeStep {
    const cursors = merge.inputs.map((run) => new RunCursor(this.#rows, run));
    const entries = new MergedEntries(cursors, false);
    entries.seek(merge.from);
    const writer = new RunWriter(this.#rows, merge.id, merge.from);
    const last = new Uint8Array(KEY_BYTES_MAX);
    let lastLength = -1;
    let [looked, dropped] = [0, merge.dropped];
    for (let at = entries.at; at; entries.next(), at = entries.at) {
      const { key, length, number } = at;
      const isTaken = lastLength >= 0 && compareKeys(last, lastLength, key, length) === 0;
      if (isTaken || (number <= goneTo && this.#isGone(number))) dropped++;
      else {
        const next = writer.add(key, length, number);
        if (next && looked >= most) {
          const written = merge.written + writer.written;
          return { merge: mergeAt(merge, { written, dropped, from: next }), isWhole: false };
        }
        for (let byte = 0; byte < length; byte++) last[byte] = key[byte] as number;
        lastLength = length;
      }
      looked++;
    }
    writer.end();
    const written = merge.written + writer.written;
    return { merge: mergeAt(merge, { written, dropped, from: merge.from }), isWhole: true };
  }

  /** Removes blocks of runs that are no longer read. */
  #discard(standing: StoreStanding, most: number): void {
    let left = most;
    while (left > 0 && standing.discards.length > 0) {
      const [run = 0] = standing.discards;
      const from = blockKey(run, NO_KEY);
      const to = blockKey(run + 1, NO_KEY);
      const keys: Uint8Array[] = [];
      for (const { key } of this.#rows.entries({ from, to, isReverse: false, limit: left })) {
        keys.push(key);
      }
      for (const key of keys) this.#rows.remove(key);
      if (keys.length < left) standing.discards = standing.discards.slice(1);
      left -= Math.max(1, keys.length);
    }
  }
}

interface MergeStep {
  readonly merge: Merge;
  readonly isWhole: boolean;
}

const NO_KEY = new Uint8Array();

/** Runs whose entries are so many times those of the smallest are of one size. */
export function sizeOf(entries: number, { smallestRun, fanIn }: MergePace): number {
  let size = 0;
  for (let most = smallestRun; entries > most; most *= fanIn) size++;
  return size;
}

function newMerge(standing: StoreStanding, inputs: readonly number[]): Merge {
  standing.runIdLast++;
  return { inputs, id: standing.runIdLast, written: 0, dropped: 0, from: NO_KEY };
}

function mergeAt(
  { inputs, id }: Merge,
  { written, dropped, from }: Pick<Merge, "written" | "dropped" | "from">,
): Merge {
  return { inputs, id, written, dropped, from };
}

function smallest(standing: StoreStanding): Merge {
  return standing.merges.reduce((one, other) =>
    entriesIn(standing, other) < entriesIn(standing, one) ? other : one,
  );
}

function entriesIn({ runs }: StoreStanding, { inputs }: Merge): number {
  return runs.reduce((sum, { id, entries }) => sum + (inputs.includes(id) ? entries : 0), 0);
}

/** It takes the place of the runs that it was made of, and has all that they had. */
function finish(standing: StoreStanding, merge: Merge): void {
  const { id, inputs, written, dropped } = merge;
  const had = entriesIn(standing, merge);
  assert(written + dropped === had, `run ${id} has ${written} of ${had}, and dropped ${dropped}`);
  standing.runs = standing.runs.filter((run) => !inputs.includes(run.id));
  if (written > 0) standing.runs.push({ id, entries: written, isDamaged: false });
  else standing.discards.push(id);
  for (const input of inputs) standing.discards.push(input);
}

function giveUp(standing: StoreStanding, { id, inputs }: Merge): void {
  standing.runs = standing.runs.map((run) =>
    inputs.includes(run.id) ? { id: run.id, entries: run.entries, isDamaged: true } : run,
  );
  standing.discards.push(id);
}
