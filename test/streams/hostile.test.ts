/**
 * Hostile clients of the streams against the real listener, its limits on: each gets what it deserves,
 * and a well-behaved client does not notice. Times are held against a run without the attacker, minutes
 * apart from no clock: a machine that stands still makes every client late, but not again and again.
 */
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { TIME_OUTS } from "../../src/http/connections.ts";
import { HostileDesk, memoryInUse } from "../support/hostile-desk.ts";
import { exchangeBytes, expectRefusal } from "../support/raw-http.ts";
import { BINARY, frame, handshake, PING, type RawStream, TEXT } from "../support/raw-stream.ts";

/** A busy machine takes its time. */
const PATIENCE = { timeout: 30_000 };
const TRIES = 4;
/** The well-behaved is there all the time. */
const WITNESS = 1;
/** What a run may leave behind in memory: what was compiled and cached on the way. */
const LEFT_MIB = 24;

let desk: HostileDesk;
beforeAll(async () => {
  desk = await HostileDesk.open();
  await desk.latency();
});
afterEach(() => desk.leave());
afterAll(() => desk.close());

/** Goes on until the test has seen enough. */
type Attack = (isOver: () => boolean) => Promise<void>;

/** The well-behaved waits as long as without the attack, and nothing of it stays in memory. */
async function expectUnnoticed(attack: Attack): Promise<void> {
  const before = memoryInUse();
  await expectAsQuick([], [attack]);
  await expect.poll(() => memoryInUse() - before, PATIENCE).toBeLessThan(LEFT_MIB);
}

/** With the one going on as with the other. */
async function expectAsQuick(usual: Attack[], unusual: Attack[]): Promise<void> {
  const seen: string[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const quietMs = await latencyDuring(usual);
    const ms = await latencyDuring(unusual);
    seen.push(`${quietMs.toFixed(1)} ms, under attack ${ms.toFixed(1)} ms`);
    if (ms < slowest(quietMs)) return;
  }
  expect.fail(seen.join("; "));
}

/** Of the same order, on whatever machine. */
function slowest(quietMs: number): number {
  return 5 * quietMs + 20;
}

async function latencyDuring(attacks: Attack[]): Promise<number> {
  let isOver = false;
  const attacking = attacks.map((attack) => attack(() => isOver));
  const ms = await desk.latency();
  isOver = true;
  await Promise.all(attacking);
  return ms;
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
  const haste = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
  const hasty = await HostileDesk.open({ ...TIME_OUTS, ...haste });
  onTestFinished(() => hasty.close());
  const half = handshake().slice(0, -2);
  const cut = Array.from({ length: 50 }, () => exchangeBytes(hasty.port, half));

  const stream = await hasty.enter();

  for (const said of await Promise.all(cut)) expectRefusal(said, 408, -1100);
  expect([stream.closedWith, hasty.streams]).toEqual([undefined, 1]);
});

