/** One client on a wire of the test: what it gets, and what ends it. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../../test/support/virtual-time.ts";
import type { CloseReason } from "../../../contract/streams/closings.ts";
import { Connection } from "./connection.ts";
import { textFrame } from "./frame.ts";
import { STREAM_LIMITS } from "./limits.ts";
import { Rounds } from "./rounds.ts";

const MIB = 1_048_576;
const PIECE = 128 * 1024;
/** With the four bytes of its head a frame of 1,000. */
const REPLY = "x".repeat(996);

class Desk {
  readonly time = new VirtualTime(0);
  readonly written: string[] = [];
  readonly messages: number[] = [];
  readonly ends: (CloseReason | undefined)[] = [];
  readonly #rounds = new Rounds({
    now: () => this.time.monotonicMs(),
    timer: this.time.timer,
    makeWay: (goOn) => goOn(),
    make: () => true,
    hasWork: () => false,
    isSilent: () => this.isSilent,
  });
  isSilent = false;
  left = 0;
  /** Whether the client reads what it is sent. */
  isReading = true;
  unread = 0;
  writtenBytes = 0;
  closedWith: readonly [number, string] | undefined;
  cuts = 0;
  readonly connection: Connection;

  constructor(shared: { readonly owed?: { bytes: number } } = {}) {
    const desk = this;
    this.connection = new Connection({
      wire: {
        get writableLength() {
          return desk.unread;
        },
        write: (bytes, messages) => this.#write(Buffer.from(bytes as string, "latin1"), messages),
        close: (...closing) => {
          this.closedWith = closing;
        },
        cut: () => {
          this.cuts++;
        },
      },
      rounds: this.#rounds,
      limits: STREAM_LIMITS,
      address: "127.0.0.1",
      nowMs: 0,
      ...shared,
      onEnd: (_, closing) => this.ends.push(closing),
    });
    this.connection.peer = {
      hear: () => undefined,
      heartbeat: () => Buffer.from("ping"),
      leave: () => {
        this.left++;
      },
    };
  }

  #write(bytes: Buffer, messages: number): void {
    this.writtenBytes += bytes.length;
    this.messages.push(messages);
    if (bytes.length < 100) this.written.push(bytes.toString());
    if (!this.isReading) this.unread += bytes.length;
  }

  send(...texts: string[]): void {
    for (const text of texts) this.connection.send(Buffer.from(text));
  }
}

test("STREAM-PACE-1 what waits for a client leaves in one write, in its order", async () => {
  const desk = new Desk();
  desk.send("a", "b", "c");
  expect(desk.written).toEqual([]);
  await desk.time.pass(5);
  desk.send("d");
  await desk.time.pass(5);

  expect(desk.written).toEqual(["abc", "d"]);
  expect(desk.messages).toEqual([3, 1]);
});

test("STREAM-PACE-1 what was asked for stands behind what waits and before what comes", async () => {
  const desk = new Desk();
  desk.send("a");
  desk.connection.owe([Buffer.from("b"), Buffer.from("c")]);
  desk.send("d");
  await desk.time.pass(10);

  expect(desk.written.join("")).toBe("abcd");
});

test("STREAM-SLOW-1 a client for which more than 1 MiB waits is cut off, and not before", async () => {
  const desk = new Desk();
  desk.isReading = false;
  desk.connection.send(Buffer.alloc(MIB / 2));
  await desk.time.pass(5);
  desk.connection.send(Buffer.alloc(MIB / 2));
  expect(desk.closedWith).toBeUndefined();

  desk.send("x");

  expect(desk.closedWith).toEqual([4003, "slow reader: too much was sent and not read"]);
  expect([desk.ends, desk.left, desk.connection.isOver]).toEqual([["slow_reader"], 1, true]);
  desk.send("more");
  await desk.time.pass(1_000);
  expect(desk.writtenBytes).toBe(MIB / 2);
});

test("STREAM-SLOW-1 what a client does not take is not copied for it, and comes in order when it does", async () => {
  const desk = new Desk();
  desk.isReading = false;
  for (const text of ["a", "b", "c"]) {
    desk.send(text);
    await desk.time.pass(5);
  }
  expect(desk.written).toEqual(["a"]);

  desk.unread = 0;
  await desk.time.pass(5);

  expect(desk.written).toEqual(["a", "bc"]);
});

