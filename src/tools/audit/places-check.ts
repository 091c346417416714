/**
 * The index of places compared with replay: each place says of its stretch of the log what replay sees there, none is missing from
 * where the index begins to where it must have come, and each larger place says what those that it is made of say. Rule HIST-PLACE-2.
 */
import { joined, type LogPlace } from "../../runtime/history/places/place.ts";
import { FAN, type PlaceRows } from "../../runtime/history/places/place-rows.ts";
import {
  COMMANDS_MIN,
  type PlaceStanding,
  PlaceTaker,
} from "../../runtime/history/places/place-taker.ts";
import { LEVELS } from "../../runtime/history/rows/keys.ts";
import { HistoryDamaged } from "../../runtime/history/rows/seal.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";
import type { Replica } from "../../runtime/replica/replay.ts";

/** The most commands of a batch: with the one that fills it a place ends. */
const BATCH_MAX = 512;

export class PlacesCheck {
  readonly #rows: PlaceRows;
  readonly #taker: PlaceTaker;
  /** As of the begin; an archivist whose server was killed may write more meanwhile. */
  readonly #to: number;
  readonly #position: number;
  /** The stored place that is being compared. */
  #stored: LogPlace | undefined;
  #wrong: string | undefined;

  constructor(store: HistoryStore) {
    this.#rows = store.places;
    this.#position = store.position;
    this.#to = this.#or(() => this.#rows.span?.last) ?? 0;
    this.#taker = new PlaceTaker(
      (place) => this.#compare(place),
      ({ first, last }) => last >= (this.#storedAt(first)?.last ?? Number.POSITIVE_INFINITY),
    );
  }

  begin(replica: Replica): void {
    const { position } = replica.state;
    this.#taker.begin(replica, this.#or(() => this.#knownAt(position)) ?? position);
    replica.onCommand = this.#taker.see;
  }

  /** A place that begins before replay does cannot be compared. */
  #knownAt(position: number): number {
    const { since, last } = this.#rows.span ?? { since: position, last: position };
    if (position <= since || position >= last) return Math.max(position, since);
    const place = this.#rows.at(position + 1);
    return place.first === position + 1 ? position : place.last;
  }

  follow(standing: PlaceStanding): void {
    if (this.#wrong === undefined && standing.state.position <= this.#to) {
      this.#taker.follow(standing);
    }
  }

  #storedAt(first: number): LogPlace | undefined {
    if (this.#stored?.first !== first) this.#stored = this.#or(() => this.#rows.at(first));
    return this.#stored;
  }

  #compare(place: LogPlace): void {
    if (JSON.stringify(this.#stored) === JSON.stringify(place)) return;
    this.#wrong ??= `the history store has another place of positions ${place.first} to ${place.last}`;
  }

  /** HIST-SEAL-1: a row that cannot be read is the store's fault. */
  #or<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof HistoryDamaged)) throw error;
      this.#wrong ??= error.message;
      return undefined;
    }
  }

  /** What should be true and is not. */
  problem(): string | undefined {
    this.#or(() => this.#checkSizes());
    const late = this.#position - this.#to >= COMMANDS_MIN + BATCH_MAX;
    if (this.#to > 0 && late) {
      this.#wrong ??= `the history store lacks the places behind position ${this.#to}`;
    }
    return this.#wrong;
  }

  #checkSizes(): void {
    const { span } = this.#rows;
    for (let level = 1; span && level < LEVELS; level++) {
      let next = span.since + 1;
      for (const place of this.#rows.list(level, next)) {
        const parts = [...this.#rows.list(level - 1, place.first, place.last + 1)];
        const isWhole =
          parts.length === FAN && JSON.stringify(joined(parts)) === JSON.stringify(place);
        if (!isWhole)
          throw new HistoryDamaged(
            `a place of ${place.first} to ${place.last} is not what it is made of`,
          );
        next = place.last + 1;
      }
      if (next <= this.#rows.lastOf(level)) throw new HistoryDamaged(`no large place at ${next}`);
    }
  }
}
