/**
 * `bourse user ledger`: every change of a user's balances, for people a page as a table, newest first; with --csv all of it as
 * rows for a spreadsheet, oldest first, as it comes.
 */
import type { ValueOf } from "../../contract/field.ts";
import { USER_LEDGER, type UserEntry } from "../../contract/operator/users/ledger.ts";
import { align, timeOf } from "../terminal/layout.ts";
import { online } from "./online.ts";

type Page = ValueOf<(typeof USER_LEDGER)["about"]["reply"]>;

const PAGE = 1_000;

const COLUMNS = [
  ...["id", "time", "area", "asset", "type", "amount", "balance"],
  ...["market", "tradeId", "transferId", "movementId", "positionId", "forced"],
];

export const userLedger = online(USER_LEDGER, "user ledger", {
  options: { "--csv": { says: "print all of it as CSV, oldest first" } },
  show: sayPage,
  walk: {
    by: "--csv",
    first: { fromId: "0-0", limit: PAGE },
    head: csvLine(COLUMNS),
    show: ({ entries }) => entries.toReversed().map(csvOf),
    next: ({ next }) => (next === undefined ? undefined : { fromId: next, limit: PAGE }),
  },
});

function sayPage({ user, entries, next }: Page): readonly string[] {
  const more = next === undefined ? [] : [`There may be more: --to-id ${next}`];
  if (entries.length === 0) return [`nothing was posted to ${user} here`, ...more];
  const head = ["ID", "TIME", "AREA", "TYPE", "AMOUNT", "BALANCE", "ASSET", "OF"];
  return [...align([head, ...entries.map(rowOf)]), ...more];
}

function rowOf(entry: UserEntry): string[] {
  const { id, time, area, type, amount, balance, asset } = entry;
  return [id, timeOf(time), area, type, amount, balance, asset, originOf(entry)];
}

/** What it came from, in one cell. */
function originOf(entry: UserEntry): string {
  const { market, tradeId, transferId, movementId, positionId } = originsOf(entry);
  const named = [
    market,
    tradeId && `trade ${tradeId}`,
    transferId && `transfer ${transferId}`,
    movementId,
    positionId && `position ${positionId}`,
    entry.forced === "NONE" ? "" : entry.forced.toLowerCase(),
  ];
  return named.filter((word) => word !== "").join(", ");
}

function originsOf(entry: UserEntry) {
  const { tradeId = "", transferId = "" } = entry;
  return {
    market: (entry.area === "futures" ? entry.contractName : entry.symbol) ?? "",
    tradeId: `${tradeId}`,
    transferId: `${transferId}`,
    movementId: (entry.area === "spot" && entry.movementId) || "",
    positionId: `${(entry.area === "futures" && entry.positionId) || ""}`,
  };
}

function csvOf(entry: UserEntry): string {
  const { id, time, area, asset, type, amount, balance, forced } = entry;
  const { market, tradeId, transferId, movementId, positionId } = originsOf(entry);
  const came = [market, tradeId, transferId, movementId, positionId, forced];
  return csvLine([id, new Date(time).toISOString(), area, asset, type, amount, balance, ...came]);
}

/** Every cell is of letters, digits and signs that mean nothing to CSV. */
function csvLine(cells: readonly string[]): string {
  return cells.join(",");
}
