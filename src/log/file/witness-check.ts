/** Checks a log against its witnesses while the log is read to its end (LOG-WITNESS-1). */

import type { ChainStart } from "../chain.ts";
import type { Cursor } from "../log.ts";
import { segmentPath } from "../segment/segments.ts";
import { isBehind, isSamePlace, LogCorrupt } from "./read-chain.ts";
import type { Witness } from "./witness.ts";

/** What is to be done about a log that has lost its end. */
export const REMEDY =
  "nothing was changed; bourse accept-loss says what is lost, and goes on without it";

export class WitnessCheck {
  readonly #witnesses: readonly Witness[];
  /** The witnesses whose place lies in what is being read and was not passed yet. */
  #awaited: readonly (Witness & { readonly cursor: Cursor })[];

  constructor(witnesses: readonly Witness[], start: ChainStart) {
    this.#witnesses = witnesses;
    this.#awaited = witnesses.flatMap((witness) => {
      const { cursor } = witness;
      return cursor && cursor.segment >= start.segment ? [{ ...witness, cursor }] : [];
    });
  }

  /** The place behind a sound batch. */
  pass(place: Cursor): void {
    if (this.#awaited.length === 0) return;
    this.#awaited = this.#awaited.filter(({ name, cursor }) => {
      if (!isSamePlace(cursor, place)) return true;
      const isSame = Buffer.compare(cursor.hash, place.hash) === 0;
      if (isSame && cursor.position === place.position) return false;
      throw otherThan(name, cursor);
    });
  }

  /** Nothing sound follows. */
  end(end: Cursor): void {
    for (const { name, position } of this.#witnesses) {
      if (position > end.position) throw shorterThan(name, position, end);
    }
    const [missed] = this.#awaited;
    if (!missed) return;
    if (isBehind(missed.cursor, end)) throw shorterThan(missed.name, missed.position, end);
    throw otherThan(missed.name, missed.cursor);
  }
}

function shorterThan(name: string, position: number, end: Cursor): LogCorrupt {
  const sentence = `expected position ${position}, which ${name} has seen, found its end at position ${end.position}; ${REMEDY}`;
  return new LogCorrupt(segmentPath(end.segment), end.offset, sentence);
}

function otherThan(name: string, { segment, offset, position }: Cursor): LogCorrupt {
  const sentence = `expected the batch that ends at position ${position} as ${name} has seen it, found another; ${REMEDY}`;
  return new LogCorrupt(segmentPath(segment), offset, sentence);
}
