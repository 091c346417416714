/** What a start finds on a disk: a log, a torn tail, or damage. Damage is never passed over. */
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
import { STRIDE } from "../../../test/support/runs.ts";
import type { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { assert } from "../../core/base/assert.ts";
import { BATCH_BYTES_MAX, BatchEncoder } from "../batch.ts";
import type { Cursor } from "../log.ts";
import { FileLog } from "./file-log.ts";
import { LogCorrupt } from "./read-chain.ts";

const FIRST = "log/00000001.log";
const SECOND = "log/00000002.log";
const THIRD = "log/00000003.log";

/** Six batches in two segments of 1 KiB: five in the first, one in the second. */
const TEXTS = numberedTexts(6);
const BATCH_BYTES = 188;

function contentOf(disk: SimulatedDisk, path: string): Buffer {
  return Buffer.from(disk.sectorsOf(path).read(0, 1024));
}

async function open(disk: SimulatedDisk, from?: Cursor) {
  return await openLog({ disk, from });
}

test.each([1, 4, 6, 8])(
  "a last batch torn at any byte is cut off and reported, and the log of %i goes on",
  async (count) => {
    const texts = numberedTexts(count);
    const segment = count > 5 ? SECOND : FIRST;
    const offset = ((count - 1) % 5) * BATCH_BYTES;

    const whole = (await diskWith(texts)).disk;

    for (let kept = 0; kept < BATCH_BYTES; kept += STRIDE) {
      const disk = whole.copy();
      disk.sectorsOf(segment).damage(offset + kept, new Uint8Array(BATCH_BYTES - kept));

      const log = await open(disk);

      expect(textsOf(log)).toEqual(texts.slice(0, -1));
      const tail = log.recovery.tornTail;
      expect(tail?.file, `kept ${kept}`).toBe(kept === 0 ? undefined : segment);
      expect(tail?.offset ?? offset).toBe(offset);
      expect(tail?.bytes ?? 0).toBeLessThanOrEqual(kept);
      await append(log, "goes on");
      log.close();
      const again = await open(disk);
      expect(again.recovery).toEqual({});
      expect(textsOf(again)).toEqual([...texts.slice(0, -1), "goes on"]);
    }
  },
);

test("a last segment cut short anywhere in the last batch is a torn tail", async () => {
  const whole = (await diskWith(TEXTS.slice(0, 2))).disk;
  for (let size = BATCH_BYTES + 1; size < 2 * BATCH_BYTES; size += STRIDE) {
    const disk = whole.copy();
    disk.remove(SECOND);
    disk.sectorsOf(FIRST).truncate(size);

    const log = await open(disk);

    expect(textsOf(log)).toEqual(TEXTS.slice(0, 1));
    expect(log.recovery.tornTail).toMatchObject({ file: FIRST, offset: BATCH_BYTES });
    await append(log, "goes on");
    expect(textsOf(log)).toEqual([TEXTS[0], "goes on"]);
  }
});

test("a torn write whose first sectors are missing is a torn tail, too", async () => {
  const { disk } = await diskWith(TEXTS.slice(0, 2));
  disk.sectorsOf(FIRST).damage(2 * BATCH_BYTES + 300, Buffer.from("left over"));

  const log = await open(disk);

  expect(log.recovery.tornTail).toEqual({ file: FIRST, offset: 2 * BATCH_BYTES, bytes: 309 });
  expect(textsOf(log)).toEqual(TEXTS.slice(0, 2));
  expect(contentOf(disk, FIRST).subarray(2 * BATCH_BYTES)).toEqual(
    Buffer.alloc(1024 - 2 * BATCH_BYTES),
  );
});

test("a bit flipped anywhere is corruption, or a torn tail when it hits what is last", async () => {
  const places = [FIRST, SECOND, THIRD].flatMap((path) =>
    Array.from({ length: 1024 }, (_, offset) => ({ path, offset })),
  );
  const { disk } = await diskWith(TEXTS);
  for (const { path, offset } of places.filter((_, at) => at % STRIDE === 0)) {
    const byte = contentOf(disk, path)[offset] ?? 0;
    disk.sectorsOf(path).damage(offset, Uint8Array.of(byte ^ (1 << (offset & 7))));

    const found = await openLog({ disk, readOnly: true }).catch((error: unknown) => error);
    const texts = found instanceof FileLog ? textsOf(found) : [];
    disk.sectorsOf(path).damage(offset, Uint8Array.of(byte));

    if (path === FIRST) expect(found, `${path} ${offset}`).toBeInstanceOf(LogCorrupt);
    if (found instanceof LogCorrupt) continue;
    assert(found instanceof FileLog, "a start gives a log or LogCorrupt");
    const isLastBatch = path === SECOND && offset < BATCH_BYTES;
    expect(found.recovery.tornTail, `${path} ${offset}`).toMatchObject({ file: path });
    expect(texts).toEqual(isLastBatch ? TEXTS.slice(0, -1) : TEXTS);
  }
});

test("an empty batch behind it turns damage of the last real batch into corruption", async () => {
  const closed = (await diskWith(TEXTS)).disk;
  const log = await open(closed);
  await append(log, "", 0);
  log.close();
  for (let offset = 0; offset < BATCH_BYTES; offset += STRIDE) {
    const disk = closed.copy();
    const byte = contentOf(disk, SECOND)[offset] ?? 0;
    disk.sectorsOf(SECOND).damage(offset, Uint8Array.of(byte ^ 0x10));

    await expect(open(disk)).rejects.toThrow(LogCorrupt);
  }
});

test("corruption names the file, the offset and what was expected, and changes nothing", async () => {
  const { disk } = await diskWith(TEXTS);
  disk.sectorsOf(FIRST).damage(BATCH_BYTES + 100, Buffer.from("damage"));
  const before = [contentOf(disk, FIRST), contentOf(disk, SECOND)];

  await expect(open(disk)).rejects.toThrow(
    `${FIRST} at offset ${BATCH_BYTES}: expected a batch, found a wrong checksum`,
  );
  expect([contentOf(disk, FIRST), contentOf(disk, SECOND)]).toEqual(before);
});

test("sound batches in the wrong order, twice, or in another segment are corruption", async () => {
  const { disk: source } = await diskWith(TEXTS);
  const batch = (index: number) => source.sectorsOf(FIRST).read(index * BATCH_BYTES, BATCH_BYTES);

  for (const [from, to] of [
    [1, 2],
    [0, 1],
    [3, 4],
    [0, 4],
  ] as const) {
    const { disk } = await diskWith(TEXTS.slice(0, 5));
    disk.sectorsOf(FIRST).damage(to * BATCH_BYTES, batch(from));
    await expect(open(disk)).rejects.toThrow(LogCorrupt);
  }
  const { disk } = await diskWith(TEXTS);
  disk.sectorsOf(SECOND).damage(0, contentOf(disk, FIRST));
  await expect(open(disk)).rejects.toThrow("expected a batch of segment 2, found one of segment 1");
});

test("a batch of another history with the right position is corruption", async () => {
  const { disk } = await diskWith(TEXTS.slice(0, 3));
  const { disk: other } = await diskWith(["x".repeat(100), ...TEXTS.slice(1, 3)]);
  disk.sectorsOf(FIRST).damage(2 * BATCH_BYTES, contentOf(other, FIRST).subarray(2 * BATCH_BYTES));

  await expect(open(disk)).rejects.toThrow("expected the hash of the batch before");
});

test("a sound batch with a wrong position or an earlier epoch is corruption", async () => {
  const right = { firstPosition: 3, epoch: EPOCH, segment: 1 };
  const wrong = { position: { firstPosition: 4 }, epoch: { epoch: EPOCH - 1 } };

  for (const [word, change] of Object.entries(wrong)) {
    const { disk, cursors } = await diskWith(TEXTS.slice(0, 2));
    const hashBefore = cursors[1]?.hash ?? new Uint8Array();
    const bytes = new BatchEncoder().encode(draft("forged"), { ...right, ...change, hashBefore });
    disk.sectorsOf(FIRST).damage(2 * BATCH_BYTES, bytes);
    await expect(open(disk)).rejects.toThrow(`found ${word}`);
  }
});

test("remains farther from the end than a batch can reach are corruption", async () => {
  const { disk } = await diskWith(TEXTS.slice(0, 2), 1024 * 1024);
  disk.sectorsOf(FIRST).damage(2 * BATCH_BYTES + BATCH_BYTES_MAX, Buffer.from("remains"));

  await expect(open(disk)).rejects.toThrow(LogCorrupt);
});

test("remains in two segments are more than one torn write and so corruption", async () => {
  const { disk } = await diskWith(TEXTS.slice(0, 2));
  disk.sectorsOf(FIRST).damage(2 * BATCH_BYTES + 5, Buffer.from("remains"));
  disk.sectorsOf(SECOND).damage(5, Buffer.from("remains"));

  await expect(open(disk)).rejects.toThrow(LogCorrupt);
});

test("a segment missing in the middle is corruption", async () => {
  const { disk } = await diskWith(numberedTexts(12));
  disk.remove(SECOND);

  await expect(open(disk)).rejects.toThrow(`${SECOND} at offset 0: expected segment 2`);
});

test("a log that is gone while a snapshot or an archive is there is corruption", async () => {
  const { disk, cursors } = await diskWith(TEXTS);
  for (const name of disk.list("log")) disk.remove(`log/${name}`);

  await expect(open(disk, cursors[3])).rejects.toThrow(LogCorrupt);
  expect((await open(disk)).end.position).toBe(0);
});

test.each(["000000000003.snap", "000000000003.snap.tmp", "notes"])(
  "LOG-CORRUPT-1: a log that is gone while snapshots/ holds %s is corruption, readable or not",
  async (name) => {
    const { disk } = await diskWith(TEXTS);
    for (const segment of disk.list("log")) disk.remove(`log/${segment}`);
    disk.makeDirectory("snapshots");
    disk.open(`snapshots/${name}`, "create").close();

    await expect(open(disk)).rejects.toThrow(
      `log at offset 0: expected a segment, since there is snapshots/${name}, found none`,
    );
    expect(disk.list("log")).toEqual([]);
  },
);

test("an empty directory of snapshots beside an empty log is a fresh start", async () => {
  const { disk } = await diskWith([]);
  for (const segment of disk.list("log")) disk.remove(`log/${segment}`);
  disk.makeDirectory("snapshots");

  expect((await open(disk)).end.position).toBe(0);
});

test("opening from any cursor of the log finds the same end", async () => {
  const { disk, cursors } = await diskWith(numberedTexts(12));

  for (const cursor of cursors) {
    const log = await open(disk, cursor);
    expect(log.end).toEqual(cursors.at(-1));
    log.close();
  }
});

test("a cursor that is not on the chain is corruption: behind the end, between, another hash", async () => {
  const { disk, cursors } = await diskWith(TEXTS);
  const cursor = cursors[2] as Cursor;
  const end = cursors.at(-1) as Cursor;
  const wrong: readonly Cursor[] = [
    { ...end, position: end.position + 1, offset: end.offset + BATCH_BYTES },
    { ...end, segment: 3, position: 7, offset: BATCH_BYTES },
    { ...end, segment: 4, position: 7, offset: BATCH_BYTES },
    { ...cursor, offset: cursor.offset + 1 },
    { ...cursor, position: cursor.position + 1 },
    { ...cursor, hash: end.hash },
  ];

  for (const from of wrong) await expect(open(disk, from)).rejects.toThrow(LogCorrupt);
});

test("a snapshot newer than a log that lost its tail is corruption", async () => {
  const { disk, cursors } = await diskWith(TEXTS);
  disk.sectorsOf(SECOND).damage(0, new Uint8Array(1024));

  await expect(open(disk, cursors.at(-1))).rejects.toThrow("expected the log to reach position 6");
});

test("a read-only log reports the torn tail, reads what is sound and changes nothing", async () => {
  const { disk } = await diskWith(TEXTS);
  disk.sectorsOf(SECOND).damage(50, new Uint8Array(BATCH_BYTES - 50));
  const before = contentOf(disk, SECOND);

  const log = await openLog({ disk, readOnly: true });

  expect(log.recovery.tornTail).toMatchObject({ file: SECOND, offset: 0 });
  expect(textsOf(log)).toEqual(TEXTS.slice(0, -1));
  expect(contentOf(disk, SECOND)).toEqual(before);
});
