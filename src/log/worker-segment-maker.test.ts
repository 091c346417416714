/** Segments made on another thread. */
import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { append, numberedTexts, openLog, textsOf } from "../../test/support/log-desk.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { realDisk } from "./real-disk.ts";
import { workerSegmentMaker } from "./worker-segment-maker.ts";

const WORKER = new URL("../../test/support/segment-worker.mjs", import.meta.url);

test("a log whose segments are made by a worker is read back", async () => {
  const directory = temporaryDirectory();
  const disk = realDisk(directory);
  const segmentMaker = workerSegmentMaker(directory, WORKER);
  const log = await openLog({ disk, segmentMaker });
  onTestFinished(() => log.close());

  for (const text of numberedTexts(23)) await append(log, text);

  expect(textsOf(log)).toEqual(numberedTexts(23));
  expect(statSync(join(directory, "log/00000002.log")).size).toBe(1024);
});

test("a segment that cannot be made is said so, and the worker lives on", async () => {
  const directory = temporaryDirectory();
  const maker = workerSegmentMaker(directory, WORKER);
  onTestFinished(() => maker.close());

  await expect(maker.make(1, 1024)).rejects.toThrow("ENOENT");
  mkdirSync(join(directory, "log"));
  await maker.make(1, 1024);

  expect(realDisk(directory).list("log")).toEqual(["00000001.log"]);
});

test("a worker that has ended refuses to make segments", async () => {
  const maker = workerSegmentMaker(temporaryDirectory(), WORKER);
  const waiting = maker.make(1, 1024);

  maker.close();

  await expect(waiting).rejects.toThrow();
  await expect(maker.make(2, 1024)).rejects.toThrow("has ended");
});
