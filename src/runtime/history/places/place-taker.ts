/**
 * Makes the index of places while the log is followed: a place ends with the batch that fills it, and where a snapshot is made, so
 * that a start at the snapshot goes on with a place of its own. What the store has already is passed over. Rules HIST-PLACE-1,
 * HIST-PLACE-2.
 */
import type { Command } from "../../../core/engine/codec.ts";
import { addNumber, type LogPlace, type RequestRange } from "./place.ts";

/** A place ends with the batch with which it has so many commands. */
export const COMMANDS_MIN = 1_024;

/** The ids that were given last. */
interface LastIds {
  readonly orderIdLast: number;
  readonly tradeIdLast: number;
}

/** Where a replica stands between two batches. */
export interface PlaceStanding {
  readonly state: { readonly position: number; readonly orders: LastIds };
  readonly cursor: { readonly segment: number; readonly offset: number };
}

export class PlaceTaker {
  readonly #take: (place: LogPlace) => void;
  readonly #ends: (place: Pick<LogPlace, "first" | "last">) => boolean;
  /** Up to here the store has its places. */
  #known = 0;
  #first = 1;
  #segment = 0;
  #offset = 0;
  #ordersBefore = 0;
  #tradesBefore = 0;
  #requests: RequestRange[] = [];

  /** `ends` says whether a stretch is a place, where the log may go on; without it, by its length. */
  constructor(take: (place: LogPlace) => void, ends = endsAfter(COMMANDS_MIN)) {
    this.#take = take;
    this.#ends = ends;
  }

  /** A replay begins, perhaps again. */
  begin(standing: PlaceStanding, known: number): void {
    this.#known = known;
    this.#beginAt(standing);
  }

  #beginAt({ state, cursor }: PlaceStanding): void {
    this.#first = state.position + 1;
    this.#segment = cursor.segment;
    this.#offset = cursor.offset;
    this.#ordersBefore = state.orders.orderIdLast;
    this.#tradesBefore = state.orders.tradeIdLast;
    this.#requests = [];
  }

  /** A command of the log, before it is applied. */
  readonly see = (command: Command): void => {
    const number = requestOf(command);
    if (number === 0) return;
    const last = this.#requests[this.#requests.length - 1];
    // Most numbers are the next one.
    if (last && number === last.last) return;
    addNumber(this.#requests, number);
  };

  /** A batch was followed. */
  follow(standing: PlaceStanding): void {
    const { position } = standing.state;
    // An empty batch in front is passed over, so that a place begins where its first command stands.
    if (position <= this.#known || position < this.#first) this.#beginAt(standing);
    else if (this.#ends({ first: this.#first, last: position })) this.end(standing);
  }

  /** The place ends here, however short it is. */
  end(standing: PlaceStanding): void {
    const { position: last, orders } = standing.state;
    if (last < this.#first || last <= this.#known) return;
    this.#take({
      first: this.#first,
      last,
      segment: this.#segment,
      offset: this.#offset,
      ordersBefore: this.#ordersBefore,
      orders: orders.orderIdLast,
      tradesBefore: this.#tradesBefore,
      requests: this.#requests,
    });
    this.#beginAt(standing);
  }
}

/** Ends a place with the batch with which it has so many commands. */
export function endsAfter(commands: number) {
  return ({ first, last }: Pick<LogPlace, "first" | "last">): boolean =>
    last - first + 1 >= commands;
}

/** 0 for a command that comes from no request. */
export function requestOf(command: Command): number {
  return "request" in command ? command.request : 0;
}
