/** Segments made on another thread. */
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { append, numberedTexts, openLog, textsOf } from "../../../test/support/log-desk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { realDisk } from "../real-disk.ts";
import { workerSegmentMaker } from "./worker-segment-maker.ts";

const WORKER = new URL("../../../test/support/segment-worker.mjs", import.meta.url);

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

/** A worker that dies of its first order, and lives when it is started again. */
function mortalWorker(directory: string): URL {
  const file = join(directory, "mortal-worker.mjs");
  const mark = JSON.stringify(join(directory, "has-died"));
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
    import { parentPort } from "node:worker_threads";
    if (existsSync(${mark})) await import(${JSON.stringify(WORKER.href)});
    else parentPort.once("message", () => {
      writeFileSync(${mark}, "");
      throw new Error("the worker is hit");
    });`,
  );
  return pathToFileURL(file);
}

test("a worker that has died is replaced at the next order", async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, "log"));
  const maker = workerSegmentMaker(directory, mortalWorker(directory));
  onTestFinished(() => maker.close());

  await expect(maker.make(1, 1024)).rejects.toThrow("the worker is hit");
  await maker.make(1, 1024);
  await maker.make(2, 1024);

  expect(realDisk(directory).list("log")).toEqual(["00000001.log", "00000002.log"]);
});

test("a worker that cannot be started is an answer, not an exception", async () => {
  const maker = workerSegmentMaker(temporaryDirectory(), new URL("https://example.com/worker.js"));

  await expect(maker.make(1, 1024)).rejects.toThrow();
});

test("a maker that is closed refuses to make segments", async () => {
  const maker = workerSegmentMaker(temporaryDirectory(), WORKER);
  const waiting = maker.make(1, 1024);

  maker.close();

  await expect(waiting).rejects.toThrow();
  await expect(maker.make(2, 1024)).rejects.toThrow("has ended");
});
