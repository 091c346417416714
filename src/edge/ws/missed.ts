/**
 * What a client that comes back has missed: the updates as they were sent, or, where it was told by another process or its
 * place lies within a message of this one, the same events written anew from that place on. What that costs is known before
 * anything is written. Rules STREAM-RESUME-1, STREAM-RESUME-4, STREAM-RESUME-5.
 */
import type { Written } from "../../contract/field.ts";
import type { Advance, Message, MessageFormat } from "./channel.ts";
import { EventQueue } from "./event-queue.ts";
import type { FoundEvents } from "./recent-events.ts";
import type { Seq } from "./seq.ts";
import { REWRITTEN_EVENTS_MAX } from "./socket/limits.ts";

export interface Missed {
  /** STREAM-RESUME-4: as many messages of the client it counts as. */
  readonly price: number;
  /** Undefined when it cannot be told. */
  write(): MissedUpdates | undefined;
}

export interface MissedUpdates {
  readonly frames: readonly Buffer[];
  /** What the client has then been told last. */
  readonly last: Seq;
}

/** The events of a topic behind a place, which are not written yet. */
export interface MissedEvents extends FoundEvents {
  /** Undefined when events alone do not say it. */
  write(): readonly Advance[] | undefined;
}

/** A row of an event. */
export interface RowAt<T = unknown> {
  readonly row: Written<T>;
  readonly seq: Seq;
}

/** STREAM-RESUME-4: so many updates, or events that are written anew, count as one message, */
const UPDATES_PER_MESSAGE = 100;
/** and so many that were looked at: a tenth of a millisecond, as the others. */
const LOOKED_PER_MESSAGE = 10_000;

export function missedFrames(frames: readonly Buffer[], last: Seq): Missed {
  const price = Math.floor(frames.length / UPDATES_PER_MESSAGE);
  return { price, write: () => ({ frames, last }) };
}

/** Written as updates of the channel, the first of which stands behind `from`. */
export function missedEvents(
  { found, looked, write }: MissedEvents,
  from: Seq,
  format: MessageFormat,
  about: Pick<Message, "channel" | "timeMs">,
): Missed | undefined {
  if (found.length > REWRITTEN_EVENTS_MAX) return undefined; // STREAM-RESUME-6
  const price = Math.floor(found.length / UPDATES_PER_MESSAGE + looked / LOOKED_PER_MESSAGE);
  return {
    price,
    write() {
      let last = from;
      const frames = write()?.map(({ data, seq = last }) => {
        const prev = last;
        last = seq;
        return format.update({ ...about, seq, prev, data });
      });
      return frames && { frames, last };
    },
  };
}

/** In messages as a channel of events has them (STREAM-EVENTS-1). */
export function piecesOf<T>(
  rows: Iterable<RowAt<T>>,
  listOf: (rows: readonly Written<T>[]) => Written<unknown>,
): Advance[] {
  const queue = new EventQueue<Written<T>>();
  for (const { row, seq } of rows) queue.push(row, seq);
  const pieces: Advance[] = [];
  for (let piece = queue.take(); piece; piece = queue.take()) {
    pieces.push({ data: listOf(piece.rows), seq: piece.seq });
  }
  return pieces;
}
