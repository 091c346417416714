/**
 * The golden log's chapter of rules 9: stops that trail at once and from a price, up and down, alone, in a batch, in lists and in place of
 * another; deltas that are refused; and at the end one of each that still stands: it trails, it waits for its price, its list is not live.
 */
import type { Command } from "../../src/core/engine/codec.ts";
import { list, orders } from "./order-list-story.ts";

/** The last price is this from now on. */
function last(pair: number, price: string): Command[] {
  return orders(pair, `1 sell 0.1 @ ${price}`, `2 buy 0.1 @ ${price}`);
}

function cancelAll(pair: number): Command[] {
  return [1, 2].map((user) => {
    return { type: "CancelAllOrders", user, key: user, request: 70, pair, area: "spot" };
  });
}

export function trailing(pair: number): Command[] {
  const by = { user: 2, key: 2, request: 70 };
  const item = { side: "sell", kind: "market", quantity: "0.2", price: "", clientId: "" } as const;
  const trails = [{ delta: 50 }, undefined, { delta: 150 }];
  return [
    ...cancelAll(pair),
    ...last(pair, "100"),
    ...orders(pair, "1 sell 0.3 trail 100", "1 sell 0.1 trail 9", "1 sell 0.1 @ 99 trail 2001"),
    ...orders(pair, "2 buy for 20 stop 97 trail 200", "2 buy just 0.2 stop 104 trail 100"),
    ...orders(pair, "1 sell 0.4 @ 101 stop 103 trail 100", "2 buy 2 @ 96"),
    {
      type: "PlaceBatch",
      ...by,
      pair,
      items: [item, { ...item, kind: "limit", price: "140" }, item],
      trailing: trails,
    },
    list(pair, 1, "oco", "sell 0.2 @ 112", "sell 0.2 trail 300"),
    ...last(pair, "103.5"),
    ...last(pair, "102.4"),
    ...last(pair, "104"),
    ...last(pair, "96.5"),
    ...last(pair, "95"),
    ...orders(pair, "1 sell 2 @ 99"),
    ...last(pair, "97.1"),
    ...cancelAll(pair),
    ...last(pair, "100"),
    list(pair, 2, "otoco", "buy 0.3 @ 99", "sell 0.3 @ 110", "sell 0.3 trail 500"),
    ...orders(pair, "1 sell 0.3 @ 99", "2 buy 1 @ 90"),
    ...last(pair, "102"),
    ...last(pair, "96.9"),
    ...cancelAll(pair),
    ...last(pair, "100"),
    ...orders(
      pair,
      "1 sell 0.1 trail 700",
      "1 sell 0.1 @ 98 trail 2000 ioc",
      "2 buy for 5 trail 1000",
    ),
    ...last(pair, "101"),
    ...orders(pair, "1 sell 0.1 trail 700", "2 buy for 5 stop 80 trail 1000"),
    list(pair, 2, "oto", "buy 0.1 @ 70", "sell 0.1 trail 100"),
  ];
}
