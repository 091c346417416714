/**
 * What hostile clients of the streams do, over and over until they are told to stop. The suite sees that each gets what it
 * deserves and that others are served meanwhile; the campaign measures what others notice of it.
 */
import { expect } from "vitest";
import type { HostileDesk } from "../support/hostile-desk.ts";
import { expectRefusal } from "../support/raw-http.ts";
import { BINARY, frame, PING, type RawStream, TEXT } from "../support/raw-stream.ts";

/** Goes on until the test has seen enough. */
export type Attack = (isOver: () => boolean) => Promise<void>;

/** The well-behaved is there all the time. */
export const WITNESS = 1;

const LONG = Buffer.of(0x81, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0);
const FRAGMENT = frame(TEXT, "x", { isFinal: false });
const MORE = frame(0, "x", { isFinal: false });
const fragments = (count: number) => Buffer.concat([FRAGMENT, ...Array(count).fill(MORE)]);

/** What no client may send, and the code that it is told. */
export const NO_FRAMES: readonly (readonly [string, Buffer, number])[] = [
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

export function sendNoFrames(desk: HostileDesk): Attack {
  return async (isOver) => {
    for (let at = 0; !isOver(); at++) {
      const [, bytes] = NO_FRAMES[at % NO_FRAMES.length] ?? [];
      await desk.knock({ behind: bytes ?? Buffer.alloc(0) }).gone;
    }
  };
}

export const PATHS = ["/ws", "/kline-api/ws"];
export const SUBSCRIBE = frame(TEXT, '{"op":"subscribe","channel":"depth:BTCUSDT"}');
const ASK = frame(TEXT, '{"event":"req","params":{"channel":"market_btcusdt_trade_ticker"}}');

/** Of each 5,000 at once. */
export const FLOODS: readonly (readonly [string, string, Buffer])[] = [
  ["subscriptions", "/ws", SUBSCRIBE],
  ["channels that are not there", "/ws", frame(TEXT, '{"op":"subscribe","channel":"x"}')],
  ["messages that are no JSON", "/ws", frame(TEXT, "{".repeat(100))],
  ["logins", "/ws", frame(TEXT, '{"op":"login","apiKey":"x","ts":1,"sign":"x"}')],
  ["pings", "/ws", frame(PING, "x")],
  ["requests", "/kline-api/ws", ASK],
];

const FLOOD = 5_000;

/** A client that writes on may lose the reply: then it is told nothing. */
export function pour(desk: HostileDesk, path: string, message: Buffer): Attack {
  const flood = Buffer.concat(Array(FLOOD).fill(message));
  return async (isOver) => {
    do {
      const stream = desk.knock({ path, behind: flood });
      await stream.gone;
      expect([1008, undefined]).toContain(stream.closedWith);
    } while (!isOver());
  };
}

/** Reads a byte in each turn of the loop. */
export function sip({ socket }: RawStream): Attack {
  return async (isOver) => {
    while (!isOver()) {
      socket.read(1);
      await new Promise(setImmediate);
    }
  };
}

/** A busy market. */
export function trading(desk: HostileDesk): Attack {
  return async (isOver) => {
    while (!isOver()) {
      await desk.sweep();
      await new Promise(setImmediate);
    }
  };
}

/** A client that wants to be told much, and reads nothing of it. */
export async function enterUnread(desk: HostileDesk): Promise<RawStream> {
  const stream = await desk.enterCurious();
  stream.socket.pause();
  return stream;
}

/** So many at least. The one leaves before it is heard, the next when it is answered, the last with a subscription. */
export function comeAndGo(desk: HostileDesk, countMin: number): Attack {
  return async (isOver) => {
    for (let came = 0; !isOver() || came < countMin; ) {
      const crowd = Array.from({ length: 50 }, (_, at) =>
        desk.knock({ behind: SUBSCRIBE, path: PATHS[at % 2] ?? "" }),
      );
      const one = crowd[(came / 50) % 50];
      came += crowd.length;
      await one?.until(() => one.status !== undefined);
      desk.leave();
    }
  };
}

/** As many streams as an address may have. */
export async function enterThousand(desk: HostileDesk): Promise<void> {
  // Not all at once: what the system queues before a listener is no rule of ours.
  for (let hundreds = 0; hundreds < 10; hundreds++) {
    const many = Array.from({ length: 100 }, () => desk.knock());
    await Promise.all(many.map((stream) => stream.until(() => stream.texts.length > 0)));
  }
}

export function knockInVain(desk: HostileDesk): Attack {
  return async (isOver) => {
    do expectRefusal(await desk.refused(), 429, -1003);
    while (!isOver());
  };
}
