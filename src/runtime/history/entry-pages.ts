/**
 * Pages of ledgers (HIST-LEDGER-2): records of entries walked along from a place, or from a time, until the page is full. A walk
 * looks at so many records at most, since few of them may be of what is asked for; where it ends before all was seen, a record
 * without a line says where to go on.
 */
import {
  type EntriesQuery,
  entriesRank,
  type LedgerEntries,
  linesOf,
  positionOfRank,
} from "./ledger-entries.ts";

/** HIST-LEDGER-3 */
export const LOOKED_MAX = 5_000;

const RANK_END = Number.MAX_SAFE_INTEGER;

/** The records of one owner from a rank on, or back from it; both ends are part of it. */
export type ListEntries = (stretch: {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}) => Iterable<LedgerEntries>;

/** Each with one line, in the order of the walk; behind them where to go on, if there may be more. */
export function entriesIn(list: ListEntries, query: EntriesQuery): LedgerEntries[] {
  const stretch = stretchOf(list, query);
  if (!stretch) return [];
  const page: LedgerEntries[] = [];
  let looked = 0;
  for (const entries of list({ ...stretch, limit: LOOKED_MAX + 1 })) {
    if (isBeyond(entries, query)) return page;
    for (const one of linesOf(entries, query.isForward)) {
      if (!isBehindStart(one, query)) continue;
      if (page.length === query.limit || looked === LOOKED_MAX) {
        page.push({ ...one, lines: [] });
        return page;
      }
      if (isWanted(one, query)) page.push(one);
    }
    looked++;
  }
  return page;
}

/** Of the command at which the walk begins only the lines from the named one on. */
function isBehindStart({ id, first }: LedgerEntries, { from, isForward }: EntriesQuery): boolean {
  if (positionOfRank(id) !== from.position) return true;
  return isForward ? first >= from.line : first <= from.line;
}

function isBeyond({ timeMs }: LedgerEntries, { isForward, firstMs, lastMs }: EntriesQuery) {
  return isForward ? timeMs > lastMs : timeMs < firstMs;
}

function isWanted({ lines: [line] }: LedgerEntries, { asset, entryKind }: EntriesQuery): boolean {
  if (asset !== 0 && line?.asset !== asset) return false;
  return entryKind === undefined || line?.kind === entryKind;
}

function stretchOf(list: ListEntries, { isForward, from, firstMs, lastMs }: EntriesQuery) {
  if (lastMs < firstMs) return undefined;
  const { position } = from;
  if (isForward) {
    const start = firstMs === 0 ? 0 : rankAt(list, firstMs);
    return { from: Math.max(start, entriesRank(position)), to: RANK_END };
  }
  const place = position === 0 ? RANK_END : entriesRank(position + 1) - 1;
  const end = lastMs === RANK_END ? RANK_END : rankAt(list, lastMs + 1) - 1;
  return end < 0 ? undefined : { from: Math.min(place, end), to: 0 };
}

/** The lowest rank from a time on: engine time goes with the position. */
function rankAt(list: ListEntries, timeMs: number): number {
  const [newest] = list({ from: RANK_END, to: 0, limit: 1 });
  let low = 0;
  let high = newest ? newest.id + 1 : 0;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entries] = list({ from: middle, to: RANK_END, limit: 1 });
    if (entries && entries.timeMs < timeMs) low = entries.id + 1;
    else high = middle;
  }
  return low;
}