const LONG = Buffer.of(0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
const FRAGMENT = frame(TEXT, "x", { isFinal: false });
const MORE = frame(0, "x", { isFinal: false });
const fragments = (count: number) => Buffer.concat([FRAGMENT, ...Array(count).fill(MORE)]);

/** What no client may send, and the code that it is told. */
const NO_FRAMES: readonly (readonly [string, Buffer, number])[] = [
  ["a request", Buffer.from("GET /sapi/v1/ping HTTP/1.1\r\nHost: x\r\n\r\n"), 1002],
  ["noise", Buffer.from([...Array(64).keys()].map((at) => (at * 37 + 115) & 255)), 1002],
  ["a frame without a mask", frame(TEXT, "{}", { isMasked: false }), 1002],
  ["a reserved opcode", frame(0x3, "{}"), 1002],
  ["a reserved bit", frame(TEXT, "{}", { reserved: 0x40 }), 1002],
  ["the end of nothing", frame(0, "{}"), 1002],
  ["a ping in fragments", frame(PING, "", { isFinal: false }), 1002],
  ["a long ping", frame(PING, "x".repeat(126)), 1002],
  ["a binary frame", frame(BINARY, "{}"), 1003],
  ["text that is no UTF-8", frame(TEXT, Buffer.of(0xc3, 0x28)), 1007],
  ["a message beyond 4 KiB", frame(TEXT, "x".repeat(4_097)), 1009],
  ["an announced terabyte", LONG, 1009],
  [
    "a message beyond 4 KiB in pieces",
    Buffer.concat([frame(TEXT, "x".repeat(4_000), { isFinal: false }), frame(0, "x".repeat(97))]),
    1009,
  ],
  ["fragments without end", fragments(100), 1008],
];

test.each(NO_FRAMES)("SEC-55 %s ends the stream, and its code says why", async (_, bytes, code) => {
  const behind = desk.knock({ behind: bytes });
  const later = await desk.enter();
  later.send(bytes);

  await Promise.all([behind.gone, later.gone]);
  expect([behind.status, behind.closedWith, later.closedWith]).toEqual([101, code, code]);
  expect(desk.streams).toBe(WITNESS);
});

test("SEC-55 what is no frame costs others nothing", async () => {
  await expectUnnoticed(async (isOver) => {
    for (let at = 0; !isOver(); at++) {
      const [, bytes] = NO_FRAMES[at % NO_FRAMES.length] ?? [];
      await desk.knock({ behind: bytes ?? Buffer.alloc(0) }).gone;
    }
  });
});

const PATHS = ["/ws", "/kline-api/ws"];
const SUBSCRIBE = frame(TEXT, '{"op":"subscribe","channel":"depth:BTCUSDT"}');
const ASK = frame(TEXT, '{"event":"req","params":{"channel":"market_btcusdt_trade_ticker"}}');

test.each([
  ["5,000 subscriptions", "/ws", SUBSCRIBE],
  ["5,000 channels that are not there", "/ws", frame(TEXT, '{"op":"subscribe","channel":"x"}')],
  ["5,000 messages that are no JSON", "/ws", frame(TEXT, "{".repeat(100))],
  ["5,000 logins", "/ws", frame(TEXT, '{"op":"login","apiKey":"x","ts":1,"sign":"x"}')],
  ["5,000 pings", "/ws", frame(PING, "x")],
  ["5,000 requests", "/kline-api/ws", ASK],
])("SEC-56 %s at once end the stream, and others do not notice", async (_, path, message) => {
  const flood = Buffer.concat(Array(5_000).fill(message));
  const ends = new Set<number | undefined>();

  await expectUnnoticed(async (isOver) => {
    while (!isOver()) {
      const stream = desk.knock({ path, behind: flood });
      await stream.gone;
      ends.add(stream.closedWith);
    }
  });

  // A client that writes on may lose the reply.
  expect([...ends].filter((code) => code !== undefined)).toEqual([1008]);
});

test("SEC-56 STREAM-LIMIT-7 an address that spreads 12,000 over many streams is closed, and others do not notice", async () => {
  // Pings cost least: also a busy machine reads so many within the two seconds of the limit.
  const most = Buffer.concat(Array(200).fill(frame(PING, "x")));
  const crowd = await Promise.all(Array.from({ length: 60 }, () => desk.enter()));
  const quiet = await desk.enter();
  quiet.isAlive = false; // An answer to the server's ping is a message, too.

  await expectUnnoticed(async () => {
    for (const stream of crowd) stream.send(most);
    await expect
      .poll(() => crowd.some(({ closedWith }) => closedWith === 1008), PATIENCE)
      .toBe(true);
  });

  // The clients that send are closed, as many as were in the middle of it; a silent one is not.
  expect(quiet.closedWith).toBeUndefined();
});

test("SEC-57 a client that reads and writes a byte at a time is served like others", async () => {
  const slow = desk.knock();
  slow.socket.pause();
  for (const byte of SUBSCRIBE) slow.socket.write(Buffer.of(byte));

  await expectUnnoticed(async (isOver) => {
    while (!isOver()) {
      slow.socket.read(1);
      await new Promise(setImmediate);
    }
  });
  slow.socket.resume();

  await slow.until(() => slow.texts.some((text) => text.includes('"snapshot"')));
  expect(slow.closedWith).toBeUndefined();
});

/** A client that wants all trades, and reads none. */
async function enterUnread(): Promise<RawStream> {
  const stream = await desk.enter();
  stream.say({ op: "subscribe", channel: "trades:BTCUSDT" });
  await stream.until(() => stream.texts.some((text) => text.includes('"snapshot"')));
  stream.socket.pause();
  return stream;
}

/** A busy market. */
const trading: Attack = async (isOver) => {
  while (!isOver()) {
    await desk.sweep();
    await new Promise(setImmediate);
  }
};

test("SEC-58 a client that never reads is closed at 1 MiB, is told why, and its socket goes", async () => {
  const held = desk.watchHeld();
  const told: (number | undefined)[] = [];
  const unread: Attack = async () => {
    const [late] = await Promise.all([enterUnread(), enterUnread()]);
    await trading(isAlone);
    late.socket.resume();
    await late.gone;
    told.push(late.closedWith);
  };
  const before = await desk.connections();

  await expectAsQuick([trading], [unread]);
  // Who begins to read two seconds later is not told any more.
  while (!told.includes(4003) && told.length < TRIES) await unread(isAlone);

  expect(told).toContain(4003);
  // Until it is written a frame is shared by all clients: what is held for one that does not read is little.
  expect(held()).toBeLessThan(256 * 1024);
  await expect.poll(() => desk.connections(), PATIENCE).toBeLessThanOrEqual(before);
});

function isAlone(): boolean {
  return desk.streams === WITNESS;
}

test("SEC-59 more than a thousand come and go, whenever they like, and nothing is left of them", async () => {
  const open = await desk.connections();
  let came = 0;

  await expectUnnoticed(async (isOver) => {
    while (!isOver() || came < 1_200) {
      const crowd = Array.from({ length: 50 }, (_, at) =>
        desk.knock({ behind: SUBSCRIBE, path: PATHS[at % 2] ?? "" }),
      );
      came += crowd.length;
      // The one leaves before it is heard, the next when it is answered, the last with a subscription.
      await crowd[came % 50]?.until(() => crowd[came % 50]?.status !== undefined);
      desk.leave();
    }
  });

  await expect.poll(() => desk.streams, PATIENCE).toBe(WITNESS);
  await expect.poll(() => desk.connections(), PATIENCE).toBeLessThanOrEqual(open);
});

test("SEC-60 STREAM-LIMIT-1 an address has 1,000 streams and no more, and others do not notice", async () => {
  const quietMs = await desk.latency();
  // Not all at once: what the system queues before a listener is no rule of ours.
  for (let hundreds = 0; hundreds < 10; hundreds++) {
    const many = Array.from({ length: 100 }, () => desk.knock());
    await Promise.all(many.map((stream) => stream.until(() => stream.texts.length > 0)));
  }
  const knocking: Attack = async (isOver) => {
    while (!isOver()) expectRefusal(await desk.refused(), 429, -1003);
  };

  const ms = () => latencyDuring([knocking]);
  await expect.poll(ms, PATIENCE).toBeLessThan(slowest(quietMs));

  expect(desk.streams).toBe(1_000 + WITNESS);
  desk.leave();
  await expect.poll(() => desk.streams, PATIENCE).toBe(WITNESS);
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
