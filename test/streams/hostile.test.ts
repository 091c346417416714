/**
 * Hostile clients of the streams against the real listener, its limits on: each gets what it deserves,
 * a well-behaved client is served while they go on, and nothing is left of them. The clock stands unless a test moves
 * it, so a window of a limit is as long as the test wants it, on whatever machine. What others notice in time and
 * memory is measured by the campaign.
 */
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { TIME_OUTS } from "../../src/edge/http/listener/connections.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { HostileDesk } from "../support/hostile-desk.ts";
import { TEST_PATIENCE } from "../support/patience.ts";
import { exchangeBytes, expectRefusal } from "../support/raw-http.ts";
import { frame, handshake, PING } from "../support/raw-stream.ts";
import {
  type Attack,
  comeAndGo,
  enterThousand,
  enterUnread,
  FLOODS,
  knockInVain,
  NO_FRAMES,
  pour,
  SUBSCRIBE,
  sendNoFrames,
  sip,
  trading,
  WITNESS,
} from "./attacks.ts";

/** Trades of the well-behaved during an attack. */
const TRADES = 3;
/** So far apart that no limit of its own is reached, and all within the window of an attacker's. */
const BETWEEN_TRADES_MS = 200;

let desk: HostileDesk;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"], now: Date.now() });
  desk = await HostileDesk.open();
  await desk.served();
});
afterEach(() => desk.leave());
afterAll(async () => {
  await desk.close();
  vi.useRealTimers();
});

/** The well-behaved is served while the attack goes on, and no stream or connection of it is left. */
async function expectOthersServed(attack: Attack): Promise<void> {
  const before = await desk.connections();
  let isOver = false;
  const attacking = attack(() => isOver);
  for (let trades = 0; trades < TRADES; trades++) {
    vi.advanceTimersByTime(BETWEEN_TRADES_MS);
    await desk.served();
  }
  isOver = true;
  await attacking;
  desk.leave();
  await expect.poll(() => desk.streams, TEST_PATIENCE).toBe(WITNESS);
  await expect.poll(() => desk.connections(), TEST_PATIENCE).toBeLessThanOrEqual(before);
}

const NOT_THE_KEY = handshake().replace(/Sec-WebSocket-Key: .*\r\n/, "");
const NOT_THE_VERSION = handshake().replace(/Sec-WebSocket-Version: .*\r\n/, "");

