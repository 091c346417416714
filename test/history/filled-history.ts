/** A history of orders that ended, to be damaged. */

import type { KeyValueStore } from "../../src/runtime/history/rows/key-value-store.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { endedEvent } from "../support/order-event.ts";
import { someOrder } from "../views/trade-tape.ts";

export function fillHistory(keyValues: KeyValueStore, count = 30): HistoryStore {
  const store = new HistoryStore(keyValues);
  const span = Array.from({ length: count }, (_, at) => {
    const order = someOrder({ id: at + 1, clientId: `name-${at}` });
    const event = endedEvent(order, { status: "canceled" }, 1_000 + at);
    return { position: at + 1, event };
  });
  store.add(span, count);
  return store;
}
