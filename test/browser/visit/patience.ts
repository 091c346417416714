/**
 * For how long something is waited for. What a page is to show it shows in its own time, which a busy
 * machine makes long; only a test's own limit says that it will never come. These end a little sooner,
 * so that a failure names what was missing.
 */

/** Of the 120 seconds that a test has. */
export const PATIENCE_MS = 100_000;

/** For `expect.poll`. Each look costs, so there are not many of them. */
export const PATIENTLY = { timeout: PATIENCE_MS, interval: 100 };
