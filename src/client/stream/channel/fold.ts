/**
 * What a channel's state is after an update, from what it was before: one rule for each kind of
 * channel. So a late subscriber can be told all of it without asking the server, and a follower of a
 * book or of rows keeps them by the same rule.
 */
import type { Level } from "../../api/market-words.ts";
import { type DepthData, kindOf } from "./channels.ts";
import { compareDecimals, isZero } from "./decimal-order.ts";
import { foldRows, ROW_KINDS, type RowKind, rowsIn } from "./rows.ts";

/** Makes a new state; neither the old one nor the update is changed. */
export type Fold = (state: unknown, update: unknown) => unknown;

export function foldOf(channel: string): Fold {
  const kind = kindOf(channel);
  const rows = ROW_KINDS.get(kind);
  if (rows) return (state, update) => foldMessage(rows, state, update);
  if (kind === "depth") {
    return (state, update) => foldDepth(state as DepthData, update as DepthData);
  }
  return EVENTS.has(kind) ? keep : replace;
}

/** Channels of events: nothing of them lasts, and a snapshot of them is empty. */
const EVENTS: ReadonlySet<string> = new Set(["my.trades", "my.ledger", "my.liquidation"]);

const keep: Fold = (state) => state;
/** A ticker, an index, a margin level: each update is all of it. */
const replace: Fold = (_, update) => update;

function foldMessage(kind: RowKind, state: unknown, update: unknown): object {
  return { [kind.field]: foldRows(kind, rowsIn(kind, state), rowsIn(kind, update)) };
}

export function foldDepth({ bids, asks }: DepthData, update: DepthData): DepthData {
  return {
    bids: foldLevels(bids, update.bids, (a, b) => compareDecimals(b, a)),
    asks: foldLevels(asks, update.asks, compareDecimals),
  };
}

/** What the server tells of a side: a level that is not among the best so many is told as gone. */
const LEVELS_MAX = 100;

function foldLevels(
  levels: readonly Level[],
  changed: readonly Level[],
  order: (a: string, b: string) => number,
): readonly Level[] {
  const folded = [...levels];
  for (const level of changed) {
    const [price, quantity] = level;
    const at = placeOf(folded, price, order);
    const there = folded[at];
    const hasPrice = there !== undefined && order(there[0], price) === 0;
    folded.splice(at, hasPrice ? 1 : 0, ...(isZero(quantity) ? [] : [level]));
  }
  return folded.slice(0, LEVELS_MAX);
}

/** The index of the first level that is not better than the price. */
function placeOf(
  levels: readonly Level[],
  price: string,
  order: (a: string, b: string) => number,
): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const level = levels[middle];
    if (level !== undefined && order(level[0], price) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
