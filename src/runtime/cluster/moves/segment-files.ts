/**
 * Segments that are made of rows, one after the other: each as long as any other, with zeros behind its last batch, and under its
 * own name only when it is whole.
 */
import type { Disk, DiskFile } from "../../../log/disk.ts";
import type { ClusterTerms } from "../../../log/postgres/schema.ts";
import { LOG_DIRECTORY, segmentPath } from "../../../log/segment/segments.ts";
import type { ReadRow } from "./read-rows.ts";

export interface SegmentRows {
  /** The segment that the first row is in; it is made also when there is none. */
  readonly first: number;
  readonly rows: AsyncIterable<ReadRow>;
  readonly onRow?: (row: ReadRow) => void;
}

export async function writeSegments(
  disk: Disk,
  { segmentBytes }: Pick<ClusterTerms, "segmentBytes">,
  { first, rows, onRow }: SegmentRows,
): Promise<void> {
  disk.makeDirectory(LOG_DIRECTORY);
  let open = new SegmentDraft(disk, first);
  try {
    for await (const row of rows) {
      const { segment } = row.batch.after;
      if (segment !== open.segment) {
        open.finish(segmentBytes);
        open = new SegmentDraft(disk, segment);
      }
      open.put(row);
      onRow?.(row);
    }
    open.finish(segmentBytes);
  } finally {
    open.close();
  }
}

const ZEROS = new Uint8Array(1024 * 1024);

class SegmentDraft {
  readonly #disk: Disk;
  readonly #path: string;
  readonly #file: DiskFile;
  readonly segment: number;
  #end = 0;
  #isOpen = true;

  constructor(disk: Disk, segment: number) {
    this.#disk = disk;
    this.segment = segment;
    this.#path = segmentPath(segment).replace(/\.log$/, ".tmp");
    this.#file = disk.open(this.#path, "create");
  }

  put({ bytes, batch: { after } }: ReadRow): void {
    this.#file.write(after.offset - bytes.length, bytes);
    this.#end = after.offset;
  }

  finish(size: number): void {
    for (let at = this.#end; at < size; at += ZEROS.length) {
      this.#file.write(at, ZEROS.subarray(0, Math.min(ZEROS.length, size - at)));
    }
    this.#file.sync();
    this.close();
    this.#disk.rename(this.#path, segmentPath(this.segment));
    this.#disk.syncDirectory(LOG_DIRECTORY);
  }

  close(): void {
    if (this.#isOpen) this.#file.close();
    this.#isOpen = false;
  }
}