test("STREAM-SLOW-1 a client that reads is not slow, however much it is sent", async () => {
  const desk = new Desk();
  for (let at = 0; at < 20; at++) {
    desk.connection.send(Buffer.alloc(MIB / 2));
    await desk.time.pass(5);
  }

  expect([desk.closedWith, desk.writtenBytes]).toEqual([undefined, 10 * MIB]);
});

test("STREAM-SLOW-2 what was asked for leaves in pieces, as fast as the client reads", async () => {
  const desk = new Desk();
  desk.isReading = false;
  desk.connection.owe(Array.from({ length: 64 }, () => Buffer.alloc(PIECE / 2)));
  await desk.time.pass(1_000);
  expect(desk.writtenBytes).toBe(PIECE);

  for (let pieces = 2; pieces <= 32; pieces++) {
    desk.unread = 0;
    await desk.time.pass(5);
    expect(desk.writtenBytes).toBe(pieces * PIECE);
  }
  expect(desk.closedWith).toBeUndefined();
});

test("STREAM-SLOW-2 a client that asks for more than may be owed, or takes nothing of it, is cut off", async () => {
  const greedy = new Desk();
  const frame = Buffer.alloc(STREAM_LIMITS.owedBytes);
  expect(greedy.connection.mayOwe([frame])).toBe(true);
  greedy.connection.owe([frame]);
  expect(greedy.connection.mayOwe([Buffer.alloc(1)])).toBe(false);
  greedy.connection.owe([Buffer.alloc(1)]);
  expect(greedy.ends).toEqual(["slow_reader"]);

  const stuck = new Desk();
  stuck.isReading = false;
  stuck.connection.owe([Buffer.alloc(PIECE), Buffer.alloc(PIECE)]);
  await stuck.time.pass(5);
  stuck.connection.beat(10_000);
  expect(stuck.ends).toEqual([]);
  stuck.connection.beat(20_000);
  expect(stuck.ends).toEqual(["slow_reader"]);
});

test("STREAM-LIMIT-5 200 messages in 2 s are heard; one more ends the connection", () => {
  const desk = new Desk();
  const heardAt = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => desk.connection.heard(nowMs)).every(Boolean);

  expect(heardAt(200, 0)).toBe(true);
  expect(heardAt(200, 2_000)).toBe(true);
  expect(desk.closedWith).toBeUndefined();
  expect(desk.connection.heard(3_999)).toBe(false);
  expect(desk.closedWith?.[0]).toBe(1008);
  expect(desk.connection.heard(10_000)).toBe(false);
  expect(desk.ends).toEqual(["too_many_messages"]);
});

test("STREAM-PING-1 a client is asked whether it is there, and closed when it was silent for 30 s", async () => {
  const desk = new Desk();
  desk.connection.beat(10_000);
  await desk.time.pass(5);
  expect(desk.written).toEqual(["ping"]);
  desk.connection.heard(15_000);
  for (const nowMs of [20_000, 30_000, 40_000]) desk.connection.beat(nowMs);
  expect(desk.closedWith).toBeUndefined();

  desk.connection.beat(45_000);

  expect(desk.closedWith).toEqual([4004, "nothing was heard for too long"]);
});

test("STREAM-SLOW-1 a closing word stands behind what waits", () => {
  const desk = new Desk();
  desk.send("last");
  desk.connection.close("stopping");
  desk.connection.close("anew");

  expect(desk.written).toEqual(["last"]);
  expect([desk.closedWith?.[0], desk.left, desk.ends]).toEqual([1001, 1, ["stopping"]]);
});

test("STREAM-SLOW-1 a client that is gone is told nothing and ends once", async () => {
  const desk = new Desk();
  desk.send("a");
  desk.connection.ended();
  desk.connection.ended();
  desk.connection.owe([Buffer.from("b")]);
  desk.connection.beat(60_000);
  await desk.time.pass(1_000);

  expect([desk.written, desk.closedWith, desk.ends, desk.left]).toEqual([
    ...[[], undefined, [undefined], 1],
  ]);
});

test("STREAM-SLOW-2 frames that are owed are bounded by number too", () => {
  const desk = new Desk();
  const frames = Array.from({ length: STREAM_LIMITS.owedFrames }, () => Buffer.of(1));
  desk.connection.owe(frames);
  expect([desk.ends, desk.connection.mayOwe([Buffer.of(1)])]).toEqual([[], false]);
  desk.connection.owe([Buffer.of(1)]);
  expect(desk.ends).toEqual(["slow_reader"]);
});

