/**
 * LOG-FULL-2: a descriptor that is open for nothing but to be given up when no other can be had:
 * clients may use up all that a process has, and a file of the log must still be opened. It is given up
 * and taken again next to the calls that need it, in the same turn of the thread, so that on the thread
 * that takes connections none comes in between.
 */
import { closeSync, constants, openSync } from "node:fs";
import { NoDescriptors } from "./disk.ts";

export class SpareDescriptor {
  readonly #path: string;
  #descriptor: number | undefined;

  /** The path of anything that can be opened and stays. */
  constructor(path: string) {
    this.#path = path;
    this.take();
  }

  /** Runs a call that opens something, and once more without the spare one if it must be. */
  run<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      if (!(error instanceof NoDescriptors) || this.#descriptor === undefined) throw error;
      this.release();
      return call();
    }
  }

  /** When something was closed: where none can be had now, the next call may get one. */
  take(): void {
    try {
      this.#descriptor ??= openSync(this.#path, constants.O_RDONLY);
    } catch {
      this.#descriptor = undefined;
    }
  }

  release(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
