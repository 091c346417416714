/**
 * What no order endpoint takes, of spot or of margin: requests with one thing wrong and the code it
 * is answered with, and what makes no difference.
 */
import type { User } from "../support/http-client.ts";

export type Fields = Record<string, unknown>;

export const LIMIT = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "1",
  price: "100",
};

/** As good as not sent. */
export const ABSENT = [undefined, null, ""];

/** A change to a good order. */
export const REFUSALS: readonly [string, Fields, number][] = [
  ...["symbol", "side", "type", "volume", "price"].flatMap((name) =>
    ABSENT.map((value): [string, Fields, number] => [
      `SPOT-CHECK-1 SPOT-CHECK-6 ${name} not given`,
      { [name]: value },
      -1102,
    ]),
  ),
  ...["volume", "price"].map((name): [string, Fields, number] => [
    "SPOT-CHECK-1 no number",
    { [name]: "x", symbol: "NONE" },
    -1102,
  ]),
  ...["symbol", "side", "type"].map((name): [string, Fields, number] => [
    "SPOT-CHECK-1 a wrong type",
    { [name]: 5 },
    -1102,
  ]),
  ["SPOT-CHECK-2 no such symbol", { symbol: "NONE", side: "HOLD" }, -1121],
  ["SPOT-CHECK-3 no side", { side: "HOLD", type: "STOP" }, -1117],
  ["SPOT-CHECK-3 a side in lower case", { side: "buy" }, -1117],
  ["SPOT-CHECK-4 no type", { type: "STOP", volume: "0" }, -1116],
  ["SPOT-CHECK-1 a trigger that is no number", { triggerPrice: "x", symbol: "NONE" }, -1102],
  ["SPOT-CHECK-1 a stop that is no number", { stopPrice: [90], symbol: "NONE" }, -1102],
  ["an unknown time in force", { timeInForce: "DAY", volume: "0" }, -1014],
  ["an unknown time in force", { timeInForce: "ioc" }, -1014],
  ["an unknown time in force", { timeInForce: 5 }, -1014],
  ["an unknown self-trade mode", { selfTrade: "DECREASE", volume: "0" }, -1014],
  ["an unknown self-trade mode", { selfTrade: true }, -1014],
  ["post only and something else", { postOnly: true, timeInForce: "IOC" }, -1014],
  ["post only and something else", { postOnly: "true", timeInForce: "GTC" }, -1014],
  ["post only that is no truth", { postOnly: "yes" }, -1014],
  ["two triggers", { triggerPrice: "90", stopPrice: 91 }, -1014],
  ["SPOT-UNIT-1 an unknown unit", { volumeUnit: "quote" }, -1014],
  ["SPOT-UNIT-1 a LIMIT order for an amount", { volumeUnit: "QUOTE" }, -1014],
  ["SPOT-UNIT-4 a unit before the first trade", { type: "MARKET", volumeUnit: "BASE" }, -1014],
  ["SPOT-CHECK-1 a slice that is no decimal", { icebergQty: "x" }, -1102],
  ["SPOT-ICE-1 slices of what cannot rest", { icebergQty: "1", timeInForce: "IOC" }, -1014],
  ["SPOT-CHECK-1 a delta that is no whole number", { trailingDelta: "1.5" }, -1102],
  ["SPOT-TRAIL-1 a delta below 10, or in margin", { trailingDelta: "9" }, -1014],
  ["SPOT-TRAIL-1 a delta above 2000, or in margin", { trailingDelta: "2001" }, -1014],
  ["SPOT-ICE-1 a slice larger than all of it, or in margin", { icebergQty: "99999" }, -1014],
  ["SPOT-STOP-1 a stop before the first trade, or in margin", { stopPrice: 90 }, -1014],
  ["SPOT-CHECK-11 the server's form", { newClientOrderId: "bourse:1" }, -1100],
  ["a client id that is a number", { newClientOrderId: 7 }, -1100],
  ["SPOT-CHECK-13 an empty side", { type: "MARKET" }, -1112],
];

/** Changes that an order does not mind. */
export const HARMLESS: readonly Fields[] = [
  { timeInForce: "GTC" },
  { volumeUnit: "BASE" },
  { timeInForce: null, triggerPrice: "", stopPrice: null, postOnly: false },
  { postOnly: "false", newClientOrderId: null, leverage: 5, unknown: { deep: [1] } },
  JSON.parse('{"__proto__":{"x":1},"constructor":1,"toString":2}'),
];

/**
 * Names of orders where demo1 has 1 `mine` and 2, both open: none that the asker may see, or none at
 * all.
 */
export const NAMES: readonly [string, Record<string, string>, User, number][] = [
  ["SPOT-CANCEL-1 an unknown order", { orderId: "99" }, "demo1", -2013],
  ["SPOT-CANCEL-1 order 0", { orderId: "0" }, "demo1", -2013],
  ["SPOT-CANCEL-1 an id beyond 2^53", { orderId: "9".repeat(30) }, "demo1", -2013],
  ["SPOT-CANCEL-1 an unknown client id", { newClientOrderId: "none" }, "demo1", -2013],
  ["SPOT-CANCEL-1 another user's order", { orderId: "1" }, "demo2", -2013],
  ["SPOT-CANCEL-1 another user's client id", { newClientOrderId: "mine" }, "demo2", -2013],
  ["SPOT-CANCEL-1 another user's server-made id", { newClientOrderId: "bourse:2" }, "demo2", -2013],
  ["SPOT-CANCEL-1 another symbol's order", { orderId: "1", symbol: "USDTBTC" }, "demo1", -2013],
  [
    "SPOT-CANCEL-1 another symbol's client id",
    { newClientOrderId: "mine", symbol: "USDTBTC" },
    "demo1",
    -2013,
  ],
  [
    "SPOT-CLIENT-4 an unknown id decides over a known name",
    { orderId: "99", newClientOrderId: "mine" },
    "demo1",
    -2013,
  ],
  ["neither id nor client id", {}, "demo1", -1102],
  ["an empty id", { orderId: "" }, "demo1", -1102],
  ["an id that is not digits", { orderId: "1a" }, "demo1", -1100],
  ["an id with a sign", { orderId: "-1" }, "demo1", -1100],
  ["an id with a fraction", { orderId: "1.0" }, "demo1", -1100],
  ["a malformed client id", { newClientOrderId: "a b" }, "demo1", -1100],
  ["a client id of 65", { newClientOrderId: "x".repeat(65) }, "demo1", -1100],
  ["no symbol", { orderId: "1", symbol: "" }, "demo1", -1102],
  ["no such symbol", { orderId: "0", symbol: "NONE" }, "demo1", -1121],
];
