/**
 * Where a message stands: the position in the log of the last command that it knows of, and a counter
 * within it. It means the same to every client and after a restart. STREAM-SEQ-1.
 */

export interface Seq {
  readonly position: number;
  readonly counter: number;
}

const FORM = /^(0|[1-9][0-9]{0,15})-(0|[1-9][0-9]{0,15})$/;

export function formatSeq({ position, counter }: Seq): string {
  return `${position}-${counter}`;
}

export function parseSeq(text: string): Seq | undefined {
  const [, position, counter] = FORM.exec(text) ?? [];
  if (position === undefined || counter === undefined) return undefined;
  return { position: Number(position), counter: Number(counter) };
}

/** Below zero: `a` comes first. */
export function compareSeq(a: Seq, b: Seq): number {
  return a.position - b.position || a.counter - b.counter;
}

/**
 * A number of a channel of events as a place among them. The first event of a command has the counter 1: 0 is that of a
 * snapshot, which has all that its position did.
 */
export function placeOf({ position, counter }: Seq): Seq {
  return { position, counter: counter === 0 ? Number.MAX_SAFE_INTEGER : counter };
}

/** The next one after `last` of something that is known up to a position. */
export function seqAfter(last: Seq, position: number): Seq {
  if (position > last.position) return { position, counter: 0 };
  return { position: last.position, counter: last.counter + 1 };
}
