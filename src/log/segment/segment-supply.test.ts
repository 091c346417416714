/** The next segment: made ahead, waited for, and missing when there is no space. */
import { expect, test } from "vitest";
import {
  append,
  draft,
  EPOCH,
  numberedTexts,
  openLog,
  textsOf,
} from "../../../test/support/log-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { DiskFull } from "../disk.ts";
import { makeSegment, type SegmentMaker } from "./segments.ts";

/** A timer that fires when the test says so. */
function handTimer() {
  let ring: (() => void) | undefined;
  return {
    timer: (_delayMs: number, callback: () => void) => {
      ring = callback;
      return () => {
        ring = undefined;
      };
    },
    ring: () => ring?.(),
    isSet: () => ring !== undefined,
  };
}

/** A maker that makes each segment when the test says so. */
function slowMaker(disk: SimulatedDisk) {
  const orders: (() => void)[] = [];
  const maker: SegmentMaker = {
    make: (id, size) =>
      new Promise((resolve) => {
        orders.push(() => {
          makeSegment(disk, id, size);
          resolve();
        });
      }),
    close() {},
  };
  return { maker, orders };
}

/** When all that can happen by itself has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("the segment after is made as soon as one begins to be used", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  expect(disk.list("log")).toHaveLength(2);

  for (const text of numberedTexts(6)) await append(log, text);

  expect(log.end.segment).toBe(2);
  expect(disk.list("log")).toEqual(["00000001.log", "00000002.log", "00000003.log"]);
});

test("an append waits for a segment that is still being made", async () => {
  const disk = new SimulatedDisk();
  const { maker, orders } = slowMaker(disk);
  const opening = openLog({ disk, segmentMaker: maker });
  orders.shift()?.();
  const log = await opening;
  for (const text of numberedTexts(5)) await append(log, text);

  const waiting = log.append(6, EPOCH, draft("x".repeat(100)));
  expect(log.isShortOfSpace).toBe(false);
  orders.shift()?.();

  expect(await waiting).toBe("durable");
  expect(log.end.segment).toBe(2);
});

test("an append that waits for a segment is told full when the log is closed", async () => {
  const disk = new SimulatedDisk();
  const { maker, orders } = slowMaker(disk);
  const opening = openLog({ disk, segmentMaker: maker });
  orders.shift()?.();
  const log = await opening;
  for (const text of numberedTexts(5)) await append(log, text);

  const waiting = log.append(6, EPOCH, draft("x".repeat(100)));
  log.close();

  expect(await waiting).toBe("full");
});

test("on a full disk the segment in use is finished, then the log is full, then it goes on", async () => {
  const disk = new SimulatedDisk({ spaceBytes: 1500 });
  const { timer, ring, isSet } = handTimer();
  const log = await openLog({ disk, timer });
  const texts = numberedTexts(5);
  for (const text of texts) await append(log, text);
  expect(log.isShortOfSpace).toBe(true);
  expect(log.spaceError).toBeInstanceOf(DiskFull);
  expect(disk.list("log")).toEqual(["00000001.log"]);

  expect(await log.append(6, EPOCH, draft("too long for what is left"))).toBe("full");
  expect(await log.append(6, EPOCH, draft("too long for what is left"))).toBe("full");
  expect(textsOf(log)).toEqual(texts);

  ring();
  expect(await log.append(6, EPOCH, draft("still no space, though tried again"))).toBe("full");
  expect(log.isShortOfSpace).toBe(true);

  disk.spaceBytes = 4096;
  ring();
  await append(log, "there is space again");

  expect(log.isShortOfSpace).toBe(false);
  log.close();
  expect(isSet()).toBe(false);
  expect(textsOf(await openLog({ disk }))).toEqual([...texts, "there is space again"]);
});

test("a batch that fits into what is left is durable also on a full disk", async () => {
  const disk = new SimulatedDisk({ spaceBytes: 1500 });
  const log = await openLog({ disk });
  for (const text of numberedTexts(4)) await append(log, text);

  expect(await log.append(5, EPOCH, draft("x".repeat(900)))).toBe("full");
  expect(await log.append(5, EPOCH, draft("short"))).toBe("durable");
});

test("LOG-FULL-1: want of space is told once when it begins and once when it is over", async () => {
  const disk = new SimulatedDisk({ spaceBytes: 1500 });
  const { timer, ring } = handTimer();
  const told: (Error | undefined)[] = [];
  const log = await openLog({ disk, timer, onSpace: (error) => told.push(error) });
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await settled();
    ring();
  }
  await settled();
  expect(told).toEqual([expect.any(DiskFull)]);
  expect(log.spaceError).toBeInstanceOf(DiskFull);

  disk.spaceBytes = 2500;
  ring();
  await settled();
  expect(told).toEqual([expect.any(DiskFull), undefined]);

  for (const text of numberedTexts(6)) await append(log, text);
  await settled();
  expect(told).toEqual([expect.any(DiskFull), undefined, expect.any(DiskFull)]);
  log.close();
});

test("a log with space, and one that is closed, tell nothing", async () => {
  const disk = new SimulatedDisk();
  const told: (Error | undefined)[] = [];
  let fail: (error: Error) => void = () => {};
  const maker: SegmentMaker = {
    make: async (id, size) => {
      if (id < 4) makeSegment(disk, id, size);
      else await new Promise((_, reject) => (fail = reject));
    },
    close: () => fail(new Error("closed")),
  };
  const log = await openLog({ disk, segmentMaker: maker, onSpace: (error) => told.push(error) });
  for (const text of numberedTexts(12)) await append(log, text);

  log.close();
  await settled();

  expect(told).toEqual([]);
});

test("a maker that throws is tried again, too", async () => {
  const disk = new SimulatedDisk();
  const { timer, ring } = handTimer();
  let isThrowing = false;
  const maker: SegmentMaker = {
    make: (id, size) => {
      if (isThrowing) throw new Error("no thread");
      return Promise.resolve(makeSegment(disk, id, size));
    },
    close() {},
  };
  const log = await openLog({ disk, timer, segmentMaker: maker });
  isThrowing = true;
  for (const text of numberedTexts(6)) await append(log, text);
  await settled();
  expect(log.spaceError?.message).toBe("no thread");

  ring();
  await settled();
  expect(log.isShortOfSpace).toBe(true);
  isThrowing = false;
  ring();
  await settled();
  expect(log.isShortOfSpace).toBe(false);
});
