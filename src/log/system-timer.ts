/** The timer of the process: what still waits does not keep the process alive. */
import type { Timer } from "../core/base/timer.ts";

export const systemTimer: Timer = (delayMs, ring) => {
  const timeout = setTimeout(ring, delayMs).unref();
  return () => clearTimeout(timeout);
};
