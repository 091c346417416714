import { expect, test } from "vitest";
import { ARCHIVIST_PATIENCE_MS, GATEWAY_PATIENCE_MS, REPLIES_PATIENCE_MS } from "./stopping.ts";

/** What archivist-process.ts gives one that it had to kill. */
const KILLED_MS = 2_000;

test("a stop that waits as long as it may, for everything, is done within ten seconds", () => {
  expect(REPLIES_PATIENCE_MS + ARCHIVIST_PATIENCE_MS + KILLED_MS).toBeLessThan(10_000);
  expect(GATEWAY_PATIENCE_MS).toBeLessThan(10_000);
});
