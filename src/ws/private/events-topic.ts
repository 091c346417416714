/**
 * What happens to a user, each event once, in the order of the log: own trades, liquidations. Nothing of
 * it lasts, so a snapshot is empty, and what was before it is in the histories of the REST API.
 * STREAM-MINE-2, STREAM-MINE-5.
 */
import type { UserId } from "../../engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import { EventQueue } from "../event-queue.ts";
import { type MissedEvents, piecesOf } from "../missed.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Seq } from "../seq.ts";
import type { Audience } from "./audience.ts";

/** The rows of an event that a user is told, each as it is written. */
export type RowsOf = (event: PrivateEvent, user: UserId) => readonly string[];

export interface EventsTools {
  readonly audience: Audience;
  readonly recent: RecentEvents;
  readonly mark: () => void;
  /** Where the rows stand in a message. */
  readonly field: string;
  readonly rowsOf: RowsOf;
}

export class EventsTopic implements Topic {
  /** At the next beat. */
  readonly everyMs = 0;
  readonly #user: UserId;
  readonly #tools: EventsTools;
  readonly #leave: () => void;
  readonly #fresh = new EventQueue<string>();

  constructor(user: UserId, tools: EventsTools) {
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

  told(): string {
    return this.#listOf([]);
  }

  advance(): Advance | undefined {
    const piece = this.#fresh.take();
    if (!piece) return undefined;
    if (!this.#fresh.isEmpty) this.#tools.mark();
    return { data: this.#listOf(piece.rows), seq: piece.seq, isWhole: piece.isCut };
  }

  #listOf(rows: readonly string[]): string {
    return `{"${this.#tools.field}":[${rows.join()}]}`;
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
    return piecesOf(rows, (written) => this.#listOf(written));
  }

  close(): void {
    this.#leave();
  }
}
