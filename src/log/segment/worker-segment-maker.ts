/**
 * Makes segments on a thread of its own: filling one takes hundreds of milliseconds, in which the
 * sequencer must neither stand still nor wait for libuv's pool. A thread that has died is replaced
 * at the next order: its death must not cost the service more than a want of space does. Used from
 * `dist` only, since Node 20 cannot run a worker written in TypeScript.
 */
import { Worker } from "node:worker_threads";
import { builtFile } from "../../package/package.ts";
import { DiskFull, NoDescriptors } from "../disk.ts";
import type { SegmentMaker } from "./segments.ts";

/** A request to the worker, which answers in the order of the requests. */
export interface SegmentOrder {
  readonly id: number;
  readonly size: number;
}

/** The names of the errors that come back as what they were. */
const ERRORS = { DiskFull, NoDescriptors, Error } as const;

export type ShortageKind = keyof typeof ERRORS;

export interface SegmentAnswer {
  readonly error?: { readonly kind: ShortageKind; readonly message: string };
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

const WORKER_URL = builtFile("log/segment/segment-worker.js");

export function workerSegmentMaker(directory: string, url: URL = WORKER_URL): SegmentMaker {
  let thread: SegmentThread | undefined;
  let isClosed = false;
  return {
    async make(id, size) {
      if (isClosed) throw new Error("the making of segments has ended");
      if (!thread?.isAlive) thread = new SegmentThread(directory, url);
      await thread.make(id, size);
    },
    close() {
      isClosed = true;
      thread?.close();
    },
  };
}

/** One worker until it dies: of an error, or because it was closed. */
class SegmentThread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #isAlive = true;

  constructor(directory: string, url: URL) {
    this.#worker = new Worker(url, { workerData: { directory } });
    this.#worker.unref();
    this.#worker.on("error", (error) => this.#die(error));
    this.#worker.on("exit", () => this.#die(new Error("the thread that makes segments has ended")));
    this.#worker.on("message", (answer: SegmentAnswer) => this.#take(answer));
  }

  get isAlive(): boolean {
    return this.#isAlive;
  }

  make(id: number, size: number): Promise<void> {
    this.#worker.ref(); // A process that waits for a segment stays alive.
    this.#worker.postMessage({ id, size } satisfies SegmentOrder);
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  close(): void {
    void this.#worker.terminate();
  }

  #take({ error }: SegmentAnswer): void {
    const first = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#worker.unref();
    if (error) first?.reject(new ERRORS[error.kind](error.message));
    else first?.resolve();
  }

  #die(error: Error): void {
    this.#isAlive = false;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
