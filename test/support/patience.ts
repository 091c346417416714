/**
 * How long a test waits for what will come: below its own limit, so that a failure says what was waited for. A busy
 * machine takes its time, and no test proves that something is fast.
 */
export const TEST_PATIENCE_MS = 100_000;

/** For `expect.poll`. */
export const TEST_PATIENCE = { timeout: TEST_PATIENCE_MS };
