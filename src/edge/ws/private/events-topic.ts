/**
 * What happens to a user, each event once, in the order of the log: own trades, liquidations. Nothing of
 * it lasts, so a snapshot is empty, and what was before it is in the histories of the REST API.
 * STREAM-MINE-2, STREAM-MINE-5.
 */
import type { Written } from "../../../contract/field.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import { EventQueue } from "../event-queue.ts";
import { type MissedEvents, piecesOf } from "../missed.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Seq } from "../seq.ts";
import type { Audience } from "./audience.ts";

/** The rows of an event that a user is told, each as it is written. */
export type RowsOf<T> = (event: PrivateEvent, user: UserId) => readonly Written<T>[];

export interface EventsTools<T> {
  readonly audience: Audience;
  readonly recent: RecentEvents;
  readonly mark: () => void;
  readonly rowsOf: RowsOf<T>;
  readonly write: (rows: readonly Written<T>[]) => Written<unknown>;
}

export class EventsTopic<T> implements Topic {
  /** At the next beat. */
  readonly everyMs = 0;
  readonly #user: UserId;
  readonly #tools: EventsTools<T>;
  readonly #leave: () => void;
  readonly #fresh = new EventQueue<Written<T>>();

  constructor(user: UserId, tools: EventsTools<T>) {
    const { audience, mark, rowsOf } = tools;
    this.#user = user;
    this.#tools = tools;
    this.#leave = audience.join(user, {
      hear: (event, seq) => {
        for (const row of rowsOf(event, user)) this.#fresh.push(row, seq);
        if (!this.#fresh.isEmpty) mark();
      },
      look: () => undefined,
    });
  }

  told(): Written<unknown> {
    return this.#tools.write([]);
  }

  advance(): Advance | undefined {
    const piece = this.#fresh.take();
    if (!piece) return undefined;
    if (!this.#fresh.isEmpty) this.#tools.mark();
    return { data: this.#tools.write(piece.rows), seq: piece.seq, isWhole: piece.isCut };
  }

  since(from: Seq): MissedEvents | undefined {
    const missed = this.#tools.recent.ofUser(this.#user, from);
    return missed && { ...missed, write: () => this.#rewrite(missed.found) };
  }

  #rewrite(found: MissedEvents["found"]): Advance[] {
    const rows = found.flatMap(({ event, seq }) => {
      if (event.type === "CandlesImported") return [];
      return this.#tools.rowsOf(event, this.#user).map((row) => ({ row, seq }));
    });
    return piecesOf(rows, this.#tools.write);
  }

  close(): void {
    this.#leave();
  }
}
