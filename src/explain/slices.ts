/**
 * Long work in short slices: after a few milliseconds everybody else has a turn, and after its time
 * limit it is given up.
 */

export interface SlicePace {
  /** After how much work others have their turn. */
  readonly sliceMs: number;
  /** After how much time it is given up. */
  readonly limitMs: number;
  /** In ms, of any clock that only goes on. */
  readonly now: () => number;
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>;
}

/** What the work gave; undefined when it took too long. */
export async function inSlices<T>(
  work: Generator<undefined, T>,
  { sliceMs, limitMs, now, pause }: SlicePace,
): Promise<T | undefined> {
  const start = now();
  for (let sliceStart = start; ; ) {
    const step = work.next();
    if (step.done) return step.value;
    if (now() - sliceStart < sliceMs) continue;
    if (now() - start >= limitMs) {
      work.return(undefined as never); // It closes what it has open.
      return undefined;
    }
    await pause();
    sliceStart = now();
  }
}