test("STREAM-SLOW-2 all clients together are owed no more than a bound, and one that ends gives back what it was", () => {
  const owed = { bytes: STREAM_LIMITS.owedBytesInAll - 10 };
  const desk = new Desk({ owed });
  desk.connection.owe([Buffer.alloc(10)]);
  expect(desk.connection.mayOwe([Buffer.of(1)])).toBe(false);
  desk.connection.ended();
  expect(owed.bytes).toBe(STREAM_LIMITS.owedBytesInAll - 10);
});

test("STREAM-SLOW-2 a huge frame that was asked for does not cut a client off while it is read", async () => {
  const desk = new Desk();
  desk.isReading = false;
  desk.connection.owe([Buffer.alloc(2 * STREAM_LIMITS.unsentBytes)]);
  await desk.time.pass(5);
  expect(desk.unread).toBe(2 * STREAM_LIMITS.unsentBytes);
  desk.send("news");
  expect(desk.ends).toEqual([]);
});

test("STREAM-PING-1 a client that takes what it has asked for is there, though its answer waits behind it", async () => {
  const desk = new Desk();
  desk.isReading = false;
  desk.connection.owe(Array.from({ length: 100 }, () => Buffer.alloc(PIECE)));
  for (let beat = 1; beat <= 6; beat++) {
    desk.unread = 0;
    await desk.time.pass(5);
    desk.connection.beat(beat * 10_000);
  }
  expect(desk.ends).toEqual([]);
});

test("STREAM-DUR-1 nothing is written while the sequencer is broken, not even by closing", () => {
  const desk = new Desk();
  desk.send("what does not add up");
  desk.isSilent = true;
  desk.connection.close("binary");
  expect([desk.written, desk.closedWith?.[0]]).toEqual([[], 1003]);
});

test("STREAM-ORDER-7: a reply leaves at once, behind what waits and with it, and the beat finds nothing", async () => {
  const desk = new Desk();
  desk.send("a");
  desk.connection.sendAtOnce("b");
  expect(desk.written).toEqual([`a${textFrame("b")}`]);
  await desk.time.pass(100);

  expect(desk.messages).toEqual([2]);
});

test("STREAM-ORDER-7 STREAM-SLOW-1: replies that are not read wait like all else, and end the connection", async () => {
  const desk = new Desk();
  desk.isReading = false;
  desk.connection.sendAtOnce(REPLY);
  desk.connection.sendAtOnce(REPLY);
  expect(desk.messages).toEqual([1]);
  for (let sent = 2_000; sent < MIB; sent += 1_000) desk.connection.sendAtOnce(REPLY);

  expect(desk.messages).toEqual([1]);
  expect(desk.ends).toEqual(["slow_reader"]);
  desk.connection.sendAtOnce("gone");
  expect(desk.messages).toEqual([1]);
});

test("STREAM-DUR-1 STREAM-ORDER-7: while nothing may leave, a reply does not", () => {
  const desk = new Desk();
  desk.isSilent = true;
  desk.connection.sendAtOnce("a");

  expect(desk.messages).toEqual([]);
});

test("SANDBOX-FAULT-11: a connection that fell silent says and hears nothing, and is given up in time", () => {
  const desk = new Desk();
  desk.connection.send(Buffer.from("before"));
  desk.connection.fallSilent();
  const writtenBytes = desk.writtenBytes;
  desk.connection.send(Buffer.from("after"));
  desk.connection.sendAtOnce("reply");
  desk.connection.owe([Buffer.from("snapshot")]);
  desk.connection.flush();

  expect(writtenBytes).toBe("before".length);
  expect(desk.connection.heard(29_000)).toBe(false);
  desk.connection.beat(29_999);
  expect([desk.ends, desk.cuts]).toEqual([[], 0]);
  desk.connection.beat(30_000);

  expect(desk.writtenBytes).toBe("before".length);
  expect([desk.ends, desk.cuts, desk.left]).toEqual([["silent"], 1, 1]);
  expect(desk.closedWith).toBeUndefined();
});

test("SANDBOX-FAULT-9: a connection that is cut ends without a closing frame, behind what was sent", () => {
  const desk = new Desk();
  desk.connection.send(Buffer.from("before"));
  desk.connection.cut();
  desk.connection.cut();

  expect(desk.writtenBytes).toBe("before".length);
  expect([desk.ends, desk.cuts, desk.left]).toEqual([[undefined], 1, 1]);
  expect(desk.closedWith).toBeUndefined();
});
