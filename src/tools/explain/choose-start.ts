/**
 * The nearest kept state before an order was made. The index of places says where that was, so one state is loaded; of an order that the
 * index does not have the last order id of each is looked at, newest first. Rules EXPLAIN-LIFE-1, EXPLAIN-FIND-2.
 */
import type { LogPlace } from "../../runtime/history/places/place.ts";
import { HistoryDamaged } from "../../runtime/history/rows/seal.ts";
import type { Replica } from "../../runtime/replica/replay.ts";
import { startReplica } from "./follow.ts";
import type { Sources } from "./sources.ts";
import { type Start, startsUpTo } from "./starts.ts";

export interface Chosen {
  readonly start: Start;
  readonly replica: Replica;
  /** Even the oldest start is behind the order's creation. */
  readonly isLate: boolean;
  /** Where the log has the command that made it, where that is known. */
  readonly place: MakingPlace | undefined;
}

/** A stretch of the log with the command that made an order, and the trades before it. */
export type MakingPlace = Pick<LogPlace, "first" | "tradesBefore">;

/** The command that made an order is looked for in so many commands that no place has yet, by looking at each from both sides. */
const UNPLACED_MAX = 8_192;

/** Undefined where there is no state at all. */
export function* chooseStart(
  sources: Sources,
  id: number,
): Generator<undefined, Chosen | undefined> {
  const { disk, durablePosition } = sources;
  const place = placeOf(sources, id);
  let oldest: Start | undefined;
  for (const start of startsUpTo(disk, place ? place.first - 1 : upTo(sources, id))) {
    const replica = startReplica(sources, start);
    const isLate = replica.state.orders.orderIdLast >= id;
    if (!isLate) return { start, replica, isLate, place };
    oldest = start;
    yield;
  }
  // A state that was kept within the place, or all there is.
  oldest ??= [...startsUpTo(disk, durablePosition)].at(-1);
  if (!oldest) return undefined;
  // Made again rather than kept: no two replicas are in memory at once.
  const replica = startReplica(sources, oldest);
  return { start: oldest, replica, isLate: replica.state.orders.orderIdLast >= id, place };
}

function placeOf({ history, durablePosition }: Sources, id: number): MakingPlace | undefined {
  return orNothing(() => {
    const span = history?.places.span;
    if (!history || !span || span.last > durablePosition) return undefined;
    const place = history.placeOfOrder(id);
    if (place) return place;
    const last = history.places.at(span.last);
    const isBehind = last.orders < id && durablePosition - span.last <= UNPLACED_MAX;
    return isBehind ? { first: span.last + 1, tradesBefore: last.tradesBefore } : undefined;
  });
}

/** An order that the index does not have was made before it begins, or behind it. */
function upTo({ history, durablePosition }: Sources, id: number): number {
  const since = orNothing(() => {
    const span = history?.places.span;
    if (!history || !span || span.last > durablePosition) return undefined;
    return history.places.at(span.since + 1).ordersBefore >= id ? span.since : undefined;
  });
  return since ?? durablePosition;
}

/** HIST-SEAL-1: what the index cannot say the states say; it takes longer. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof HistoryDamaged) return undefined;
    throw error;
  }
}
