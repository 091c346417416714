/** Asks until there is an answer: for what another process does in its own time. */
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 25;
/** The limit of a test of real processes: for what hangs, never for what is slow. */
export const PATIENCE_MS = 300_000;
/** For `expect.poll` in such a test: as long as the test has, but for the time to say what was waited for. */
export const UNTIL_SEEN = { timeout: PATIENCE_MS - 10_000, interval: LOOK_MS } as const;

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

/** The same in a test of real processes, where only the test itself has a limit. */
export function untilSeen<T>(sentence: string, ask: () => Promise<T | undefined>): Promise<T> {
  return until(sentence, UNTIL_SEEN.timeout, ask);
}
