/**
 * Keeps one segment ready ahead of the one in use, and open: a step into it needs no descriptor
 * (LOG-FULL-2). When it cannot be made or opened, the log is short of space: what is left of the
 * present segment goes on being used, and it is tried again every second until it succeeds.
 */
import type { Timer } from "../../core/base/timer.ts";
import type { Disk, DiskFile } from "../disk.ts";
import { LOG_DIRECTORY, listSegments, type SegmentMaker, segmentPath } from "./segments.ts";

const RETRY_MS = 1000;

export interface SegmentSupplyOptions {
  readonly disk: Disk;
  readonly maker: SegmentMaker;
  readonly segmentBytes: number;
  readonly timer: Timer;
  /** How a segment is opened; durable writes unless told. */
  readonly mode?: "write" | "cached";
  /** Called with the reason when space begins to be short, and with undefined when that is over. */
  readonly onSpace: (error: Error | undefined) => void;
}

export class SegmentSupply {
  readonly #options: SegmentSupplyOptions;
  #id = 0;
  /** Whole, and durable by its name. */
  #isMade = false;
  #file: DiskFile | undefined;
  #state: "making" | "ready" | "failed" = "failed";
  #attempt: Promise<void> = Promise.resolve();
  #error: Error | undefined;
  #callOff: () => void = () => {};
  #isClosed = false;
  readonly #closing: Promise<void>;
  #close: () => void = () => {};

  constructor(options: SegmentSupplyOptions) {
    this.#options = options;
    this.#closing = new Promise((resolve) => {
      this.#close = resolve;
    });
  }

  get segmentBytes(): number {
    return this.#options.segmentBytes;
  }

  /** Why the next segment could not be made, as long as it could not. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Begins to make a segment, unless it is there or being made. */
  prepare(id: number): void {
    if (id === this.#id || this.#isClosed) return;
    this.#id = id;
    this.#isMade = false;
    this.#watch(this.#findOrMake());
  }

  /** The segment, open, which may take a wait; undefined when it cannot be made or opened now. */
  async take(id: number): Promise<DiskFile | undefined> {
    this.prepare(id);
    if (this.#state === "making") await Promise.race([this.#attempt, this.#closing]);
    if (this.#state !== "ready" || this.#isClosed) return undefined;
    const file = this.#file;
    this.#file = undefined;
    return file;
  }

  close(): void {
    this.#isClosed = true;
    this.#callOff();
    this.#close();
    this.#options.maker.close();
    this.#file?.close();
    this.#file = undefined;
  }

  async #findOrMake(): Promise<void> {
    this.#isMade = listSegments(this.#options.disk, LOG_DIRECTORY).includes(this.#id);
    await this.#makeAndOpen();
  }

  async #makeAndOpen(): Promise<void> {
    const { disk, maker, segmentBytes, mode = "write" } = this.#options;
    if (!this.#isMade) await maker.make(this.#id, segmentBytes);
    this.#isMade = true;
    if (!this.#isClosed) this.#file = disk.open(segmentPath(this.#id), mode);
  }

  #watch(attempt: Promise<void>): void {
    this.#state = "making";
    this.#attempt = attempt.then(
      () => this.#succeeded(),
      (reason: unknown) => this.#failed(reason),
    );
  }

  #succeeded(): void {
    const wasShort = this.#error !== undefined;
    this.#state = "ready";
    this.#error = undefined;
    if (wasShort && !this.#isClosed) this.#options.onSpace(undefined);
  }

  #failed(reason: unknown): void {
    const wasShort = this.#error !== undefined;
    const error = reason instanceof Error ? reason : new Error(String(reason));
    this.#state = "failed";
    this.#error = error;
    if (this.#isClosed) return;
    this.#callOff = this.#options.timer(RETRY_MS, () => this.#watch(this.#makeAndOpen()));
    if (!wasShort) this.#options.onSpace(error);
  }
}
