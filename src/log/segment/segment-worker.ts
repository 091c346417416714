/**
 * The thread behind worker-segment-maker.ts. It uses synchronous calls, because libuv's pool of
 * four threads belongs to the live log.
 */
import { parentPort, workerData } from "node:worker_threads";
import { assert } from "../../base/assert.ts";
import { DiskFull } from "../disk.ts";
import { realDisk } from "../real-disk.ts";
import { makeSegment } from "./segments.ts";
import type { SegmentAnswer, SegmentOrder } from "./worker-segment-maker.ts";

const port = parentPort;
assert(port !== null, "this file runs as a worker");
const disk = realDisk(String(workerData.directory));

port.on("message", ({ id, size }: SegmentOrder) => port.postMessage(answerTo(id, size)));

function answerTo(id: number, size: number): SegmentAnswer {
  try {
    makeSegment(disk, id, size);
    return {};
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { error: { isDiskFull: error instanceof DiskFull, message } };
  }
}
