/** Everything that the users of a simulated service find of what ended. */
import { AREAS, type Area } from "../../src/core/engine/ledger/area.ts";
import type {
  EndedOrder,
  HistoryRecord,
  OwnTrade,
  Query,
  RecordKind,
} from "../../src/runtime/history/history.ts";
import { type Archive, JoinedHistory, rowsOf } from "../../src/runtime/history/joined-history.ts";
import type { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import type { OpenedExchange } from "../../src/runtime/sequencer/open-exchange.ts";
import { USERS } from "./service-market.ts";

/** By id, each as often as it was listed. */
export interface FoundHistory {
  readonly orders: ReadonlyMap<number, readonly EndedOrder[]>;
  readonly trades: ReadonlyMap<number, readonly OwnTrade[]>;
}

const PAIR = 1;

/** A row is the number of its record: what crosses is text, as between the real processes. */
class Reader {
  readonly #records: HistoryRecord[] = [];
  readonly #history: JoinedHistory;

  constructor(store: HistoryStore, unarchived: OpenedExchange["unarchived"]) {
    const write = (found: HistoryRecord) => `${this.#records.push(found) - 1}`;
    const find = (query: Query) => rowsOf(store.find(query), write);
    const archive: Archive = { ask: async (query, _, join) => join(find(query)) };
    this.#history = new JoinedHistory({ unarchived, archive, write });
  }

  async read(kind: RecordKind, area: Area, user: number): Promise<HistoryRecord[]> {
    const owner = { area, user, market: PAIR };
    const rows = await this.#history.page({ kind, ...owner, limit: 1_000_000, fromId: 0 });
    if (rows === "behind") throw new Error("the archive is behind a log that stands still");
    return rows.map((row) => this.#records[Number(row)] as HistoryRecord);
  }
}

export async function findAll(
  store: HistoryStore,
  unarchived: OpenedExchange["unarchived"],
): Promise<FoundHistory> {
  const reader = new Reader(store, unarchived);
  const orders = new Map<number, EndedOrder[]>();
  const trades = new Map<number, OwnTrade[]>();
  for (const area of AREAS) {
    for (let user = 1; user <= USERS; user++) {
      for (const found of [
        ...(await reader.read("order", area, user)),
        ...(await reader.read("trade", area, user)),
      ]) {
        if (found.kind === "order") addTo(orders, found.record);
        else addTo(trades, found.record);
      }
    }
  }
  return { orders, trades };
}

function addTo<T extends { readonly id: number }>(found: Map<number, T[]>, record: T): void {
  const before = found.get(record.id);
  if (before) before.push(record);
  else found.set(record.id, [record]);
}
