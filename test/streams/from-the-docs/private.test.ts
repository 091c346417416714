/** Private channels of `/ws`: orders, trades, balances, positions, margin and liquidations of a user. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { Journal, Rows, Whole } from "./folds.ts";
import { type Rest, type Row, rowOf, rowsOf, without } from "./rest.ts";
import { contractLimit, limit, openExchange } from "./setting.ts";
import type { StreamClient } from "./ws-client.ts";

const CONTRACT = "E-BTC-USDT";
const SYMBOL = { symbol: "BTCUSDT" };

function balances(): Rows {
  return new Rows("balances", ({ area, asset, marginCoin }) => `${area} ${asset ?? marginCoin}`);
}

function positions(): Rows {
  return new Rows(
    "positions",
    ({ id }) => `${id}`,
    ({ volume }) => volume === "0",
  );
}

/** Figures of futures are numbers in REST and texts in the stream. */
function asTexts(row: Row): Row {
  const texts = Object.entries(row).map(([name, value]): [string, unknown] => [name, `${value}`]);
  return Object.fromEntries(texts);
}

/** What the three account endpoints say, by area and asset; margin without assets never held. */
async function accountsOf(rest: Rest): Promise<Map<string, Row>> {
  const spot = rowsOf((await rest.get("/sapi/v1/account"))["balances"]);
  const margin = rowsOf((await rest.get("/sapi/v1/margin/account"))["balances"]);
  const futures = rowsOf((await rest.get("/fapi/v1/account"))["account"]);
  return new Map<string, Row>([
    ...spot.map((row): [string, Row] => [`spot ${row["asset"]}`, { area: "spot", ...row }]),
    ...margin.map((row): [string, Row] => [`margin ${row["asset"]}`, { area: "margin", ...row }]),
    ...futures.map((row): [string, Row] => [
      `futures ${row["marginCoin"]}`,
      { area: "futures", ...asTexts(without(row, "positionVos")) },
    ]),
  ]);
}

/** The balances of the stream come to be those of the accounts; rows it lacks were never anything. */
async function expectSameBalances(rest: Rest, stream: StreamClient, { byKey }: Rows) {
  const accounts = await accountsOf(rest);
  await stream.until(() =>
    [...byKey].every(([key, row]) => isDeepStrictEqual(row, accounts.get(key))),
  );
  const missing = [...accounts].filter(([key]) => !byKey.has(key)).map(([, row]) => row);
  for (const row of missing) expect(row).toMatchObject({ free: "0", locked: "0" });
}

test("an order is placed, filled in part and canceled", async () => {
  const exchange = await openExchange();
  const { demo1, demo2 } = exchange;
  const stream = await exchange.stream("demo1");
  const orders = await stream.follow("my.orders", new Journal("orders"));
  const trades = await stream.follow("my.trades", new Journal("trades"));
  const told = await stream.follow("my.balances", balances());

  const { orderId } = await demo1.post("/sapi/v1/order", limit("SELL", "1", "50000"));
  await demo2.post("/sapi/v1/order", limit("BUY", "0.4", "50000"));
  await demo1.post("/sapi/v1/cancel", { ...SYMBOL, orderId });

  await stream.until(() => orders.fold.rows.length === 3);
  expect(orders.fold.column("status")).toEqual(["NEW", "PARTIALLY_FILLED", "CANCELED"]);
  expect(orders.fold.column("executedQty")).toEqual(["0", "0.4", "0.4"]);
  const asked = await demo1.get("/sapi/v1/order", { ...SYMBOL, orderId: Number(orderId) });
  expect(orders.fold.rows.at(-1)).toEqual({ area: "spot", ...asked });
  await stream.until(() => trades.fold.rows.length === 1);
  const mine = rowsOf(await demo1.get("/sapi/v1/myTrades", SYMBOL));
  // The fee is the one decimal that the REST API writes as a number here, and the stream as a string.
  const inStream = mine.map((trade) => ({ area: "spot", ...trade, fee: `${trade["fee"]}` }));
  expect(trades.fold.rows).toEqual(inStream);
  await expectSameBalances(demo1, stream, told.fold);
});

test("an order that three others fill as it comes is one row, with three trades", async () => {
  const exchange = await openExchange();
  const { demo1, demo2 } = exchange;
  const stream = await exchange.stream("demo1");
  const orders = await stream.follow("my.orders", new Journal("orders"));
  const trades = await stream.follow("my.trades", new Journal("trades"));

  for (const price of ["50001", "50002", "50003"]) {
    await demo2.post("/sapi/v1/order", limit("SELL", "1", price));
  }
  await demo1.post("/sapi/v1/order", limit("BUY", "3", "50003"));

  await stream.until(() => trades.fold.rows.length === 3 && orders.fold.rows.length > 0);
  expect(orders.fold.column("status")).toEqual(["FILLED"]);
  expect(trades.fold.column("price")).toEqual(["50001", "50002", "50003"]);
});

