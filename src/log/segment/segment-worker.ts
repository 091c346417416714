/**
 * The thread behind worker-segment-maker.ts. It uses synchronous calls, because libuv's pool of
 * four threads belongs to the live log. It opens one file at a time, so one descriptor to spare is
 * enough (LOG-FULL-2).
 */
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../../core/base/assert.ts";
import { DiskFull, NoDescriptors } from "../disk.ts";
import { realDisk } from "../real-disk.ts";
import { SpareDescriptor } from "../spare-descriptor.ts";
import { makeSegment } from "./segments.ts";
import type { SegmentAnswer, SegmentOrder, ShortageKind } from "./worker-segment-maker.ts";

const port = parentPort;
assert(port !== null, "this file runs as a worker");
const directory = String(workerData.directory);
const disk = realDisk(directory, new SpareDescriptor(directory));

port.on("message", ({ id, size }: SegmentOrder) => port.postMessage(answerTo(id, size)));

function answerTo(id: number, size: number): SegmentAnswer {
  try {
    makeSegment(disk, id, size);
    return {};
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { kind: kindOf(error), message } };
  }
}

function kindOf(error: unknown): ShortageKind {
  if (error instanceof DiskFull) return "DiskFull";
  return error instanceof NoDescriptors ? "NoDescriptors" : "Error";
}
