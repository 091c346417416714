/** What a client has asked for, on a wire that takes as much as the test says. */
import { expect, test } from "vitest";
import { Connection } from "../../src/edge/ws/socket/connection.ts";
import { STREAM_LIMITS } from "../../src/edge/ws/socket/limits.ts";
import { Rounds } from "../../src/edge/ws/socket/rounds.ts";
import { VirtualTime } from "../support/virtual-time.ts";

function open() {
  const time = new VirtualTime(0);
  const now = () => time.monotonicMs();
  const rounds = new Rounds({
    now,
    timer: time.timer,
    makeWay: (goOn) => goOn(),
    make: () => true,
    hasWork: () => false,
    isSilent: () => false,
  });
  const wire = {
    writableLength: 0,
    written: [] as Buffer[],
    closedWith: 0,
    write(bytes: Buffer) {
      this.written.push(bytes);
      this.writableLength += bytes.length;
    },
    close(code: number) {
      this.closedWith = code;
    },
    cut: () => undefined,
  };
  const known = { address: "127.0.0.1", nowMs: 0, onEnd: () => undefined };
  const connection = new Connection({ wire, rounds, limits: STREAM_LIMITS, ...known });
  return { connection, wire, time };
}

const MEGABYTE = 1_048_576;

test("STREAM-SLOW-2: what was asked for leaves as fast as it is read, between what came before and after it", async () => {
  const { connection, wire, time } = open();
  const frames = Array.from({ length: 5_000 }, (_, at) => Buffer.from(`${at};`.padEnd(1_000, ".")));
  connection.send(Buffer.from("before;"));
  connection.owe(frames);
  connection.send(Buffer.from("after;"));
  let largest = 0;
  for (let round = 0; round < 200; round++) {
    await time.pass(5);
    largest = Math.max(largest, wire.writableLength);
    wire.writableLength = 0;
  }
  expect(largest).toBeLessThan(MEGABYTE);
  const words = Buffer.concat(wire.written).toString().replaceAll(".", "").split(";");
  expect(words).toEqual(["before", ...frames.map((_, at) => `${at}`), "after", ""]);
});

test("STREAM-SLOW-2: a client that takes nothing of it between two pings is closed, and so is one that asks for too much", async () => {
  const stuck = open();
  stuck.connection.owe([Buffer.alloc(MEGABYTE), Buffer.alloc(MEGABYTE)]);
  await stuck.time.pass(5);
  stuck.connection.beat(10_000);
  expect(stuck.wire.closedWith).toBe(0);
  stuck.connection.beat(20_000);
  expect(stuck.wire.closedWith).toBe(4003);

  const greedy = open();
  for (let at = 0; at < 32; at++) greedy.connection.owe([Buffer.alloc(MEGABYTE)]);
  expect(greedy.wire.closedWith).toBe(0);
  greedy.connection.owe([Buffer.alloc(1)]);
  expect(greedy.wire.closedWith).toBe(4003);
});
