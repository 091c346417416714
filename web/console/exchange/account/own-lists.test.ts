/** Which open orders are a list, which kind of list, and how they stand together. */
import { expect, test } from "vitest";
import type { AccountOrder } from "../exchange.ts";
import {
  findList,
  isFirstOf,
  isUntouched,
  listedTogether,
  listsIn,
  sayPlaceIn,
} from "./own-lists.ts";

function order(id: number, orderListId?: number, part: Partial<AccountOrder> = {}): AccountOrder {
  const named = { area: "spot", orderIdString: `${id}`, symbol: "BTCUSDT", status: "NEW" };
  return { ...named, executedQty: "0", orderListId, ...part } as AccountOrder;
}
const PENDING = { status: "PENDING_NEW" } as const;

function places(orders: readonly AccountOrder[]): string[] {
  const lists = listsIn(orders);
  return listedTogether(orders, lists).map((one) => {
    const list = findList(lists, one);
    return `${one.orderIdString}${list ? ` ${sayPlaceIn(list, one)}` : ""}`;
  });
}

test("SPOT-LIST-11 the orders of a list stand together, in their order, and say which list it is", () => {
  const orders = [
    order(30),
    order(13, 10, PENDING),
    order(22, 20),
    order(11, 10),
    order(12, 10, PENDING),
    order(9),
    order(21, 20),
    order(102, 100, PENDING),
    order(101, 100),
  ];

  expect(places(orders)).toEqual([
    "30",
    "11 OTOCO 1/3",
    "12 OTOCO 2/3",
    "13 OTOCO 3/3",
    "21 OCO 1/2",
    "22 OCO 2/2",
    "9",
    "101 OTO 1/2",
    "102 OTO 2/2",
  ]);
});

test("SPOT-LIST-9 one that is left alone is an order like any other", () => {
  const futures = { ...order(7), area: "futures" } as AccountOrder;

  expect(places([order(12, 10), futures, order(8)])).toEqual(["12", "7", "8"]);
});

test("the legs of an exit that is live are an OCO", () => {
  expect(places([order(13, 10), order(12, 10)])).toEqual(["12 OCO 1/2", "13 OCO 2/2"]);
});

test("a list is untouched until one of its orders trades or is triggered", () => {
  const isWhole = (part: Partial<AccountOrder>) => {
    const list = listsIn([order(1, 9), order(2, 9, part)]).get(9);
    return list && isUntouched(list);
  };

  expect(isWhole({})).toBe(true);
  expect(isWhole({ triggerPrice: "1", triggered: false })).toBe(true);
  expect(isWhole({ executedQty: "0.1" })).toBe(false);
  expect(isWhole({ preventedQty: "0.1" })).toBe(false);
  expect(isWhole({ triggerPrice: "1", triggered: true })).toBe(false);
  const list = listsIn([order(2, 9), order(10, 9)]).get(9);
  expect([2, 10].map((id) => list && isFirstOf(list, order(id)))).toEqual([true, false]);
});
