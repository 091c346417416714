/**
 * Long work in short slices: after a few milliseconds other work of the process goes on, and after its
 * time limit the work is given up.
 */

export interface SlicePace {
  /** How long a slice works before other work goes on. */
  readonly sliceMs: number;
  /** After how much time it is given up. */
  readonly limitMs: number;
  /** In ms, of any clock that only goes on. */
  readonly now: () => number;
  /** Lets other work go on; who throws here gives the work up. */
  readonly pause: () => Promise<void>;
}

/** The result of the work; undefined when it took too long. */
export async function inSlices<T>(
  work: Generator<undefined, T>,
  { sliceMs, limitMs, now, pause }: SlicePace,
): Promise<T | undefined> {
  const start = now();
  try {
    for (let sliceStart = start; ; ) {
      const step = work.next();
      if (step.done) return step.value;
      if (now() - sliceStart < sliceMs) continue;
      if (now() - start >= limitMs) return undefined;
      await pause();
      sliceStart = now();
    }
  } finally {
    work.return(undefined as never); // It closes what it has open.
  }
}
