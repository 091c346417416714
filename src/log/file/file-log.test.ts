/** The log on a disk, as long as the disk does what it is told. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  append,
  diskWith,
  draft,
  EPOCH,
  numberedTexts,
  openLog,
  textsOf,
} from "../../../test/support/log-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { Fault } from "../../core/base/assert.ts";
import { BATCH_HEADER_BYTES } from "../batch.ts";
import { GENESIS } from "../log.ts";
import { makeSegment } from "../segment/segments.ts";
import { openFileLog } from "./file-log.ts";

test("an empty directory becomes an empty log", async () => {
  const disk = new SimulatedDisk();

  const log = await openFileLog({ disk, segmentBytes: 1024 });

  expect(log.end).toEqual(GENESIS);
  expect(log.lastTimeMs).toBe(0);
  expect(log.recovery).toEqual({});
  expect(textsOf(log)).toEqual([]);
  expect(disk.list("log")[0]).toBe("00000001.log");
});

test("what was appended is read back, now and after a restart", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  await append(log, "one", 3);
  await append(log, "");
  await append(log, "two", 0);
  log.close();

  const again = await openLog({ disk });

  const batches = [...again.read(GENESIS)];
  expect(batches).toEqual([...log.read(GENESIS)]);
  const { payload, ...rest } = draft("one", 3);
  expect(batches[0]).toMatchObject({ ...rest, firstPosition: 1, epoch: EPOCH });
  expect(Buffer.from(payload).equals(batches[0]?.payload ?? new Uint8Array())).toBe(true);
  expect(batches.map(({ firstPosition, after }) => [firstPosition, after.position])).toEqual([
    [1, 3],
    [4, 4],
    [5, 4],
  ]);
  expect(again.end).toEqual(log.end);
  expect(again.lastTimeMs).toBe(draft("two").timeMs);
});

test("reading goes on from any cursor, up to the end it had when reading began", async () => {
  const texts = numberedTexts(12);
  const { disk, cursors } = await diskWith(texts);
  const log = await openLog({ disk });

  const reading = log.read(GENESIS)[Symbol.iterator]();
  reading.next();
  await append(log, "later");

  expect(Array.from({ [Symbol.iterator]: () => reading })).toHaveLength(11);
  for (const [index, cursor] of cursors.entries()) {
    expect(textsOf(log, cursor)).toEqual([...texts.slice(index + 1), "later"]);
  }
});

test("any batches in segments of any size are read back, across restarts", async () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 });
  const sizes = fc.integer({ min: BATCH_HEADER_BYTES + 400, max: 4000 });

  await fc.assert(
    fc.asyncProperty(lengths, sizes, fc.nat(40), async (payloads, segmentBytes, restartAt) => {
      const disk = new SimulatedDisk();
      let log = await openLog({ disk, segmentBytes });
      const texts = payloads.map((length, index) => String.fromCharCode(65 + index).repeat(length));

      for (const [index, text] of texts.entries()) {
        if (index === restartAt) {
          log.close();
          log = await openLog({ disk, segmentBytes });
        }
        await append(log, text, index % 3);
      }

      expect(textsOf(log)).toEqual(texts);
      log.close();
      const last = await openLog({ disk, segmentBytes: 5000, readOnly: true });
      expect(textsOf(last)).toEqual(texts);
      expect(last.end).toEqual(log.end);
    }),
    { seed: 2, numRuns: 60 },
  );
});

test("a batch may fill a segment to its last byte; one byte more goes into the next", async () => {
  for (const more of [0, 1]) {
    const disk = new SimulatedDisk();
    const log = await openLog({ disk });
    await append(log, "x".repeat(400));
    await append(log, "y".repeat(1024 - 400 - 2 * BATCH_HEADER_BYTES + more));

    expect(log.end.segment).toBe(1 + more);
    expect(disk.sectorsOf("log/00000001.log").size).toBe(1024);
    expect(textsOf(log)).toHaveLength(2);
  }
});

test("a batch larger than a segment is a fault", async () => {
  const log = await openLog({ disk: new SimulatedDisk() });

  await expect(log.append(1, EPOCH, draft("x".repeat(1000)))).rejects.toThrow(Fault);
  await append(log, "the log goes on");
});

test("a second append while one is outstanding is a fault", async () => {
  const log = await openLog({ disk: new SimulatedDisk() });

  const first = log.append(1, EPOCH, draft("one"));

  await expect(log.append(1, EPOCH, draft("two"))).rejects.toThrow(Fault);
  expect(await first).toBe("durable");
  expect(textsOf(log)).toEqual(["one"]);
});

test("a position that is not the next one is a fault", async () => {
  const log = await openLog({ disk: new SimulatedDisk() });
  await append(log, "one", 5);

  for (const position of [5, 7]) {
    await expect(log.append(position, EPOCH, draft("two"))).rejects.toThrow(Fault);
  }
});

test("an epoch that does not own the log is fenced and writes nothing", async () => {
  const disk = new SimulatedDisk();
  const log = await openFileLog({ disk, segmentBytes: 1024 });

  expect(await log.append(1, 0, draft("unclaimed"))).toBe("fenced");
  expect(log.claim(EPOCH)).toBe(true);
  expect(await log.append(1, EPOCH + 1, draft("later epoch"))).toBe("fenced");
  await append(log, "one");
  expect(log.claim(EPOCH - 1)).toBe(false);
  log.close();

  const again = await openFileLog({ disk, segmentBytes: 1024 });
  expect(again.claim(EPOCH - 1)).toBe(false);
  expect(again.claim(EPOCH)).toBe(true);
  expect(textsOf(again)).toEqual(["one"]);
});

test("LOG-DUR-1 an append is answered when the disk has written it, and not before", async () => {
  const writes: (() => void)[] = [];
  const disk = new SimulatedDisk({ schedule: (write) => void writes.push(write) });
  const log = await openLog({ disk });
  let answer: string | undefined;
  const appending = log.append(1, EPOCH, draft("one")).then((appended) => {
    answer = appended;
  });

  await new Promise(setImmediate);
  expect({ answer, position: log.end.position, writes: writes.length }).toEqual({
    answer: undefined,
    position: 0,
    writes: 1,
  });
  for (const write of writes) write();
  await appending;

  expect(answer).toBe("durable");
  disk.crash(() => 0);
  expect(textsOf(await openLog({ disk }))).toEqual(["one"]);
});

test("a failed write answers unknown for ever, and a restart finds a consistent log", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });
  await append(log, "one");
  disk.nextWriteError = new Error("EIO");

  expect(await log.append(2, EPOCH, draft("two"))).toBe("unknown");
  expect(await log.append(2, EPOCH, draft("two"))).toBe("unknown");
  expect(log.end.position).toBe(1);
  log.close();

  const again = await openLog({ disk });
  expect(textsOf(again)).toEqual(["one", "two"]);
  disk.crash(() => 0.9);
  expect(textsOf(await openLog({ disk }))).toEqual(["one", "two"]);
});

test("closing during an append still answers it", async () => {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk });

  const answer = log.append(1, EPOCH, draft("one"));
  log.close();

  expect(await answer).toBe("durable");
  await expect(log.append(2, EPOCH, draft("two"))).rejects.toThrow(Fault);
  expect(textsOf(await openLog({ disk }))).toEqual(["one"]);
});

test("a segment made ahead under another setting of the size is made anew", async () => {
  const { disk } = await diskWith(numberedTexts(5));

  const log = await openLog({ disk, segmentBytes: 4096 });
  await append(log, "a batch that did not fit before".padEnd(3000, "."));

  expect(disk.sectorsOf("log/00000002.log").size).toBe(4096);
  expect(textsOf(log)).toHaveLength(6);
});

test("without a setting, segments have the size of the newest that is there", async () => {
  const { disk } = await diskWith(numberedTexts(5), 2048);
  disk.remove("log/00000002.log");

  const log = await openFileLog({ disk });
  await new Promise((resolve) => setImmediate(resolve));
  log.close();

  expect(disk.list("log")).toEqual(["00000001.log", "00000002.log"]);
  expect(disk.sectorsOf("log/00000002.log").size).toBe(2048);
});

test("without a setting, the segment made ahead stays as it is", async () => {
  const { disk } = await diskWith(numberedTexts(5), 2048);
  const ahead = disk.sectorsOf("log/00000002.log");

  const log = await openFileLog({ disk });
  log.close();

  expect(disk.sectorsOf("log/00000002.log")).toBe(ahead);
});

test("without a setting, an empty directory gets segments of 64 MiB", async () => {
  const orders: number[] = [];
  const disk = new SimulatedDisk();
  const make = async (id: number, size: number) => {
    orders.push(size);
    makeSegment(disk, id, 1024);
  };

  const log = await openFileLog({ disk, segmentMaker: { make, close() {} } });
  log.close();

  expect(orders[0]).toBe(64 * 1024 * 1024);
});

test("LOG-LOCK-3 a log in which another writes is fenced before it does harm, and says where", async () => {
  const { disk } = await diskWith(numberedTexts(2));
  const told: string[] = [];
  const options = {
    disk,
    onForeign: (file: string, offset: number) => told.push(`${file} ${offset}`),
  };
  const [one, other] = [await openLog(options), await openLog(options)];
  await append(other, "of the other");
  const written = Buffer.from(disk.sectorsOf("log/00000001.log").read(0, 1024));

  expect(await one.append(3, EPOCH, draft("of the one"))).toBe("fenced");
  expect(await one.append(3, EPOCH, draft("again"))).toBe("fenced");

  expect(told).toEqual(["log/00000001.log 376"]);
  expect(Buffer.from(disk.sectorsOf("log/00000001.log").read(0, 1024)).equals(written)).toBe(true);
  await append(other, "goes on");
});

test("LOG-LOCK-3 bytes that changed shortly before the end are seen by the next append, whichever they are", async () => {
  let end = 1;
  for (let at = 0; at < end; at += 7) {
    const { disk } = await diskWith(numberedTexts(2));
    const log = await openLog({ disk });
    await append(log, "own");
    end = log.end.offset;
    const sectors = disk.sectorsOf("log/00000001.log");
    const [byte = 0] = sectors.read(at, 1);
    sectors.damage(at, Uint8Array.of(byte ^ 1));

    expect(await log.append(4, EPOCH, draft("next")), `byte ${at}`).toBe("fenced");
  }
});

test("LOG-LOCK-3 what was written last and is another's now is a fence, too", async () => {
  const { disk } = await diskWith(numberedTexts(1));
  const log = await openLog({ disk });
  await append(log, "own");
  disk.sectorsOf("log/00000001.log").damage(188 + 4, Uint8Array.of(1, 2, 3, 4));

  expect(await log.append(3, EPOCH, draft("next"))).toBe("fenced");
});
