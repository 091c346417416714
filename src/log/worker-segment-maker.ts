/**
 * Makes segments on a thread of its own: filling one takes hundreds of milliseconds, in which the
 * live line must neither stand still nor wait for libuv's pool. Used from `dist` only, since
 * Node 20 cannot run a worker written in TypeScript.
 */
import { Worker } from "node:worker_threads";
import { DiskFull } from "./disk.ts";
import type { SegmentMaker } from "./segments.ts";

/** What the worker is asked; it answers in the order of the questions. */
export interface SegmentOrder {
  readonly id: number;
  readonly size: number;
}

export interface SegmentAnswer {
  readonly error?: { readonly isDiskFull: boolean; readonly message: string };
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const WORKER_URL = new URL("./segment-worker.js", import.meta.url);

export function workerSegmentMaker(directory: string, url: URL = WORKER_URL): SegmentMaker {
  const worker = new Worker(url, { workerData: { directory } });
  const waiting: Waiting[] = [];
  let death: Error | undefined;

  const die = (error: Error) => {
    death ??= error;
    for (const { reject } of waiting.splice(0)) reject(death);
  };
  worker.unref();
  worker.on("error", die);
  worker.on("exit", () => die(new Error("the thread that makes segments has ended")));
  worker.on("message", ({ error }: SegmentAnswer) => {
    const first = waiting.shift();
    if (waiting.length === 0) worker.unref();
    if (error) first?.reject(new (error.isDiskFull ? DiskFull : Error)(error.message));
    else first?.resolve();
  });

  return {
    make(id, size) {
      if (death) return Promise.reject(death);
      worker.ref(); // A process that waits for a segment has something to live for.
      worker.postMessage({ id, size } satisfies SegmentOrder);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    close() {
      void worker.terminate();
    },
  };
}
