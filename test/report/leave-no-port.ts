/** A file of tests that still listens when it is over fails: the next one in its worker would find a stranger there. */
import { afterAll, vi } from "vitest";

/** A listener that was told to close ends with its last connection. */
const PATIENCE = { timeout: 60_000, interval: 10 };

afterAll(async () => {
  await vi.waitFor(() => {
    const listening = process.getActiveResourcesInfo().filter((name) => name === "TCPServerWrap");
    if (listening.length > 0) throw new Error(`${listening.length} ports are left listening`);
  }, PATIENCE);
}, 2 * PATIENCE.timeout);
