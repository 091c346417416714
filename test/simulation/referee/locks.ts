/** What is locked is what open orders need, stops that wait included, legs of one list once: by the referee's own sums (SPOT-LOCK-4, SPOT-STOP-2, SPOT-LIST-8). */
import { balancesIn } from "../../../src/core/engine/ledger/ledger.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { type Books, paidBy } from "./books.ts";
import { claim } from "./claim.ts";
import type { ListsWatch } from "./lists-watch.ts";

export function checkLocks(
  { ledger }: ExchangeState,
  books: Books,
  lists: ListsWatch,
  open: ReadonlyMap<number, Order>,
): void {
  const sums = new Map<string, bigint>();
  for (const order of open.values()) {
    const pair = books.pairOf(order.market);
    const key = `${order.area} ${order.user} ${paidBy(pair, order)}`;
    sums.set(key, (sums.get(key) ?? 0n) + lists.lockOf(order));
  }
  for (const area of ["spot", "margin"] as const) {
    for (const { user, asset, locked } of balancesIn(ledger, area)) {
      const key = `${area} ${user} ${asset}`;
      const due = sums.get(key) ?? 0n;
      claim(locked === due, `SPOT-LOCK-4 SPOT-LIST-8 ${key} has ${due} locked, not ${locked}`);
    }
  }
}
