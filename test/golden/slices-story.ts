/**
 * The golden log's chapter of rules 8 about single orders: slices that are used up by one taker and by a batch, orders that lose to their user's
 * own in every mode, and at the end one that hides, one that has lost, and one that has done both.
 */
import type { Command } from "../../src/core/engine/codec.ts";
import { orders } from "./order-list-story.ts";

export function slicesAndLosses(pair: number): Command[] {
  const user = 2;
  const by = { user, key: user, request: 61, clientRequestId: "slices" };
  const item = { side: "buy", kind: "limit", price: "101", clientId: "" } as const;
  const items = ["2.5", "0.5", "1.5"].map((quantity) => ({ ...item, quantity }));
  const batch = { type: "PlaceBatch", ...by, pair, items } as const;
  return [
    { type: "CancelAllOrders", user: 1, key: 1, request: 61, pair, area: "spot" },
    { type: "CancelAllOrders", user: 2, key: 2, request: 61, pair, area: "spot" },
    ...orders(pair, "1 sell 8 @ 101 showing 1", "1 sell 1 @ 101", "2 buy 2.5 @ 101"),
    batch,
    batch,
    ...orders(pair, "1 buy 0.5 @ 101 meets decrement", "1 buy 9 @ 101 meets expire_taker"),
    ...orders(pair, "1 sell 1 @ 102", "1 buy 0.1 @ 102 ioc meets expire_maker"),
    ...orders(pair, "2 sell 3 @ 101", "2 buy 2 @ 101 meets decrement", "2 buy 1 @ 101 fok"),
    ...orders(pair, "1 sell 4 @ 103 showing 9", "1 sell 4 @ 103 ioc showing 0.5"),
    ...orders(pair, "2 sell 6 @ 103 showing 2", "2 buy 1 @ 103 meets decrement"),
    ...orders(
      pair,
      "1 buy 3 @ 90 showing 1 as slow",
      "2 sell 1 @ 104",
      "2 buy 0.4 @ 104 meets decrement",
    ),
  ];
}
