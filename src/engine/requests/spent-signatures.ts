/**
 * Signatures that were accepted for a request which changes something, of keys that want each to count
 * once. They are kept for longer than any request is valid, so the same bytes are never accepted again;
 * when no more can be kept, none is accepted. Rules USER-ONCE-1 to USER-ONCE-3.
 */
import { type Digest, foldText } from "../../base/digest.ts";
import { type RecordOf, record, text, uint } from "../../base/record.ts";

/** USER-ONCE-2: a request is valid for 60 s at most and may be 1 s ahead of its time. */
export const SIGNATURE_KEPT_MS = 120_000;

/** More than one request adds, so nothing piles up, and few, so that none waits for the others. */
const SWEEP_STEP = 32;

/** The queue moves up when half of it, and at least so many, are forgotten. */
const ROOM_MIN = 1024;

const spentFields = { signature: text, atMs: uint };
export const spentSignatureRecord = record(spentFields);
export type SpentSignature = RecordOf<typeof spentFields>;

export interface SpentSignatures {
  readonly known: Set<string>;
  /** The same, oldest first, from `first` on: those before it have been forgotten. */
  readonly queue: SpentSignature[];
  first: number;
  readonly countMax: number;
  readonly digest: Digest;
}

export function newSpentSignatures(digest: Digest, countMax: number): SpentSignatures {
  return { known: new Set(), queue: [], first: 0, countMax, digest };
}

/** USER-ONCE-3: whether the table is full of signatures that might still be sent again. Changes nothing. */
export function isFullAt(spent: SpentSignatures, timeMs: number): boolean {
  return spent.known.size >= spent.countMax && !isOldestOver(spent, timeMs);
}

function isOldestOver({ queue, first }: SpentSignatures, timeMs: number): boolean {
  const oldest = queue[first];
  return oldest !== undefined && timeMs - oldest.atMs > SIGNATURE_KEPT_MS;
}

export function spendSignature(spent: SpentSignatures, signature: string, timeMs: number): void {
  forgetOldSignatures(spent, timeMs);
  enterSignature(spent, { signature, atMs: timeMs });
  foldText(spent.digest, signature);
}

/** Puts a signature, new or from a snapshot, behind the others. */
export function enterSignature({ known, queue }: SpentSignatures, spent: SpentSignature): void {
  known.add(spent.signature);
  queue.push(spent);
}

function forgetOldSignatures(spent: SpentSignatures, timeMs: number): void {
  const { known, queue } = spent;
  for (let count = 0; count < SWEEP_STEP && isOldestOver(spent, timeMs); count++) {
    known.delete((queue[spent.first] as SpentSignature).signature);
    spent.first++;
  }
  if (spent.first < ROOM_MIN || spent.first * 2 < queue.length) return;
  queue.splice(0, spent.first);
  spent.first = 0;
}

/** For snapshots: oldest first. */
export function spentEntries({ queue, first }: SpentSignatures): readonly SpentSignature[] {
  return queue.slice(first);
}
