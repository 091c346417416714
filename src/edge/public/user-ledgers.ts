/**
 * The ledger of one user as the operator sees it: the entries of all areas, or of one, in one list. Each area is a walk of its own;
 * where one of them looked no further, the list ends, since entries of that area may be missing behind. Rule HIST-LEDGER-2.
 */
import { FUTURES_LEDGER_ENTRY } from "../../contract/futures/ledger.ts";
import type {
  UserEntry,
  UserLedgerAsked,
  UserLedgerPage,
} from "../../contract/operator/users/ledger.ts";
import { LEDGER_ENTRY, MARGIN_LEDGER_ENTRY } from "../../contract/pairs/ledger.ts";
import { AREAS, type Area } from "../../core/engine/ledger/area.ts";
import { JoinedHistory } from "../../runtime/history/joined-history.ts";
import {
  type EntriesQuery,
  type EntryPlace,
  placeOf,
} from "../../runtime/history/ledger-entries.ts";
import { pageOfEntries } from "../http/dialect/entry-rows.ts";
import { queryOf } from "../http/dialect/ledger.ts";
import { readRow } from "./read-row.ts";
import { rowsWriter } from "./rows-writer.ts";
import type { AccountParts } from "./user-accounts.ts";

export function ledgersOf({ exchange, unarchived, archive }: AccountParts) {
  const write = rowsWriter(exchange.state.catalogue);
  const history = new JoinedHistory({ unarchived, archive, write });
  return async ({
    area,
    user,
    asset,
    ...asked
  }: UserLedgerAsked): Promise<UserLedgerPage | undefined> => {
    const query = { ...queryOf(asked), user, asset };
    const areas = area === undefined ? AREAS : [area];
    const walks = await Promise.all(areas.map((one) => walkOf(history, { ...query, area: one })));
    if (walks.includes(undefined)) return undefined;
    const found = walks.flatMap((walk) => walk?.entries ?? []);
    return pageOf(
      found,
      walks.flatMap((walk) => walk?.nextId ?? []),
      query,
    );
  };
}

/** Undefined while the archive is behind. */
async function walkOf(history: JoinedHistory, query: EntriesQuery) {
  const rows = await history.entries(query);
  if (rows === "behind") return undefined;
  const { entries, nextId } = pageOfEntries(rows);
  return { entries: entries.map((row) => entryIn(query.area, row)), nextId };
}

/** A row of the archive is as the REST API has it, with figures that are JSON numbers. */
function entryIn(area: Area, row: string): UserEntry {
  if (area === "futures") return { area, ...readRow(FUTURES_LEDGER_ENTRY, row) };
  if (area === "margin") return { area, ...readRow(MARGIN_LEDGER_ENTRY, row) };
  return { area, ...readRow(LEDGER_ENTRY, row) };
}

type Order = (one: { readonly id: string }, other: { readonly id: string }) => number;

function pageOf(
  found: readonly UserEntry[],
  ends: readonly string[],
  { isForward, limit }: Pick<EntriesQuery, "isForward" | "limit">,
): UserLedgerPage {
  const order: Order = isForward ? compare : (one, other) => compare(other, one);
  const sorted = found.toSorted(order);
  const [end] = ends.map((id) => ({ id })).toSorted(order);
  const told = end ? sorted.filter((entry) => order(entry, end) < 0) : sorted;
  const entries = told.slice(0, limit);
  const next = told[limit]?.id ?? end?.id;
  return { entries: isForward ? entries.reverse() : entries, next };
}

function compare(one: { readonly id: string }, other: { readonly id: string }): number {
  const [a, b]: [EntryPlace, EntryPlace] = [placeOf(one.id), placeOf(other.id)];
  return a.position - b.position || a.line - b.line;
}
