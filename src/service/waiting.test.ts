/** How many commands may wait, and in which order they leave. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { ALICE, cancel, deposit } from "../../test/support/service-desk.ts";
import type { Command } from "../engine/codec.ts";
import { WAITING_BYTES_MAX, WAITING_MAX, type Waiting, WaitingLine } from "./waiting.ts";

function waiting(command: Command): Waiting {
  return { command, notAfterMs: Number.POSITIVE_INFINITY, answer: () => undefined };
}

const item = { side: "buy", kind: "limit", quantity: "1", price: "1", clientId: "" } as const;
const by = { user: ALICE, key: ALICE, request: 0, pair: 1 };
const placeTen: Command = { type: "PlaceBatch", ...by, items: new Array(10).fill(item) };
const cancelTen: Command = { type: "CancelBatch", ...by, orders: new Array(10).fill(1) };

test("CORE-BOUND-1 at most 8,192 commands wait, and they leave in the order they came", () => {
  const line = new WaitingLine();
  const sent = Array.from({ length: WAITING_MAX }, (_, i) => waiting(deposit(ALICE, `d-${i}`)));

  expect(sent.every((one) => line.push(one))).toBe(true);
  expect(line.push(waiting(cancel(ALICE, 1)))).toBe(false);

  expect(WAITING_MAX).toBe(8_192);
  expect(line.count).toBe(WAITING_MAX);
  expect(sent.map(() => line.shift())).toEqual(sent);
  expect(line.shift()).toBeUndefined();
  expect(line.count).toBe(0);
});

test.each([placeTen, cancelTen])(
  "CORE-BOUND-1 no more wait than 8 MiB hold, and what leaves makes room ($type)",
  (command) => {
    const line = new WaitingLine();
    let count = 0;
    while (line.push(waiting(command))) count++;

    expect(count).toBeLessThanOrEqual(WAITING_MAX);
    expect(WAITING_BYTES_MAX).toBe(8 * 1024 * 1024);
    if (command === placeTen) expect(count).toBeLessThan(WAITING_MAX / 4);
    line.shift();
    expect(line.push(waiting(command))).toBe(true);
    expect(line.push(waiting(command))).toBe(false);
  },
);

test("CORE-BOUND-1 the bound counts what waits now, not what ever waited", () => {
  const line = new WaitingLine();

  for (let round = 0; round < 5; round++) {
    const sent = Array.from({ length: 1_000 }, () => waiting(placeTen));
    expect(sent.every((one) => line.push(one))).toBe(true);
    expect(sent.every((one) => line.shift() === one)).toBe(true);
  }

  expect(line.count).toBe(0);
});

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

/** What is in use when all that nobody needs is gone. */
function heapInUse(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

test("CORE-BOUND-1 a line that is never empty keeps its order and forgets what has left it", () => {
  const line = new WaitingLine();
  line.push(waiting(cancel(ALICE, 0)));
  const left: unknown[] = [];
  const sent = Array.from({ length: 3 * WAITING_MAX }, (_, i) => waiting(deposit(ALICE, `d-${i}`)));
  for (const next of sent) {
    line.push(next);
    left.push(line.shift());
  }
  expect(left.slice(1).every((waited, i) => waited === sent[i])).toBe(true);

  const one = waiting(cancel(ALICE, 1));
  const before = heapInUse();
  for (let i = 0; i < 3_000_000; i++) {
    line.push(one);
    line.shift();
  }

  expect(line.count).toBe(1);
  expect(heapInUse() - before).toBeLessThan(20_000_000);
});
