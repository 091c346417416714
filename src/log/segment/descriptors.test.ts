/** LOG-FULL-2: the log at a change of segments while no file can be opened. */
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
import { NoDescriptors } from "../disk.ts";

/** A timer that fires when the test says so. */
function handTimer() {
  let ring: (() => void) | undefined;
  return {
    timer: (_delayMs: number, callback: () => void) => {
      ring = callback;
      return () => undefined;
    },
    ring: () => ring?.(),
  };
}

/** When all that can happen by itself has happened. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test("LOG-FULL-2 with one descriptor to spare the log goes on through every change of segments", async () => {
  const disk = new SimulatedDisk();
  const told: unknown[] = [];
  const log = await openLog({ disk, onSpace: (error) => told.push(error) });
  await settled();
  // The segment in use and the one after it; the maker opens one file at a time.
  expect(disk.openFiles).toBe(2);
  disk.descriptorsMax = 3;

  for (const text of numberedTexts(30)) await append(log, text);
  await settled();

  expect(log.end.segment).toBe(6);
  expect(told).toEqual([]);
  disk.descriptorsMax = Number.POSITIVE_INFINITY;
  expect(textsOf(log)).toEqual(numberedTexts(30));
  log.close();
  expect(disk.openFiles).toBe(0);
});

test("LOG-FULL-2 without descriptors what is open is filled, then the log is full, then it goes on", async () => {
  const disk = new SimulatedDisk();
  const { timer, ring } = handTimer();
  const told: (Error | undefined)[] = [];
  const log = await openLog({ disk, timer, onSpace: (error) => told.push(error) });
  await settled();
  disk.descriptorsMax = 0;
  const texts = numberedTexts(10); // Two segments, which are open both.
  for (const text of texts) await append(log, text);
  await settled();
  expect(log.isShortOfSpace).toBe(true);
  expect(log.spaceError).toBeInstanceOf(NoDescriptors);

  const full = await log.append(11, EPOCH, draft("x".repeat(100)));
  ring();
  await settled();
  const stillFull = await log.append(11, EPOCH, draft("x".repeat(100)));
  disk.descriptorsMax = 8;
  ring();
  await settled();
  await append(log, "files can be opened again");

  expect([full, stillFull]).toEqual(["full", "full"]);
  expect(log.isShortOfSpace).toBe(false);
  expect(told).toEqual([expect.any(NoDescriptors), undefined]);
  log.close();
  const again = await openLog({ disk, readOnly: true });
  expect(textsOf(again)).toEqual([...texts, "files can be opened again"]);
});

test("LOG-FULL-2 a segment that was made and could not be opened is opened later, and made once", async () => {
  const disk = new SimulatedDisk();
  const { timer, ring } = handTimer();
  const made: number[] = [];
  const segmentMaker = {
    make: async (id: number, size: number) => {
      made.push(id);
      disk.descriptorsMax = Number.POSITIVE_INFINITY;
      const file = disk.open(`log/${String(id).padStart(8, "0")}.log`, "create");
      file.write(0, new Uint8Array(size));
      file.close();
      if (id === 3) disk.descriptorsMax = 0;
    },
    close: () => undefined,
  };
  const log = await openLog({ disk, timer, segmentMaker });
  for (const text of numberedTexts(10)) await append(log, text);
  await settled();
  expect(log.isShortOfSpace).toBe(true);

  disk.descriptorsMax = Number.POSITIVE_INFINITY;
  ring();
  await settled();
  await append(log, "x".repeat(100));

  expect(made).toEqual([1, 2, 3, 4]);
  log.close();
});
