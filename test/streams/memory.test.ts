/** Memory under hostile streams: after every wave of them it is what it was. */
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";

setFlagsFromString("--expose_gc");
const collect: () => void = runInNewContext("gc");

let exchange: InProcessExchange;

beforeAll(async () => {
  exchange = await createExchange({ port: 0 });
});
afterAll(() => exchange.close());

const SUBSCRIBE = '{"op":"subscribe","channel":"depth:BTCUSDT"}';
const MESSAGES: readonly (string | Buffer)[] = [SUBSCRIBE, "{".repeat(4_000), "x".repeat(5_000)];

/** Says the same 5,000 times, and is closed for it. */
async function flood(message: string | Buffer): Promise<void> {
  const socket = new WebSocket(`${exchange.url?.replace("http", "ws")}/ws`);
  socket.on("error", () => undefined);
  await once(socket, "open");
  const closed = once(socket, "close");
  for (let at = 0; at < 5_000; at++) socket.send(message);
  await closed;
}

async function wave(): Promise<number> {
  for (const message of MESSAGES) await Promise.all([flood(message), flood(message)]);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external; // What waits to be sent is outside the heap.
}

test("SEC-56 memory after many floods is what it was after the first", async () => {
  await wave();
  const before = await wave();
  for (let at = 0; at < 4; at++) await wave();
  const after = await wave();

  expect(after - before).toBeLessThan(8 * 1_048_576);
});
