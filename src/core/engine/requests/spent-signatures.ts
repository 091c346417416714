/**
 * Signatures that were accepted for a request which changes something, of keys that want each to count
 * once. They are kept for longer than any request is valid, so the same bytes are never accepted again;
 * when no more can be kept, none is accepted. Rules USER-ONCE-1 to USER-ONCE-3.
 */

import { Queue } from "../../base/queue.ts";
import { type Digest, foldText } from "../../base/records/digest.ts";
import { type RecordOf, record, text, uint } from "../../base/records/record.ts";
import { TextMap } from "../../base/text-map.ts";

/** USER-ONCE-2: a request is valid for 60 s at most and may be 1 s ahead of its time. */
export const SIGNATURE_KEPT_MS = 120_000;

/** More than one request adds, so nothing piles up, and few, so that none waits for the others. */
const SWEEP_STEP = 32;

const spentFields = { signature: text, atMs: uint };
export const spentSignatureRecord = record(spentFields);
export type SpentSignature = RecordOf<typeof spentFields>;

export interface SpentSignatures {
  readonly known: TextMap<SpentSignature>;
  /** The same, oldest first. */
  readonly queue: Queue<SpentSignature>;
  readonly countMax: number;
  readonly digest: Digest;
}

export function newSpentSignatures(digest: Digest, countMax: number): SpentSignatures {
  return { known: new TextMap(), queue: new Queue(), countMax, digest };
}

/** USER-ONCE-3: whether the table is full of signatures that might still be sent again. Changes nothing. */
export function isFullAt(spent: SpentSignatures, timeMs: number): boolean {
  return spent.known.size >= spent.countMax && !isOver(spent.queue.oldest, timeMs);
}

function isOver(oldest: SpentSignature | undefined, timeMs: number): oldest is SpentSignature {
  return oldest !== undefined && timeMs - oldest.atMs > SIGNATURE_KEPT_MS;
}

export function spendSignature(spent: SpentSignatures, signature: string, timeMs: number): void {
  forgetOldSignatures(spent, timeMs);
  enterSignature(spent, { signature, atMs: timeMs });
  foldText(spent.digest, signature);
}

/** Puts a signature, new or from a snapshot, behind the others. */
export function enterSignature({ known, queue }: SpentSignatures, spent: SpentSignature): void {
  known.set(spent.signature, spent);
  queue.push(spent);
}

function forgetOldSignatures({ known, queue }: SpentSignatures, timeMs: number): void {
  for (let count = 0; count < SWEEP_STEP; count++) {
    const { oldest } = queue;
    if (!isOver(oldest, timeMs)) return;
    known.delete(oldest.signature);
    queue.dropOldest();
  }
}
