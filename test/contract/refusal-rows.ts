/** Refusals that a client meets in his first hour: how each is brought about, nothing else. */
import type { Answer, Change, HttpDesk } from "../support/http-client.ts";

export type Cause = (desk: HttpDesk) => Promise<Answer>;

const SPOT = { symbol: "BTCUSDT", volume: "0.01", side: "BUY", type: "LIMIT", price: "30000" };
const FUTURES = {
  ...{ contractName: "E-BTC-USDT", volume: 10, side: "BUY", open: "OPEN", positionType: 1 },
  ...{ type: "LIMIT", price: "30000" },
};
const CONDITION = { ...FUTURES, triggerType: 3, triggerPrice: 31000 };

type Fields = Readonly<Record<string, unknown>>;

const order = (fields: Fields, change: Change = {}): Cause => {
  return (desk) => desk.post("/sapi/v1/order", { ...SPOT, ...fields }, change);
};
const futures = (fields: Fields): Cause => {
  return (desk) => desk.post("/fapi/v1/order", { ...FUTURES, ...fields });
};
const condition = (fields: Fields): Cause => {
  return (desk) => desk.post("/fapi/v1/conditionOrder", { ...CONDITION, ...fields });
};
const batch = (orders: unknown): Cause => {
  return (desk) => desk.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders });
};
const transfer = (fields: Fields): Cause => {
  const moved = { coinSymbol: "USDT", amount: "1", fromAccount: "EXCHANGE", toAccount: "MARGIN" };
  return (desk) => desk.post("/sapi/v1/asset/transfer", { ...moved, ...fields });
};
const get = (target: string, change: Change = {}): Cause => {
  return (desk) => desk.get(target, change);
};
const header = (name: string, values: readonly string[] | undefined): Change => {
  return { headers: { [name]: values } };
};
const at = (offsetMs: number): Cause => {
  return (desk) => desk.get("/sapi/v1/account", { ts: `${desk.exchange.nowMs + offsetMs}` });
};

/** Alice and Bob trade once, so that there is a last price. */
const afterTrade = (cause: Cause): Cause => {
  return async (desk) => {
    await order({ side: "SELL" }, { user: "demo2" })(desk);
    await order({})(desk);
    return cause(desk);
  };
};

const ITEM = { volume: "0.01", side: "BUY", batchType: "LIMIT", price: "30000" };

