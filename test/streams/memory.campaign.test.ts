/** Memory under hostile streams: after every wave of them it is what it was. */
import { once } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import WebSocket from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { ONE_GATEWAY } from "../support/gateways.ts";
import "../support/judged-apis.ts";

setFlagsFromString("--expose_gc");
const collect: () => void = runInNewContext("gc");

let exchange: InProcessExchange;

beforeAll(async () => {
  exchange = await createExchange({ gateways: ONE_GATEWAY, port: 0 });
});
afterAll(() => exchange.close());

const SUBSCRIBE = '{"op":"subscribe","channel":"depth:BTCUSDT"}';
const MESSAGES: readonly (string | Buffer)[] = [SUBSCRIBE, "{".repeat(4_000), "x".repeat(5_000)];

/** Says the same again and again, three times as often as is heard, and is closed for it. */
async function flood(message: string | Buffer): Promise<void> {
  const socket = new WebSocket(`${exchange.url?.replace("http", "ws")}/ws`);
  socket.on("error", () => undefined);
  await once(socket, "open");
  const closed = once(socket, "close");
  for (let at = 0; at < 600; at++) socket.send(message);
  await closed;
}

async function wave(): Promise<void> {
  for (const message of MESSAGES) await Promise.all([flood(message), flood(message)]);
}

/**
 * The least of some looks: the last that our own sockets could not send goes with the next turns, and
 * buffers go behind the collection that found them. What leaks stays.
 */
async function heldBytes(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 5; look++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external); // What waits to be sent is outside the heap.
  }
  return least;
}

test("SEC-56 memory after many floods is what it was after the first", async () => {
  for (let at = 0; at < 2; at++) await wave();
  const before = await heldBytes();
  for (let at = 0; at < 5; at++) await wave();
  const after = await heldBytes();

  expect(after - before).toBeLessThan(3 * 1_048_576);
});
