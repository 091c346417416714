/** How many commands may wait, and in which order they leave. */
import { expect, test } from "vitest";
import { ALICE, cancel, deposit } from "../../../test/support/service-desk.ts";
import type { Command } from "../../core/engine/codec.ts";
import { CommandQueue, WAITING_BYTES_MAX, WAITING_MAX, type Waiting } from "./waiting.ts";

function waiting(command: Command): Waiting {
  return { command, notAfterMs: Number.POSITIVE_INFINITY, answer: () => undefined };
}

const item = { side: "buy", kind: "limit", quantity: "1", price: "1", clientId: "" } as const;
const by = { user: ALICE, key: ALICE, request: 0, pair: 1 };
const placeTen: Command = { type: "PlaceBatch", ...by, items: new Array(10).fill(item) };
const cancelTen: Command = { type: "CancelBatch", ...by, orders: new Array(10).fill(1) };

test("CORE-BOUND-1 at most 8,192 commands wait, and they leave in the order they came", () => {
  const queue = new CommandQueue();
  const sent = Array.from({ length: WAITING_MAX }, (_, i) => waiting(deposit(ALICE, `d-${i}`)));

  expect(sent.every((one) => queue.push(one))).toBe(true);
  expect(queue.push(waiting(cancel(ALICE, 1)))).toBe(false);

  expect(WAITING_MAX).toBe(8_192);
  expect(queue.count).toBe(WAITING_MAX);
  expect(sent.map(() => queue.shift())).toEqual(sent);
  expect(queue.shift()).toBeUndefined();
  expect(queue.count).toBe(0);
});

test.each([placeTen, cancelTen])(
  "CORE-BOUND-1 no more wait than 8 MiB hold, and what leaves makes room ($type)",
  (command) => {
    const queue = new CommandQueue();
    let count = 0;
    while (queue.push(waiting(command))) count++;

    expect(count).toBeLessThanOrEqual(WAITING_MAX);
    expect(WAITING_BYTES_MAX).toBe(8 * 1024 * 1024);
    if (command === placeTen) expect(count).toBeLessThan(WAITING_MAX / 4);
    queue.shift();
    expect(queue.push(waiting(command))).toBe(true);
    expect(queue.push(waiting(command))).toBe(false);
  },
);

test("CORE-BOUND-1 the bound counts what waits now, not what ever waited", () => {
  const queue = new CommandQueue();

  for (let round = 0; round < 5; round++) {
    const sent = Array.from({ length: 1_000 }, () => waiting(placeTen));
    expect(sent.every((one) => queue.push(one))).toBe(true);
    expect(sent.every((one) => queue.shift() === one)).toBe(true);
  }

  expect(queue.count).toBe(0);
});

/** The longest that any list becomes by what is pushed to it meanwhile. */
function longestListDuring(act: () => void): number {
  const { push } = Array.prototype;
  let longest = 0;
  const watched = function (this: unknown[], ...items: unknown[]): number {
    const length = push.apply(this, items);
    if (length > longest) longest = length;
    return length;
  };
  Object.defineProperty(Array.prototype, "push", { value: watched });
  try {
    act();
  } finally {
    Object.defineProperty(Array.prototype, "push", { value: push });
  }
  return longest;
}

test("CORE-BOUND-1 a queue that is never empty keeps its order and forgets what has left it", () => {
  const queue = new CommandQueue();
  queue.push(waiting(cancel(ALICE, 0)));
  const left: unknown[] = [];
  const sent = Array.from({ length: 3 * WAITING_MAX }, (_, i) => waiting(deposit(ALICE, `d-${i}`)));
  for (const next of sent) {
    queue.push(next);
    left.push(queue.shift());
  }
  expect(left.slice(1).every((waited, i) => waited === sent[i])).toBe(true);

  const one = waiting(cancel(ALICE, 1));
  const longest = longestListDuring(() => {
    for (let i = 0; i < 10 * WAITING_MAX; i++) {
      queue.push(one);
      queue.shift();
    }
  });

  expect(queue.count).toBe(1);
  // What has left is kept until as many have left as may wait.
  expect(longest).toBeLessThanOrEqual(WAITING_MAX + 2);
});
