/** `/ws` over a real socket: how a connection begins, and each way in which it ends. */
import { afterEach, expect, test } from "vitest";
import WebSocket from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";

let exchange: InProcessExchange | undefined;

async function open(): Promise<{ exchange: InProcessExchange; url: string }> {
  exchange = await createExchange({ port: 0 });
  return { exchange, url: `${exchange.url?.replace("http", "ws")}/ws` };
}

afterEach(async () => {
  await exchange?.close();
  exchange = undefined;
});

class SocketClient {
  readonly socket: WebSocket;
  readonly heard: { type: string; [field: string]: unknown }[] = [];
  readonly closed: Promise<string>;
  #onHeard: () => void = () => undefined;

  constructor(url: string) {
    this.socket = new WebSocket(url);
    this.socket.on("message", (message) => {
      this.heard.push(JSON.parse(message.toString()));
      this.#onHeard();
    });
    this.closed = new Promise((resolve) => {
      this.socket.on("close", (code, reason) => resolve(`${code} ${reason}`));
    });
    this.socket.on("error", () => undefined);
  }

  async until(type: string): Promise<{ type: string; [field: string]: unknown }> {
    for (;;) {
      const found = this.heard.find((message) => message.type === type);
      if (found) return found;
      await new Promise<void>((resolve) => {
        this.#onHeard = resolve;
      });
    }
  }
}

test("STREAM-OWN-1: the server says hello first, and answers before it sends what was asked for", async () => {
  const { url } = await open();
  const client = new SocketClient(url);
  await client.until("hello");
  client.socket.send('{"op":"subscribe","channel":"tickers","id":"t"}');
  await client.until("snapshot");

  expect(client.heard.map(({ type }) => type)).toEqual(["hello", "subscribed", "snapshot"]);
  expect(client.heard[0]?.["log"]).toMatch(/^[0-9a-f]{16}$/);
});

test("SANDBOX-STATE-2: a sandbox that is taken to another state tells its streams to start anew", async () => {
  const { exchange: running, url } = await open();
  const client = new SocketClient(url);
  const before = await client.until("hello");
  await running.operator.reset();

  expect(await client.closed).toMatch(/^4001 .*start anew/);
  const again = new SocketClient(url);
  const after = await again.until("hello");
  expect(after["log"]).not.toBe(before["log"]);
});

test("a server that stops says so", async () => {
  const { exchange: running, url } = await open();
  const client = new SocketClient(url);
  await client.until("hello");
  await running.close();

  expect(await client.closed).toMatch(/^1001 /);
});

test("STREAM-LIMIT-4: binary and long messages end the connection with their codes", async () => {
  const { url } = await open();
  const ends = [Buffer.from("{}"), "x".repeat(4_097)].map(async (message) => {
    const client = new SocketClient(url);
    await client.until("hello");
    client.socket.send(message);
    return (await client.closed).slice(0, 4);
  });

  expect(await Promise.all(ends)).toEqual(["1003", "1009"]);
});

test("STREAM-LIMIT-5: more than 200 messages in 2 s end the connection, 200 do not", async () => {
  const { url } = await open();
  const client = new SocketClient(url);
  await client.until("hello");
  for (let at = 0; at < 200; at++) client.socket.send('{"op":"ping"}');
  await client.until("pong");
  expect(client.socket.readyState).toBe(WebSocket.OPEN);
  client.socket.send('{"op":"ping"}');

  expect(await client.closed).toMatch(/^1008 /);
});