export const CAUSES: Readonly<Record<string, Cause>> = {
  "no key": get("/sapi/v1/account", header("x-ch-apikey", undefined)),
  "no time": get("/sapi/v1/account", header("x-ch-ts", undefined)),
  "no signature": get("/sapi/v1/account", header("x-ch-sign", undefined)),
  "a header twice": get("/sapi/v1/account", header("x-ch-ts", ["1", "1"])),
  "a time that is none": get("/sapi/v1/account", { ts: "1.7e12" }),
  "an unknown key": get("/sapi/v1/account", header("x-ch-apikey", ["KEY-OF-DEMO1"])),
  "too old": at(-7_000),
  "too far ahead": at(1_500),
  "in seconds": get("/sapi/v1/account", { ts: "1700000000" }),
  "a window too long": get("/sapi/v1/account?recvWindow=60001"),
  "two windows": get("/sapi/v1/account?recvWindow=1&recvwindow=1"),
  "not JSON": (desk) => desk.post("/sapi/v1/order", "{"),
  "another content type": order({}, header("content-type", ["text/plain"])),
  "a parameter twice": get("/sapi/v1/account?a=1&a=2"),
  "no symbol": order({ symbol: "" }),
  "a symbol that is none": order({ symbol: "DOGE" }),
  "a number as symbol": order({ symbol: 1 }),
  "a volume with a comma": order({ volume: "0,5" }),
  "a volume of true": order({ volume: true }),
  "a volume of 0": order({ volume: 0 }),
  "a side that is none": order({ side: "buy" }),
  "a type that is none": order({ type: "limit" }),
  "no price": order({ price: null }),
  "a price too precise": order({ price: "30000.123" }),
  "a volume too precise": order({ volume: "0.123456" }),
  "a market buy too precise": order({ type: "MARKET", volume: "10.123456789" }),
  "a volume too large": order({ volume: "1e12" }),
  "a price out of its band": afterTrade(order({ price: "400000" })),
  "a price beyond any book": order({ price: "1e20" }),
  "a client id with a blank": order({ newClientOrderId: "a b" }),
  "a client id that is a number": order({ newClientOrderId: 7 }),
  "too little money": order({ volume: "900", price: "100000" }),
  "nobody to trade with": order({ type: "MARKET", volume: "10" }),
  "an unknown time in force": order({ timeInForce: "DAY" }),
  "a trigger on spot": order({ triggerPrice: "1" }),
  "post only on spot": order({ postOnly: true, timeInForce: "IOC" }),
  "an empty batch": batch([]),
  "a batch of one object": batch(ITEM),
  "a batch of numbers": batch([1]),
  "a batch of eleven": batch(Array.from({ length: 11 }, () => ITEM)),
  "a batch with a bad item": batch([ITEM, { ...ITEM, volume: "much" }]),
  "a batch with a bad side": batch([ITEM, { ...ITEM, side: "HOLD" }]),
  "a batch with a bad type": batch([ITEM, ITEM, { ...ITEM, batchType: "STOP" }]),
  "a batch with another order": batch([{ ...ITEM, timeInForce: "DAY" }, ITEM]),
  "a batch with a price too precise": batch([ITEM, { ...ITEM, price: "30000.123" }]),
  "a batch of no symbol": (desk) =>
    desk.post("/sapi/v1/batchOrders", { symbol: "DOGE", orders: [ITEM, ITEM] }),
  "a cancel by nothing": (desk) => desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT" }),
  "an id that is none": get("/sapi/v1/order?symbol=BTCUSDT&orderId=x1"),
  "an order that is none": get("/sapi/v1/order?symbol=BTCUSDT&orderId=99"),
  "an asked client id with a blank": get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=a%20b"),
  "a limit of 0": get("/sapi/v1/depth?symbol=BTCUSDT&limit=0"),
  "an interval that is none": get("/sapi/v1/klines?symbol=BTCUSDT&interval=2min"),
  "a time of candles that is none": get(
    "/sapi/v1/klines?symbol=BTCUSDT&interval=1min&startTime=today",
  ),
  "an account that is none": transfer({ toAccount: "SPOT" }),
  "an asset that is none": transfer({ coinSymbol: "DOGE" }),
  "a request id that is a number": transfer({ clientRequestId: 7 }),
  "an amount too precise": transfer({ amount: "0.123456789" }),
  "no contract": futures({ contractName: undefined }),
  "two contracts": futures({ ContractName: "E-BTC-USDT" }),
  "a contract that is none": futures({ contractName: "E-DOGE" }),
  "half a contract": futures({ volume: 0.5 }),
  "a futures price too precise": futures({ price: "30000.12" }),
  "a futures type that is none": futures({ type: "STOP" }),
  "a futures type that is no word": futures({ type: 1 }),
  "neither open nor close": futures({ open: "BOTH" }),
  "a position type that is none": futures({ positionType: 3 }),
  "a position type in a word": futures({ positionType: "cross" }),
  "no position type": futures({ positionType: null }),
  "a futures value too small": futures({ volume: 1, price: "1" }),
  "a futures volume too large": futures({ volume: "1e12" }),
  "beyond the tier": futures({ volume: 10_000_000 }),
  "a close of nothing": futures({ open: "CLOSE" }),
  "a stop price": futures({ stopPrice: 1 }),
  "a futures client id too long": futures({ clientOrderId: "a".repeat(32) }),
  "a time in force against the type": futures({ type: "IOC", timeInForce: "FOK" }),
  "a futures time in force that is none": futures({ timeInForce: "GTX" }),
  "a trigger price too precise": condition({ triggerPrice: "31000.12" }),
  "a trigger type that is none": condition({ triggerType: 9 }),
  "a trigger type in a word": condition({ triggerType: "UP" }),
  "a leverage that is none": (desk) =>
    desk.post("/fapi/v1/edit_lever", { contractName: "E-BTC-USDT", nowLevel: 126 }),
  "a method that is none": get("/sapi/v1/batchOrders"),
  "a method that is neither": (desk) => desk.send("PUT", "/sapi/v1/order", ""),
  "a path that is none": get("/sapi/v1/nothing"),
};
