/**
 * Where to look in the log: the place in which an order was made, the places in which a request may have commands. An order's
 * place is found by halves, since order ids go up with positions; a request's from the largest places down. Rule HIST-PLACE-3.
 */
import { LEVELS } from "../rows/keys.ts";
import { type LogPlace, mayHave } from "./place.ts";
import type { PlaceRows } from "./place-rows.ts";

/** Undefined where the order was made before the index begins or after it ends. */
export function placeOfOrder(rows: PlaceRows, order: number): LogPlace | undefined {
  const { span } = rows;
  if (!span || span.last <= span.since) return undefined;
  if (rows.at(span.last).orders < order) return undefined;
  let [low, high] = [span.since + 1, span.last];
  while (low < high) {
    const { last, orders } = rows.at(Math.floor((low + high) / 2));
    if (orders < order) low = last + 1;
    else high = Math.min(last, Math.floor((low + high) / 2));
  }
  const place = rows.at(low);
  return place.ordersBefore < order ? place : undefined;
}

/** In the order of the log. */
export function* placesOfRequest(rows: PlaceRows, request: number): Iterable<LogPlace> {
  const { span } = rows;
  if (!span) return;
  yield* search(rows, { request, level: LEVELS - 1, from: span.since + 1, to: span.last });
}

interface Sought {
  readonly request: number;
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** Places of a size, those of the size below in each that may have it, and behind the last the places that make no larger one yet. */
function* search(rows: PlaceRows, { request, level, from, to }: Sought): Iterable<LogPlace> {
  let next = from;
  for (const place of rows.list(level, from, to + 1)) {
    next = place.last + 1;
    if (!mayHave(place, request)) continue;
    if (level === 0) yield place;
    else yield* search(rows, { request, level: level - 1, from: place.first, to: place.last });
  }
  if (next > to) return;
  if (level > 0) yield* search(rows, { request, level: level - 1, from: next, to });
  else rows.at(to); // Something is missing at its end.
}
