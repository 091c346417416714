/**
 * What lies behind the end of the log: zeros, one torn write, or something that was durable once.
 *
 * Segments are zeros before they are written, and one append is outstanding at a time. So a crash
 * leaves at most the pieces of one batch: its header, where there is one, has the fields that this log
 * would have written, and a missing piece is still zeros. All else is damage, and is not repaired. Rules
 * LOG-TAIL-1, LOG-CORRUPT-1.
 */
import { BATCH_BYTES_MAX, BATCH_HEADER_BYTES, findForeignByte, headerAt } from "../batch.ts";
import type { Disk } from "../disk.ts";
import type { Cursor } from "../log.ts";
import { type ByteRange, SegmentWindow } from "../segment/segment-window.ts";
import { segmentPath } from "../segment/segments.ts";
import { type BadSpot, LogCorrupt } from "./read-chain.ts";

/** A batch that a crash cut short. No client was told that it is durable. */
export interface TornTail {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

/** The end of what is sound, and the epoch of its last batch. */
export interface SoundEnd {
  readonly end: Cursor;
  readonly epoch: number;
}

/** Why something is no torn write, and where that is seen. */
interface Evidence {
  readonly sentence: string;
  readonly offset: number;
}

export function examineTail(
  disk: Disk,
  { end, epoch }: SoundEnd,
  { ids, spot }: { readonly ids: readonly number[]; readonly spot: BadSpot | undefined },
): TornTail | undefined {
  if (!ids.includes(end.segment)) {
    throw new LogCorrupt(segmentPath(end.segment), 0, "expected the last segment in log/");
  }
  let tail: TornTail | undefined;
  for (const segment of ids.filter((id) => id >= end.segment)) {
    const offset = segment === end.segment ? end.offset : 0;
    const dirt = new Tail(disk, { end, epoch }, { segment, offset }).examine(spot);
    if (!dirt) continue;
    if (tail) throw new LogCorrupt(tail.file, tail.offset, lost(spot, dirt.file, dirt));
    tail = dirt;
  }
  return tail;
}

/** The rest of one segment, from the place on at which the next batch would be written. */
class Tail {
  readonly #window: SegmentWindow;
  readonly #sound: SoundEnd;
  readonly #segment: number;
  readonly #offset: number;

  constructor(disk: Disk, sound: SoundEnd, place: { segment: number; offset: number }) {
    this.#window = new SegmentWindow(disk, segmentPath(place.segment));
    this.#sound = sound;
    this.#segment = place.segment;
    this.#offset = place.offset;
  }

  examine(spot: BadSpot | undefined): TornTail | undefined {
    const { path: file } = this.#window;
    try {
      const dirt = this.#window.findNonZero(this.#offset);
      if (!dirt) return undefined;
      const evidence = this.#findEvidence(dirt);
      if (!evidence) return { file, offset: this.#offset, bytes: dirt.end - this.#offset };
      const place = spot ?? { file, offset: this.#offset };
      throw new LogCorrupt(place.file, place.offset, lost(spot, file, evidence));
    } finally {
      this.#window.close();
    }
  }

  #findEvidence(dirt: ByteRange): Evidence | undefined {
    const sound = this.#window.findBatch(dirt);
    if (sound !== undefined) return { sentence: "more of the log", offset: sound };
    const foreign = this.#findForeign();
    if (foreign !== undefined) {
      return { sentence: "what no write of a batch leaves there", offset: foreign };
    }
    if (dirt.end > this.#limit()) return { sentence: "more than one batch", offset: dirt.end - 1 };
    const second = this.#findSecondHeader(dirt);
    return second === undefined ? undefined : { sentence: "another batch", offset: second };
  }

  /** The first byte of the header that is neither what we would have written nor a zero. */
  #findForeign(): number | undefined {
    const { end, epoch } = this.#sound;
    const place = { firstPosition: end.position + 1, epoch, segment: this.#segment };
    const bytes = this.#window.from(this.#offset).subarray(0, BATCH_HEADER_BYTES);
    const at = findForeignByte(bytes, { ...place, hashBefore: end.hash });
    return at === undefined ? undefined : this.#offset + at;
  }

  /** An intact header bounds the write by its length. */
  #limit(): number {
    const header = headerAt(this.#window.from(this.#offset));
    return this.#offset + (header?.length ?? BATCH_BYTES_MAX);
  }

  /** Another batch of this segment that would come later, whole or not. */
  #findSecondHeader({ end: dirtEnd }: ByteRange): number | undefined {
    const { end, epoch } = this.#sound;
    const stretch = { begin: this.#offset + 1, end: dirtEnd };
    return this.#window.findHeader(stretch, (header) => {
      const ahead = header.firstPosition - end.position;
      const isLater = ahead > 0 && ahead <= BATCH_BYTES_MAX;
      return isLater && header.segment === this.#segment && header.epoch >= epoch;
    });
  }
}

function lost(
  spot: BadSpot | undefined,
  file: string,
  { sentence = "more of the log", offset }: { sentence?: string; offset: number },
): string {
  const problem = spot?.problem ?? "zeros";
  return `expected a batch, found ${problem}, and ${sentence} at ${file} offset ${offset}`;
}
