/**
 * The repair of a torn tail: a copy of it into `torn/`, then zeros in its place. Nothing is zeroed of
 * which there is no copy: while a full disk takes none, or no file can be opened, the log takes nothing
 * either, and the repair is tried again every second. Rules LOG-TAIL-2, LOG-FULL-2.
 */
import type { Timer } from "../../core/base/timer.ts";
import { type Disk, isShortage } from "../disk.ts";
import type { TornTail } from "./torn-tail.ts";

export const TORN_DIRECTORY = "torn";
/** So many copies are kept, the newest; one has at most the bytes of a batch. */
export const COPIES_KEPT = 16;
const RETRY_MS = 1_000;
const NUMBER = /^(\d{8})-/;

export interface TailRepairOptions {
  readonly disk: Disk;
  readonly timer: Timer;
  /** Told why nothing can be written when that begins, and undefined when it is over. */
  readonly onSpace: (error: Error | undefined) => void;
}

export class TailRepair {
  readonly #options: TailRepairOptions;
  readonly #tail: TornTail;
  /** Where the copy is, once there is one. */
  copy: string | undefined;
  /** Why the tail still stands. */
  error: Error | undefined;
  #callOff: () => void = () => {};

  constructor(tail: TornTail, options: TailRepairOptions) {
    this.#tail = tail;
    this.#options = options;
  }

  get isDone(): boolean {
    return this.copy !== undefined;
  }

  /** Repairs it now, or tries again later. */
  begin(): void {
    const { disk, timer, onSpace } = this.#options;
    const before = this.error;
    try {
      const copy = keepCopy(disk, this.#tail);
      zero(disk, this.#tail);
      this.copy = copy;
      this.error = undefined;
      if (before) onSpace(undefined);
    } catch (error) {
      if (!isShortage(error)) throw error;
      this.error = error;
      if (!before) onSpace(error);
      this.#callOff = timer(RETRY_MS, () => this.begin());
    }
  }

  stop(): void {
    this.#callOff();
  }
}

/** Its name begins with a number that goes up, and says where the tail was. */
function keepCopy(disk: Disk, { file, offset, bytes }: TornTail): string {
  disk.makeDirectory(TORN_DIRECTORY);
  const numbers = disk.list(TORN_DIRECTORY).map((name) => Number(NUMBER.exec(name)?.[1] ?? 0));
  const number = String(Math.max(0, ...numbers) + 1).padStart(8, "0");
  const path = `${TORN_DIRECTORY}/${number}-${file.replace("/", "-")}-${offset}`;
  write(disk, path, readTail(disk, { file, offset, bytes }));
  disk.syncDirectory(TORN_DIRECTORY);
  disk.syncDirectory(".");
  forgetOldest(disk);
  return path;
}

function readTail(disk: Disk, { file: path, offset, bytes }: TornTail): Uint8Array {
  const file = disk.open(path, "read");
  try {
    return file.read(offset, bytes);
  } finally {
    file.close();
  }
}

/** Nothing is left of a copy that was cut short, so that the next try does not find it. */
function write(disk: Disk, path: string, bytes: Uint8Array): void {
  const file = disk.open(path, "create");
  try {
    file.write(0, bytes);
    file.sync();
  } catch (error) {
    disk.remove(path);
    throw error;
  } finally {
    file.close();
  }
}

function forgetOldest(disk: Disk): void {
  const copies = disk.list(TORN_DIRECTORY).filter((name) => NUMBER.test(name));
  for (const name of copies.slice(0, -COPIES_KEPT)) disk.remove(`${TORN_DIRECTORY}/${name}`);
}

function zero(disk: Disk, { file: path, offset, bytes }: TornTail): void {
  const file = disk.open(path, "write");
  try {
    file.write(offset, new Uint8Array(bytes));
    file.sync();
  } finally {
    file.close();
  }
}
