/** Asks until there is an answer: for what another process does in its own time. */
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 25;
/** Half of what a test has: on a busy machine what another process does comes long after it was asked for. */
export const PATIENCE_MS = 60_000;

/** Throws with the sentence when there is none in time. */
export async function until<T>(
  sentence: string,
  withinMs: number,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > end) throw new Error(`not within ${withinMs} ms: ${sentence}`);
    await sleep(LOOK_MS);
  }
}