test.each([
  ["without a version", NOT_THE_VERSION],
  ["of version 8", handshake().replace("Version: 13", "Version: 8")],
  ["of two versions", handshake("/ws", "Sec-WebSocket-Version: 13")],
  ["without a key", NOT_THE_KEY],
  ["with a short key", handshake().replace("AAAA==", "==")],
  ["with two keys", handshake("/ws", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==")],
  ["to another protocol", handshake().replace("Upgrade: websocket", "Upgrade: h2c")],
  ["without a host", handshake().replace("Host: x\r\n", "")],
  ["with two hosts", handshake("/ws", "Host: y")],
  ["by POST", handshake().replace("GET", "POST")],
  ["of HTTP/1.0", handshake().replace("HTTP/1.1", "HTTP/1.0")],
  ["with a body", `${handshake("/ws", "Content-Length: 5")}hello`],
  ["with a body in chunks", `${handshake("/ws", "Transfer-Encoding: chunked")}0\r\n\r\n`],
  ["on an API path", handshake("/sapi/v1/ping")],
  ["on a path there is not", handshake("/ws/")],
  ["with a query", handshake("/ws?x=1")],
])("SEC-54 a handshake %s is 400 and the connection is closed", async (_, bytes) => {
  expectRefusal(await exchangeBytes(desk.port, bytes), 400, -1100);
  expect(desk.streams).toBe(WITNESS);
});

test("SEC-54 handshakes that stop midway are cut off, and others are served meanwhile", async () => {
  const patient = await HostileDesk.open({ ...TIME_OUTS, ...PATIENT });
  onTestFinished(() => patient.close());
  const half = handshake().slice(0, -2);
  const cut = Array.from({ length: 50 }, () => exchangeBytes(patient.port, half));
  await expect.poll(() => patient.connections(), TEST_PATIENCE).toBe(50);

  const stream = await patient.enter();
  // From now on the listener is out of patience: what stands at its next look is late.
  patient.server.headersTimeout = 1;

  for (const said of await Promise.all(cut)) expectRefusal(said, 408, -1100);
  expect([stream.closedWith, patient.streams]).toEqual([undefined, 1]);
});

/** It looks at its connections often, and has patience with them until a test takes it away. */
const PATIENT = {
  headersTimeout: 600_000,
  requestTimeout: 600_000,
  connectionsCheckingInterval: 20,
};

test.each(NO_FRAMES)("SEC-55 %s ends the stream, and its code says why", async (_, bytes, code) => {
  const behind = desk.knock({ behind: bytes });
  const later = await desk.enter();
  later.send(bytes);

  await Promise.all([behind.gone, later.gone]);
  expect([behind.status, behind.closedWith, later.closedWith]).toEqual([101, code, code]);
  expect(desk.streams).toBe(WITNESS);
});

test("SEC-55 others are served while clients send what is no frame", async () => {
  await expectOthersServed(sendNoFrames(desk));
});

test.each(FLOODS)(
  "SEC-56 5,000 %s at once end the stream, and others are served meanwhile",
  async (_, path, message) => {
    await expectOthersServed(pour(desk, path, message));
  },
);

test.each(FLOODS)(
  "SEC-56 of %s 200 are answered, and the next ends the stream",
  async (_, path, message) => {
    const { count } = STREAM_LIMITS.messages;
    // So few are read in one piece: nothing is left unread that would take the last words with it.
    const stream = desk.knock({ path, behind: Buffer.concat(Array(count + 10).fill(message)) });

    await stream.gone;

    expect(stream.closedWith).toBe(1008);
    // A subscription has two answers, the last with the book.
    expect(stream.texts.length).toBeLessThanOrEqual(1 + 2 * count);
    expect(stream.pongs).toBeLessThanOrEqual(count);
  },
);

test("SEC-56 STREAM-LIMIT-7 an address that spreads 12,000 over many streams is closed, and others are served", async () => {
  const most = Buffer.concat(Array(STREAM_LIMITS.messages.count).fill(frame(PING, "x")));
  const crowd = await Promise.all(Array.from({ length: 60 }, () => desk.enter()));
  const quiet = await desk.enter();
  quiet.isAlive = false; // An answer to the server's ping is a message, too.
  const closed = () => crowd.filter(({ closedWith }) => closedWith === 1008).length;

  for (const stream of crowd) stream.send(most);
  await desk.served();

  // The last ten of the clients that send are beyond the 10,000; a silent one is not.
  await expect.poll(closed, TEST_PATIENCE).toBe(10);
  expect(quiet.closedWith).toBeUndefined();
  expect(desk.streams).toBe(50 + 1 + WITNESS);
});

test("SEC-57 a client that reads and writes a byte at a time is served like others", async () => {
  const slow = desk.knock();
  slow.socket.pause();
  for (const byte of SUBSCRIBE) slow.socket.write(Buffer.of(byte));
  let isOver = false;
  const sipping = sip(slow)(() => isOver);

  for (let trades = 0; trades < TRADES; trades++) await desk.served();
  isOver = true;
  await sipping;
  slow.socket.resume();

  await slow.until(() => slow.texts.some((text) => text.includes('"snapshot"')));
  expect(slow.closedWith).toBeUndefined();
});

test("SEC-58 a client that never reads is closed at 1 MiB, is told why, and its socket goes", async () => {
  const held = desk.watchHeld();
  const before = await desk.connections();
  const [late] = await Promise.all([enterUnread(desk), enterUnread(desk)]);

  await trading(desk)(() => desk.streams === WITNESS);
  // Who begins to read two seconds later is not told any more.
  late.socket.resume();
  await late.gone;

  expect(late.closedWith).toBe(4003);
  // Until it is written a frame is shared by all clients: what is held for one that does not read is little.
  expect(held()).toBeLessThan(256 * 1024);
  await expect.poll(() => desk.connections(), TEST_PATIENCE).toBeLessThanOrEqual(before);
});

test("SEC-59 hundreds come and go, whenever they like, and nothing is left of them", async () => {
  await expectOthersServed(comeAndGo(desk, 400));
});

test("SEC-60 STREAM-LIMIT-1 an address has 1,000 streams and no more, and others are served", async () => {
  await enterThousand(desk);
  // STREAM-LIMIT-2 forgets how many were opened: what is counted from here are those that are open.
  vi.advanceTimersByTime(STREAM_LIMITS.opening.perMs);
  let isOver = false;
  const knocking = knockInVain(desk)(() => isOver);

  for (let trades = 0; trades < TRADES; trades++) await desk.served();
  isOver = true;
  await knocking;

  expect(desk.streams).toBe(1_000 + WITNESS);
  desk.leave();
  await expect.poll(() => desk.streams, TEST_PATIENCE).toBe(WITNESS);
});

test("SEC-61 STREAM-BAN-1 a banned address opens no stream, and those that it has are closed", async () => {
  const { sequencer } = desk.host.instance;
  const streams = await Promise.all([desk.enter(), desk.enter({ path: "/ws" })]);

  await sequencer.submitAll([{ type: "BanAddress", block: desk.address, request: 0 }]);

  await Promise.all(streams.map(({ gone }) => gone));
  expect(streams.map(({ closedWith }) => closedWith)).toEqual([1008, 1008]);
  expectRefusal(await desk.refused(), 418, -1003);
  expect(desk.streams).toBe(WITNESS);
});
