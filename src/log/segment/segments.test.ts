/** Segment files: made whole, retired in order, and read through the archive. */
import { expect, test } from "vitest";
import {
  append,
  diskWith,
  numberedTexts,
  openLog,
  textsOf,
} from "../../../test/support/log-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { DiskFull } from "../disk.ts";
import { LogCorrupt } from "../file/read-chain.ts";
import type { Cursor } from "../log.ts";
import { makeSegment, retireSegments } from "./segments.ts";

/** Twenty batches in four segments. */
const TEXTS = numberedTexts(20);

test("a segment that was made is durable and all zeros", () => {
  const disk = new SimulatedDisk();
  disk.makeDirectory("log");
  disk.syncDirectory(".");

  makeSegment(disk, 12, 3 * 1024 * 1024 + 5);
  disk.crash(() => 0.9);

  expect(disk.list("log")).toEqual(["00000012.log"]);
  const content = disk.sectorsOf("log/00000012.log").read(0, 4 * 1024 * 1024);
  expect(Buffer.compare(content, new Uint8Array(3 * 1024 * 1024 + 5))).toBe(0);
});

test("a segment that cannot be finished leaves nothing behind", () => {
  const disk = new SimulatedDisk({ spaceBytes: 1024 * 1024 });
  disk.makeDirectory("log");

  expect(() => makeSegment(disk, 1, 2 * 1024 * 1024)).toThrow("no space");
  expect(disk.list("log")).toEqual([]);
});

test("LOG-FULL-1: a segment is begun only when it and one MiB more are free", () => {
  const [size, spare] = [4096, 1024 * 1024];
  const disk = new SimulatedDisk({ spaceBytes: size + spare - 1, tellsFreeBytes: true });
  disk.makeDirectory("log");
  disk.operationsLeft = 1; // To look for drafts; a second one would find the machine down.

  expect(() => makeSegment(disk, 1, size)).toThrow(DiskFull);

  disk.operationsLeft = Number.POSITIVE_INFINITY;
  disk.spaceBytes += 1;
  makeSegment(disk, 1, size);
  expect(disk.list("log")).toEqual(["00000001.log"]);
});

test("what an unfinished segment takes is given back before the free space is asked for", () => {
  const [size, spare] = [4096, 1024 * 1024];
  const disk = new SimulatedDisk({ spaceBytes: size + spare, tellsFreeBytes: true });
  disk.makeDirectory("log");
  disk.open("log/00000001.tmp", "create").write(0, new Uint8Array(3000));

  makeSegment(disk, 1, size);

  expect(disk.list("log")).toEqual(["00000001.log"]);
});

test("what a crash left of an unfinished segment is removed at the start", async () => {
  const { disk } = await diskWith(TEXTS);
  disk.open("log/00000009.tmp", "create").write(0, Buffer.from("half"));

  const log = await openLog({ disk });

  expect(disk.list("log").filter((name) => name.endsWith(".tmp"))).toEqual([]);
  expect(textsOf(log)).toEqual(TEXTS);
});

test("segments before a cursor move to the archive, and reading goes through it", async () => {
  const { disk, cursors } = await diskWith(TEXTS);
  const cursor = cursors[12] as Cursor;

  expect(retireSegments(disk, { before: cursor, keep: true })).toEqual([1, 2]);
  disk.crash(() => 0.9);

  expect(disk.list("archive")).toEqual(["00000001.log", "00000002.log"]);
  expect(disk.list("log")[0]).toBe("00000003.log");
  const log = await openLog({ disk, from: cursor });
  expect(textsOf(log)).toEqual(TEXTS);
  expect(textsOf(log, cursor)).toEqual(TEXTS.slice(13));
  await append(log, "goes on");
  expect(textsOf(log, cursor)).toEqual([...TEXTS.slice(13), "goes on"]);
});

test("segments before a cursor are removed when they need not be kept", async () => {
  const { disk, cursors } = await diskWith(TEXTS);
  const cursor = cursors[12] as Cursor;

  retireSegments(disk, { before: cursor, keep: false });
  disk.crash(() => 0.9);

  expect(disk.list("archive")).toEqual([]);
  for (const from of [cursor, undefined]) {
    const log = await openLog({ disk, from });
    expect(textsOf(log, cursor)).toEqual(TEXTS.slice(13));
    expect(() => textsOf(log)).toThrow(LogCorrupt);
    log.close();
  }
});

test("damage in the archive is found when it is read", async () => {
  const { disk, cursors } = await diskWith(TEXTS);
  const cursor = cursors[12] as Cursor;
  retireSegments(disk, { before: cursor, keep: true });
  disk.sectorsOf("archive/00000002.log").damage(500, Buffer.from("damage"));

  const log = await openLog({ disk, from: cursor });

  expect(() => textsOf(log)).toThrow("archive/00000002.log at offset 376");
});

test("a log without its oldest segments and without a batch is corrupt: nothing says its position", async () => {
  const { disk } = await diskWith(TEXTS.slice(0, 2));
  disk.remove("log/00000001.log");

  await expect(openLog({ disk })).rejects.toThrow(LogCorrupt);
});
