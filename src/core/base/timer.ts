/**
 * A way to wait, as a type: code that waits is given a timer, so that a test hands in time of its own. The
 * timer of the system is `log/system-timer.ts`.
 */

/** Calls back once after a delay; what it returns cancels it. */
export type Timer = (delayMs: number, ring: () => void) => () => void;
