/**
 * What the index of places says of a stretch of the log: which positions, where its first batch stands, the last order id behind it,
 * and between which numbers its requests are. Few bytes for a thousand commands: it leads to the stretch, and reading that
 * finds the command. Larger stretches say the same of many. Rule HIST-PLACE-1.
 */
import { list, type RecordOf, record, uint } from "../../../core/base/records/record.ts";

/** Numbers of requests from one to another, both included. */
const rangeFields = { first: uint, last: uint };
export type RequestRange = RecordOf<typeof rangeFields>;

const placeFields = {
  first: uint,
  last: uint,
  /** Where its first batch stands, or the batch before it ended. */
  segment: uint,
  offset: uint,
  /** The last order id that was given before it, and up to its end. */
  ordersBefore: uint,
  orders: uint,
  /** The last trade id that was given before it. */
  tradesBefore: uint,
  requests: list(record(rangeFields)),
};
export type LogPlace = RecordOf<typeof placeFields>;
export const placeRecord = record(placeFields);

/** HIST-PLACE-1: so many ranges are kept apart; each process that draws numbers has one of its own. */
export const RANGES_MAX = 8;
/** Numbers no further apart are one range: those of one process go up one by one, or by 64. */
export const NEAR = 65_536;

/** Adds a number to sorted ranges in place. */
export function addNumber(ranges: RequestRange[], number: number): void {
  let at = ranges.length;
  while (at > 0 && (ranges[at - 1] as RequestRange).first > number) at--;
  const before = ranges[at - 1];
  if (before && number <= before.last) return;
  const behind = ranges[at];
  if (before && number - before.last <= NEAR) {
    ranges[at - 1] = { first: before.first, last: number };
    if (behind && behind.first - number <= NEAR) join(ranges, at - 1);
  } else if (behind && behind.first - number <= NEAR) {
    ranges[at] = { first: number, last: behind.last };
  } else {
    ranges.splice(at, 0, { first: number, last: number });
    if (ranges.length > RANGES_MAX) join(ranges, nearestPair(ranges));
  }
}

/** Makes one range of two neighbours. */
function join(ranges: RequestRange[], at: number): void {
  const [one, other] = [ranges[at] as RequestRange, ranges[at + 1] as RequestRange];
  ranges.splice(at, 2, { first: one.first, last: Math.max(one.last, other.last) });
}

function nearestPair(ranges: readonly RequestRange[]): number {
  let [nearest, least] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at + 1 < ranges.length; at++) {
    const gap = (ranges[at + 1] as RequestRange).first - (ranges[at] as RequestRange).last;
    if (gap < least) [nearest, least] = [at, gap];
  }
  return nearest;
}

/** One place for several that follow each other: it has every number that one of them has. */
export function joined(places: readonly LogPlace[]): LogPlace {
  const [{ first, segment, offset, ordersBefore, tradesBefore }] = places as [LogPlace];
  const { last, orders } = places.at(-1) as LogPlace;
  const all = places
    .flatMap(({ requests }) => requests)
    .sort((one, other) => one.first - other.first);
  const requests: RequestRange[] = [];
  for (const range of all) {
    const before = requests.at(-1);
    if (before && range.first - before.last <= NEAR) {
      requests[requests.length - 1] = {
        first: before.first,
        last: Math.max(before.last, range.last),
      };
    } else requests.push(range);
  }
  while (requests.length > RANGES_MAX) join(requests, nearestPair(requests));
  return { first, last, segment, offset, ordersBefore, orders, tradesBefore, requests };
}

/** Whether a request may have a command there. */
export function mayHave({ requests }: LogPlace, request: number): boolean {
  return requests.some(({ first, last }) => request >= first && request <= last);
}
