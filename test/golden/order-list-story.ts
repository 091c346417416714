/**
 * The golden log's chapter of rules 7, on a pair of its own: market orders that count the other asset, lists of every kind that are placed,
 * refused, worked through, gone over by a gap, rejected for money and canceled, and one of each that stays open. WEI is asset 3, USDT asset 2.
 */
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import type { ListKind } from "../../src/core/engine/orders/order-lists.ts";
import { askedFor } from "../support/desk.ts";

const by = (user: number) => ({ user, key: user, request: 50 });

function asked(words: string) {
  const { pairName: _, ...order } = askedFor(words);
  return order;
}

/** `1 buy just 2`: an order of trader 1. */
export function orders(pair: number, ...lines: string[]): Command[] {
  return lines.map((line) => {
    const [user = "", ...words] = line.split(" ");
    return { type: "PlaceOrder", ...by(Number(user)), pair, ...asked(words.join(" ")) };
  });
}

export function list(pair: number, user: number, kind: ListKind, ...words: string[]): Command {
  const all = words.map(asked);
  const items = all.map(({ trailing: _, ...item }) => {
    return { instructions: undefined, extras: undefined, ...item };
  });
  const trails = all.map(({ trailing }) => trailing);
  const trailing = trails.some((one) => one !== undefined) ? trails : undefined;
  const clientId = `${kind}-${words.length}`;
  return { type: "PlaceOrderList", ...by(user), pair, kind, clientId, items, trailing };
}

export function listPair(pair: number): Command[] {
  const scales = { pricePrecision: 2, quantityPrecision: 1, selfTrade: "none" } as const;
  const names = { name: "WEIUSDTL", base: 3, quote: 2, isMarginEnabled: false, request: 50 };
  return [
    { type: "AddPair", ...PAIR_DEFAULTS, ...scales, ...names },
    list(pair, 1, "oco", "sell 1 @ 110", "sell 1 stop 95"),
    ...orders(pair, "1 sell 1 @ 100", "2 buy 1 @ 100"),
  ];
}

/** SPOT-UNIT-2, SPOT-UNIT-3 */
export function units(pair: number): Command[] {
  const batch = [asked("buy just 0.1"), asked("sell for 10")];
  const items = batch.map(({ instructions: _, extras: __, ...item }) => item);
  return [
    ...orders(pair, "1 sell 2 @ 101", "2 buy just 0.5", "2 buy 2 @ 99", "1 sell for 60"),
    { type: "PlaceBatch", ...by(2), pair, items, extras: batch.map(({ extras }) => extras) },
    ...orders(pair, "1 sell for 20 stop 90", "2 buy just 0.1 stop 115"),
  ];
}

/** Lists whose legs work by a trade, by a trigger, behind a gap; one that is rejected, several that are canceled. */
export function worked(pair: number): Command[] {
  return [
    { type: "CancelAllOrders", ...by(1), pair, area: "spot" },
    { type: "CancelAllOrders", ...by(2), pair, area: "spot" },
    list(pair, 1, "oco", "sell 1 @ 104", "sell 1 @ 94 stop 96"),
    ...orders(pair, "2 buy 0.4 @ 104"),
    { type: "CancelAllOrders", ...by(1), pair, area: "spot" },
    list(pair, 1, "oco", "sell 1 @ 110", "sell 1 stop 102"),
    ...orders(pair, "2 buy 2 @ 101", "1 sell 0.1 @ 101"),
    list(pair, 2, "otoco", "buy 1 @ 100", "sell 1 @ 105", "sell 1 stop 97"),
    ...orders(pair, "1 sell 2 @ 100", "1 sell 1 @ 100"),
    list(pair, 2, "oto", "buy 1 @ 99", "sell 900000000 @ 108"),
    ...orders(pair, "1 sell 1 @ 99"),
    { type: "CancelOrderList", ...by(2), pair, list: 0, clientId: "otoco-3" },
    list(pair, 1, "oco", "sell 1 @ 90", "sell 1 stop 95"),
    { type: "CancelOrderList", ...by(1), pair, list: 0, clientId: "nothing" },
  ];
}

/** One of every stage stays. */
export function standing(pair: number): Command[] {
  return [
    list(pair, 1, "oco", "sell 1 @ 120", "sell 1 stop 80"),
    list(pair, 2, "otoco", "buy 1 @ 70", "sell 1 @ 125", "sell 1 @ 60 stop 65"),
    list(pair, 2, "oto", "buy 1 @ 71", "sell 1 @ 126 stop 124"),
  ];
}
