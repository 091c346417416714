import fc from "fast-check";
import { expect, test } from "vitest";
import { type Limit, PUBLIC_LIMIT } from "../../contract/limits.ts";
import { RateLimit, SHARED, WINDOWS_MAX } from "./limits.ts";

const LIMIT: Limit = { count: 3, perMs: 1_000 };

/** The answer to a request. */
function ask<Key>(limit: RateLimit<Key>, key: Key, nowMs: number) {
  const slot = limit.take(key, nowMs);
  return {
    isExceeded: limit.isExceeded(slot),
    remaining: limit.remaining(slot),
    endsAtMs: limit.endsAtMs(slot),
    isShared: slot === SHARED,
  };
}

test("USER-LIMIT-1 so many requests pass in a window, and none more until its end", () => {
  const limit = new RateLimit<string>(LIMIT);

  const told = [5_000, 5_000, 5_500, 5_600, 5_999, 6_000].map((ms) => ask(limit, "a", ms));

  expect(told.map(({ isExceeded }) => isExceeded)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ]);
  expect(told.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0, 0, 2]);
  expect(told.map(({ endsAtMs }) => endsAtMs)).toEqual([6_000, 6_000, 6_000, 6_000, 6_000, 7_000]);
});

test("USER-LIMIT-1 a window opens with its first request, not with the clock", () => {
  const limit = new RateLimit<string>(LIMIT);
  ask(limit, "a", 5_900);

  expect(ask(limit, "a", 6_899)).toMatchObject({ endsAtMs: 6_900, remaining: 1 });
  expect(ask(limit, "a", 60_001)).toMatchObject({ endsAtMs: 61_001, remaining: 2 });
});

interface Request {
  readonly key: string;
  readonly nowMs: number;
}

/** The same from a list of all requests so far: the window of a request, and its number in it. */
class Model {
  readonly #requests: (Request & { owner: string; endsAtMs: number })[] = [];
  readonly #windowsMax: number;

  constructor(windowsMax: number) {
    this.#windowsMax = windowsMax;
  }

  ask(key: string, nowMs: number) {
    const owner = this.#isRoomFor(key, nowMs) ? key : "shared";
    const last = this.#requests.findLast((request) => request.owner === owner);
    const endsAtMs = last && nowMs < last.endsAtMs ? last.endsAtMs : nowMs + LIMIT.perMs;
    this.#requests.push({ key, nowMs, owner, endsAtMs });
    const used = this.#requests.filter(
      (request) => request.owner === owner && request.endsAtMs === endsAtMs,
    ).length;
    return {
      isExceeded: used > LIMIT.count,
      remaining: Math.max(0, LIMIT.count - used),
      endsAtMs,
      isShared: owner === "shared",
    };
  }

  /** A key whose window runs keeps it; others find room beside those. */
  #isRoomFor(key: string, nowMs: number): boolean {
    const running = new Set<string>();
    for (const { owner, endsAtMs } of this.#requests) {
      if (owner !== "shared" && nowMs < endsAtMs) running.add(owner);
    }
    return running.has(key) || running.size < this.#windowsMax;
  }
}

test("USER-LIMIT-1 USER-LIMIT-5 every request is told what a list of all requests says", () => {
  const request = fc.record({
    key: fc.constantFrom("a", "b", "c", "d", "e"),
    waitMs: fc.constantFrom(0, 0, 0, 1, 300, 700, 999, 1_000, 1_001),
  });

  fc.assert(
    fc.property(
      fc.array(request, { maxLength: 100 }),
      fc.integer({ min: 1, max: 5 }),
      (all, max) => {
        const limit = new RateLimit<string>(LIMIT, max);
        const model = new Model(max);
        let nowMs = 1_000_000;

        for (const { key, waitMs } of all) {
          nowMs += waitMs;
          expect(ask(limit, key, nowMs)).toEqual(model.ask(key, nowMs));
        }
      },
    ),
    { seed: 46, numRuns: 500 },
  );
});

test("USER-LIMIT-5 a crowd of others does not end a window that runs: they share one", () => {
  const limit = new RateLimit<number>(LIMIT);
  for (let turn = 0; turn < 4; turn++) ask(limit, 0, 5_000);

  let sharedCount = 0;
  for (let other = 1; other <= WINDOWS_MAX + 10; other++) {
    if (ask(limit, other, 5_000).isShared) sharedCount++;
  }

  expect(sharedCount).toBe(11);
  expect(ask(limit, 0, 5_999)).toMatchObject({ isExceeded: true, endsAtMs: 6_000 });
  expect(ask(limit, WINDOWS_MAX + 11, 5_999)).toMatchObject({ isExceeded: true, isShared: true });
  expect(ask(limit, WINDOWS_MAX + 11, 6_000)).toMatchObject({ remaining: 2, isShared: false });
});

test("USER-LIMIT-3 the public limit is 200 requests in two seconds", () => {
  expect(PUBLIC_LIMIT).toEqual({ count: 200, perMs: 2_000 });
});
