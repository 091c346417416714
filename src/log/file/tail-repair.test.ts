/** LOG-TAIL-2: nothing is zeroed of which there is no copy. */
import { expect, test } from "vitest";
import {
  append,
  diskWith,
  numberedTexts,
  openLog,
  textsOf,
} from "../../../test/support/log-desk.ts";
import type { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { type Disk, DiskFull, NoDescriptors } from "../disk.ts";
import { COPIES_KEPT } from "./tail-repair.ts";

const FIRST = "log/00000001.log";
const TEXTS = numberedTexts(4);
const BATCH_BYTES = 188;
const LAST = 3 * BATCH_BYTES;

/** The last batch was written only up to here. */
const KEPT = 120;

async function torn(): Promise<{ disk: SimulatedDisk; tail: Buffer }> {
  const { disk } = await diskWith(TEXTS);
  disk.sectorsOf(FIRST).damage(LAST + KEPT, new Uint8Array(BATCH_BYTES - KEPT));
  const tail = Buffer.from(disk.sectorsOf(FIRST).read(LAST, KEPT));
  return { disk, tail: tail.subarray(0, tail.findLastIndex((byte) => byte !== 0) + 1) };
}

test("LOG-TAIL-2 a tail is copied, then zeroed, and the log goes on", async () => {
  const { disk, tail } = await torn();

  const log = await openLog({ disk });

  const [name = ""] = disk.list("torn");
  expect(name).toBe(`00000001-log-00000001.log-${LAST}`);
  expect(log.repair?.copy).toBe(`torn/${name}`);
  expect(Buffer.from(disk.sectorsOf(`torn/${name}`).read(0, 500)).equals(tail)).toBe(true);
  await append(log, "goes on");
  expect(textsOf(log)).toEqual([...TEXTS.slice(0, 3), "goes on"]);
});

/** A disk that takes no new file until the test allows it. */
function fullDisk(disk: Disk, error: Error) {
  let isFull = true;
  const full: Disk = {
    ...disk,
    list: (path) => disk.list(path),
    makeDirectory: (path) => disk.makeDirectory(path),
    rename: (from, to) => disk.rename(from, to),
    remove: (path) => disk.remove(path),
    syncDirectory: (path) => disk.syncDirectory(path),
    open: (path, mode) => {
      if (isFull && mode === "create") throw error;
      return disk.open(path, mode);
    },
  };
  const empty = () => {
    isFull = false;
  };
  return { full, empty };
}

test.each([
  ["LOG-FULL-1", new DiskFull("no space")],
  ["LOG-FULL-2", new NoDescriptors("no descriptors")],
])(
  "LOG-TAIL-2 %s while no copy can be written nothing is zeroed or appended, then it goes on",
  async (_, error) => {
    const { disk, tail } = await torn();
    const { full, empty } = fullDisk(disk, error);
    const rings: (() => void)[] = [];
    const spoken: (string | undefined)[] = [];
    const log = await openLog({
      disk: full,
      timer: (_delayMs, ring) => {
        rings.push(ring);
        return () => undefined;
      },
      onSpace: (error) => void spoken.push(error?.message),
    });

    expect(log.isShortOfSpace).toBe(true);
    await expect(append(log, "not now")).rejects.toThrow("full");
    for (const ring of rings.splice(0)) ring();
    expect(Buffer.from(disk.sectorsOf(FIRST).read(LAST, tail.length)).equals(tail)).toBe(true);
    expect(textsOf(log)).toEqual(TEXTS.slice(0, 3));

    empty();
    for (const ring of rings.splice(0)) ring();
    expect(log.repair?.isDone).toBe(true);
    await append(log, "goes on");
    expect(textsOf(log)).toEqual([...TEXTS.slice(0, 3), "goes on"]);
    expect(spoken).toContain(error.message);
    expect(spoken.at(-1)).toBeUndefined();
  },
);

test("CORE-BOUND-1 LOG-TAIL-2 the newest copies are kept", async () => {
  const { disk, tail } = await torn();

  for (let count = 0; count < COPIES_KEPT + 4; count++) {
    disk.sectorsOf(FIRST).damage(LAST, tail);
    const log = await openLog({ disk });
    log.close();
  }

  const names = disk.list("torn");
  expect(names).toHaveLength(COPIES_KEPT);
  expect(names.at(-1)).toMatch(new RegExp(`^${String(COPIES_KEPT + 4).padStart(8, "0")}-`));
});