test("a self-trade is two rows", async () => {
  const exchange = await openExchange();
  const { demo1 } = exchange;
  const stream = await exchange.stream("demo1");
  const trades = await stream.follow("my.trades", new Journal("trades"));
  const told = await stream.follow("my.balances", balances());

  await demo1.post("/sapi/v1/order", limit("SELL", "1", "50000"));
  await demo1.post("/sapi/v1/order", limit("BUY", "1", "50000"));

  await stream.until(() => trades.fold.rows.length === 2);
  expect(trades.fold.column("side").sort()).toEqual(["BUY", "SELL"]);
  expect(new Set(trades.fold.column("id")).size).toBe(1);
  await expectSameBalances(demo1, stream, told.fold);
});

test("open orders are in the snapshot, and a user sees no other user's", async () => {
  const exchange = await openExchange();
  const { demo1, demo2 } = exchange;
  await demo1.post("/sapi/v1/order", limit("BUY", "1", "40000"));
  const order = contractLimit("OPEN", "BUY", "10", "40000");
  await demo1.post("/fapi/v1/order", order);
  await demo2.post("/sapi/v1/order", limit("BUY", "1", "40001"));

  const stream = await exchange.stream("demo1");
  const { fold } = await stream.follow("my.orders", new Journal("orders"));

  const spot = rowsOf(await demo1.get("/sapi/v1/openOrders", SYMBOL));
  const [futures] = rowsOf(await demo1.get("/fapi/v1/openOrders", { contractName: CONTRACT }));
  const orderId = Number(futures?.["orderId"]);
  const [asked] = rowsOf(await demo1.get("/fapi/v1/order", { contractName: CONTRACT, orderId }));
  expect(fold.rows.map(({ area }) => area).sort()).toEqual(["futures", "spot"]);
  expect(fold.rows).toContainEqual({ area: "spot", ...spot[0] });
  const ofFutures = fold.rows.find(({ area }) => area === "futures") ?? {};
  expect(asTexts(ofFutures)).toEqual(asTexts({ area: "futures", ...asked }));
});

test("deposits and transfers show in the balances", async () => {
  const exchange = await openExchange();
  const { demo1, operator } = exchange;
  const stream = await exchange.stream("demo1");
  const told = await stream.follow("my.balances", balances());
  await operator.deposit("demo1", "USDT", "12.5");
  const moved = { coinSymbol: "USDT", amount: "7", fromAccount: "EXCHANGE" };
  await demo1.post("/sapi/v1/asset/transfer", { ...moved, toAccount: "FUTURE" });
  await demo1.post("/sapi/v1/asset/transfer", { ...moved, toAccount: "MARGIN" });
  await expectSameBalances(demo1, stream, told.fold);
  expect(told.fold.byKey.get("spot USDT")).toMatchObject({ free: "9999998.5" });
});

test("a position is opened, moves with the mark, and is closed", async () => {
  const exchange = await openExchange();
  const { demo1, demo2, operator } = exchange;
  await operator.setIndex("BTC", "50000");
  const stream = await exchange.stream("demo1");
  const held = await stream.follow("my.positions", positions());
  const orders = await stream.follow("my.orders", new Journal("orders"));
  const trades = await stream.follow("my.trades", new Journal("trades"));
  const told = await stream.follow("my.balances", balances());
  const expectSamePositions = async () => {
    const account = rowsOf((await demo1.get("/fapi/v1/account"))["account"]);
    const asked = account
      .flatMap((coin) => rowsOf(coin["positionVos"]))
      .flatMap((of) => rowsOf(of["positions"]).map((row) => ({ ...row, contractName: CONTRACT })))
      .map(asTexts);
    await stream.until(() => isDeepStrictEqual(held.fold.rows.map(asTexts), asked));
    await expectSameBalances(demo1, stream, told.fold);
  };

  await demo1.post("/fapi/v1/order", contractLimit("OPEN", "SELL", "100", "50000"));
  await demo2.post("/fapi/v1/order", contractLimit("OPEN", "BUY", "100", "50000"));
  await expectSamePositions();
  expect(held.fold.rows).toMatchObject([{ side: "SELL", volume: "100", openPrice: "50000" }]);

  await operator.setIndex("BTC", "50100");
  await operator.advanceClock(1_000);
  await expectSamePositions();
  expect(Number(held.fold.rows[0]?.["unRealizedAmount"])).toBeLessThan(0);

  await demo2.post("/fapi/v1/order", contractLimit("CLOSE", "SELL", "100", "50000"));
  await demo1.post("/fapi/v1/order", contractLimit("CLOSE", "BUY", "100", "50000"));
  await expectSamePositions();
  const [ended] = rowsOf(rowOf(held.messages.at(-1)?.["data"])["positions"]);
  expect(ended).toMatchObject({ contractName: CONTRACT, volume: "0" });
  await stream.until(() => trades.fold.rows.length === 2 && orders.fold.rows.length === 3);
  expect(orders.fold.column("status")).toEqual(["NEW", "FILLED", "FILLED"]);
  const mine = rowsOf(await demo1.get("/fapi/v1/myTrades", { contractName: CONTRACT }));
  expect(trades.fold.rows.map(asTexts)).toEqual(
    mine.reverse().map((trade) => asTexts({ area: "futures", ...trade })),
  );
});

