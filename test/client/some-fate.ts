/** Anything that may become of a request and its reply. */
import fc from "fast-check";
import type { Fate } from "./client-desk.ts";

export const someFate: fc.Arbitrary<Fate> = fc.oneof(
  fc.constantFrom<Fate>("answered", "504-executed", "504-not-executed", "504-stalled"),
  fc.constantFrom<Fate>("cut-before", "cut-after", "silence", "unreachable", { page: 502 }),
  fc.constantFrom<Fate>(
    { refusal: 503, code: -1001, retryAfter: 1 },
    { refusal: 429, code: -1003, retryAfter: 1 },
    { refusal: 500, code: -1000 },
    { refusal: 400, code: -1021 },
    { refusal: 418, code: -1003, retryAfter: 120 },
  ),
  fc.integer({ min: 0, max: 9_000 }).map((cutAndLateMs) => ({ cutAndLateMs })),
);
