/** Everything that the users of a simulated service find of what ended. */
import type { EndedOrder, HistoryRecord, OwnTrade, RecordKind } from "../../src/history/history.ts";
import type { JoinedHistory } from "../../src/history/joined-history.ts";
import { USERS } from "./service-clients.ts";

/** By id, each as often as it was listed. */
export interface FoundHistory {
  readonly orders: ReadonlyMap<number, readonly EndedOrder[]>;
  readonly trades: ReadonlyMap<number, readonly OwnTrade[]>;
}

const PAIR = 1;

export async function findAll(history: JoinedHistory): Promise<FoundHistory> {
  const orders = new Map<number, EndedOrder[]>();
  const trades = new Map<number, OwnTrade[]>();
  for (let user = 1; user <= USERS; user++) {
    for (const row of await rowsOf(history, "order", user)) addTo(orders, row as EndedOrder);
    for (const row of await rowsOf(history, "trade", user)) addTo(trades, row as OwnTrade);
  }
  return { orders, trades };
}

async function rowsOf(history: JoinedHistory, kind: RecordKind, user: number): Promise<unknown[]> {
  const owner = { area: "spot", user, pair: PAIR } as const;
  const rows = await history.page({ kind, ...owner, limit: 1_000_000, fromId: 0 });
  if (rows === "behind") throw new Error("the archive is behind a log that stands still");
  return rows.map((row) => JSON.parse(row));
}

function addTo<T extends { readonly id: number }>(found: Map<number, T[]>, record: T): void {
  found.set(record.id, [...(found.get(record.id) ?? []), record]);
}

/** Amounts as text: JSON has no exact whole numbers. */
export function writeExact({ record }: HistoryRecord): string {
  return JSON.stringify(record, (_, value) => (typeof value === "bigint" ? `${value}` : value));
}