test("a margin account is called, and liquidated", async () => {
  const exchange = await openExchange();
  const { demo1, demo2, operator } = exchange;
  await operator.setIndex("BTC", "50000");
  const stream = await exchange.stream("demo1");
  const margin = await stream.follow("my.margin", new Whole());
  const events = await stream.follow("my.liquidation", new Journal("events"));
  const orders = await stream.follow("my.orders", new Journal("orders"));
  const told = await stream.follow("my.balances", balances());
  const expectSameMargin = async () => {
    const asked = without(await demo1.get("/sapi/v1/margin/account"), "balances");
    await stream.until(() => isDeepStrictEqual(margin.fold.now, asked));
    await expectSameBalances(demo1, stream, told.fold);
    return asked;
  };

  await demo2.post("/sapi/v1/order", limit("SELL", "1", "50000"));
  const buy = { ...SYMBOL, side: "BUY", type: "MARKET", volume: "29000" };
  await demo1.post("/sapi/v1/margin/order", buy);
  expect(await expectSameMargin()).toMatchObject({ state: "NORMAL" });
  const { marginLevel } = margin.fold.now;
  await operator.advanceClock(3_600_000); // interest
  expect(await expectSameMargin()).not.toMatchObject({ marginLevel });

  await operator.setIndex("BTC", "41000");
  expect(await expectSameMargin()).toMatchObject({ state: "MARGIN_CALL" });
  await stream.until(() => events.fold.rows.length === 1);
  expect(events.fold.rows).toMatchObject([{ event: "MARGIN_CALLED", area: "margin" }]);

  await demo2.post("/sapi/v1/order", limit("BUY", "1", "45000"));
  await operator.setIndex("BTC", "28000");
  await stream.until(() => events.fold.column("event").includes("LIQUIDATION_OVER"));
  expect(events.fold.column("event")).toEqual([
    "MARGIN_CALLED",
    "LIQUIDATION_BEGAN",
    "INSURED",
    "LIQUIDATION_OVER",
  ]);
  expect(events.fold.rows.at(-1)).toMatchObject({ end: "REPAID" });
  await expectSameMargin();
  await stream.until(() => orders.fold.rows.length === 2);
  expect(orders.fold.rows[1]).toMatchObject({ area: "margin", side: "SELL", status: "FILLED" });
});

test("a futures position is liquidated", async () => {
  const exchange = await openExchange();
  const { demo1, demo2, operator } = exchange;
  await operator.setIndex("BTC", "50000");
  const stream = await exchange.stream("demo2");
  const events = await stream.follow("my.liquidation", new Journal("events"));
  const held = await stream.follow("my.positions", positions());
  const orders = await stream.follow("my.orders", new Journal("orders"));
  for (const rest of [demo1, demo2]) {
    await rest.post("/fapi/v1/edit_lever", { contractName: CONTRACT, nowLevel: 20 });
  }
  await demo1.post("/fapi/v1/order", contractLimit("OPEN", "SELL", "100", "50000"));
  await demo2.post("/fapi/v1/order", contractLimit("OPEN", "BUY", "100", "50000"));
  await stream.until(() => held.fold.rows.length === 1);

  await operator.setIndex("BTC", "40000");
  await operator.advanceClock(1_000);

  await stream.until(() => held.fold.rows.length === 0 && events.fold.rows.length >= 2);
  const closed = events.fold.rows.find(({ event }) => event === "FORCE_CLOSED");
  expect(closed).toMatchObject({ area: "futures", contractName: CONTRACT, volume: "100" });
  expect(events.fold.rows).toContainEqual(
    expect.objectContaining({ event: "FUTURES_LIQUIDATED", contractName: CONTRACT }),
  );
  await stream.until(() => orders.fold.column("orderId").includes(closed?.["orderId"]));
  const trades = rowsOf(await demo2.get("/fapi/v1/myTrades", { contractName: CONTRACT }));
  expect(trades[0]).toMatchObject({ id: closed?.["tradeId"], qty: 100 });
});
