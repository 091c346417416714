/**
 * Follows a log that another process appends to (the archivist does). It is told up to which
 * position the log is durable and never looks further, so a batch that is half written is never
 * taken for damage. Each call reads the disk anew: what was zeros a moment ago may be a batch now.
 */
import type { Disk } from "../disk.ts";
import type { Batch, Cursor } from "../log.ts";
import { ChainReader, demand } from "./read-chain.ts";

export class LogReader {
  readonly #disk: Disk;
  #cursor: Cursor;

  constructor(disk: Disk, from: Cursor) {
    this.#disk = disk;
    this.#cursor = from;
  }

  /** After the last batch that was read. */
  get cursor(): Cursor {
    return this.#cursor;
  }

  /**
   * The batches up to the one that ends at `durablePosition`. A caller that stops early goes on with the
   * next batch at the next call. An empty batch is read together with what follows it.
   */
  *readTo(durablePosition: number): Generator<Batch> {
    if (this.#cursor.position >= durablePosition) return;
    const reader = new ChainReader(this.#disk, this.#cursor);
    try {
      while (this.#cursor.position < durablePosition) {
        const batch = demand(reader.next(), this.#cursor);
        this.#cursor = batch.after;
        yield batch;
      }
    } finally {
      reader.close();
    }
  }
}
