/** `/ws` over a real socket: how a connection begins, and each way in which it ends. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import WebSocket from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { ONE_GATEWAY } from "../support/gateways.ts";
import { TEST_PATIENCE } from "../support/patience.ts";
import "../support/judged-apis.ts";

let exchange: InProcessExchange | undefined;

async function open(): Promise<{ exchange: InProcessExchange; url: string }> {
  exchange = await createExchange({ gateways: ONE_GATEWAY, port: 0 });
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
  // The clock stands: also a busy machine hears them within the two seconds.
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const { url } = await open();
  const client = new SocketClient(url);
  await client.until("hello");
  const pings = (count: number) => {
    for (let at = 0; at < count; at++) client.socket.send('{"op":"ping"}');
  };
  pings(100);
  await client.until("pong");
  vi.advanceTimersByTime(2_000);
  pings(200);
  const pongs = () => client.heard.filter(({ type }) => type === "pong").length;
  await expect.poll(pongs, TEST_PATIENCE).toBe(300);
  expect(client.socket.readyState).toBe(WebSocket.OPEN);
  pings(1);

  expect(await client.closed).toMatch(/^1008 /);
});

test("SEC-64 STREAM-LOGIN-3: no name leads to the channels of another user", async () => {
  const { exchange: running, url } = await open();
  const member = running.client("demo1").stream({ webSocket: WebSocket });
  await new Promise<void>((resolve) => {
    member.subscribe("my.orders", { snapshot: () => resolve(), update: () => undefined });
  });
  const client = new SocketClient(url);
  await client.until("hello");
  const names = ["1 my.orders", "0 my.orders", " my.orders", "1  my.orders", "my.orders"];
  for (const channel of names) client.socket.send(JSON.stringify({ op: "subscribe", channel }));
  client.socket.send('{"op":"ping"}');
  await client.until("pong");
  member.close();

  const codes = client.heard.flatMap(({ type, code }) => (type === "error" ? [code] : []));
  expect(codes).toEqual([-1121, -1121, -1121, -1121, -1002]);
  expect(client.heard.filter(({ type }) => type === "subscribed")).toEqual([]);
});

const HANDSHAKE = [
  ...["Host: x", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
  ...["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""],
].join("\r\n");

/** Says something and breaks the connection off, as a client does that is killed. */
async function breakOff(url: string, text: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(text);
  socket.resetAndDestroy();
}

test("SEC-62 a connection that breaks at its upgrade ends nothing but itself", async () => {
  const { exchange: running, url } = await open();
  const symbols = "GET /sapi/v1/symbols HTTP/1.1\r\nHost: x\r\n\r\n".repeat(20);
  for (let at = 0; at < 30; at++) {
    await breakOff(url, `GET /nope HTTP/1.1\r\n${HANDSHAKE}`);
    await breakOff(url, `${symbols}GET /ws HTTP/1.1\r\n${HANDSHAKE}`);
  }

  expect(await running.client().spot.ping()).toEqual({});
});
