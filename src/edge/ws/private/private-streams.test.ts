/** What a user hears about itself, when, and in which words; over the real engine and its API. */
import { expect, test } from "vitest";
import { MemberDesk, USERS } from "../../../../test/support/member-desk.ts";
import {
  BTC,
  contractOrder,
  DEMO1,
  DEMO2,
  index,
  must,
  order,
  USDT,
  units,
} from "../../../../test/support/member-orders.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../../core/engine/events.ts";
import { openOrdersOf } from "../../../core/engine/read/orders.ts";

test("STREAM-MINE-3: what a batch posted to a user is told after it, without waiting for the second", async () => {
  const desk = await MemberDesk.open();
  const [own, other] = [desk.listen("demo1", "my.balances"), desk.listen("demo2", "my.balances")];
  const deposit = { type: "Deposit", id: "gift", user: USERS.demo1, request: 0 } as const;

  must(desk, { ...deposit, asset: USDT, amount: units("0.00000001") });
  desk.beat();

  const free = "10000000.00000001";
  expect(own.updates).toEqual([{ balances: [{ area: "spot", asset: "USDT", free, locked: "0" }] }]);
  expect(other.updates).toEqual([]);
});

test("STREAM-MINE-3: where the users that were posted to are unknown, all users are looked at", async () => {
  const desk = await MemberDesk.open();
  const own = desk.listen("demo1", "my.balances");
  const deposit = { type: "Deposit", id: "gift", user: USERS.demo1, request: 0 } as const;
  must(desk, { ...deposit, asset: BTC, amount: 1n });
  desk.http.exchange.state.ledger.touched.take();

  desk.beat();
  expect(own.updates).toEqual([]);
  desk.members.touched("all");
  desk.beat();
  expect(own.updates).toHaveLength(1);
});

test("STREAM-MINE-4: what time and prices change is told with the second", async () => {
  const desk = await MemberDesk.open();
  must(desk, index("50000"));
  desk.pass(1_000);
  must(desk, contractOrder(DEMO1, "open buy 100 50000"));
  must(desk, contractOrder(DEMO2, "open sell 100 50000"));
  desk.beat();
  const positions = desk.listen("demo1", "my.positions");
  must(desk, index("50100"));
  desk.pass(1_000);

  desk.beat();
  expect(positions.updates).toEqual([]);
  desk.second();

  const [position] = positions.told("positions");
  expect(position).toMatchObject({ volume: "100", indexPrice: "50100", unRealizedAmount: "1" });
});

test("STREAM-MINE-3: a position that ended is told with volume 0, and is gone", async () => {
  const desk = await MemberDesk.open();
  const positions = desk.listen("demo1", "my.positions");
  must(desk, contractOrder(DEMO1, "open buy 100 50000"));
  must(desk, contractOrder(DEMO2, "open sell 100 50000"));
  desk.beat();
  must(desk, contractOrder(DEMO1, "close sell 100 50000"));
  must(desk, contractOrder(DEMO2, "close buy 100 50000"));
  desk.beat();

  const told = positions.told("positions");
  expect(told.map(({ volume }) => volume)).toEqual(["100", "0"]);
  expect(positions.rows("positions")).toEqual([]);
  expect(desk.listen("demo1", "my.positions").rows("positions")).toEqual([]);
});

test("STREAM-MINE-3: an order that closes is seen in its position at once, though no money was posted to", async () => {
  const desk = await MemberDesk.open();
  must(desk, contractOrder(DEMO1, "open buy 100 50000"));
  must(desk, contractOrder(DEMO2, "open sell 100 50000"));
  desk.beat();
  const positions = desk.listen("demo1", "my.positions");
  must(desk, contractOrder(DEMO1, "close sell 30 50000"));
  desk.beat();

  expect(positions.told("positions")).toMatchObject([
    { volume: "100", pendingCloseVolume: "30", canCloseVolume: "70" },
  ]);
});

test("STREAM-MINE-3 FUT-LEV-4: leverage and margin mode are told when they are set, to no other user", async () => {
  const desk = await MemberDesk.open();
  const [own, other] = [desk.listen("demo1", "my.config"), desk.listen("demo2", "my.config")];
  const by = { user: USERS.demo1, key: USERS.demo1, request: 0, contract: 1 };
  must(desk, { type: "SetLeverage", ...by, leverage: 7 });
  desk.beat();
  must(desk, { type: "SetMarginMode", ...by, mode: "isolated" });
  desk.beat();

  const set = { contractId: 1, contractName: "E-BTC-USDT", nowLevel: 7, positionModel: 2 };
  expect(own.told("config")).toEqual([
    { ...set, marginModel: 1 },
    { ...set, marginModel: 2 },
  ]);
  expect(other.updates).toEqual([]);
});

test("STREAM-MINE-3 FUT-LEV-4: the config of a contract that is delisted is told as gone", async () => {
  const desk = await MemberDesk.open();
  const own = desk.listen("demo1", "my.config");
  must(desk, { type: "HaltContract", contract: 1, request: 0 });
  must(desk, { type: "DelistContract", contract: 1, request: 0 });
  desk.second();

  expect(own.told("config")).toMatchObject([{ contractName: "E-BTC-USDT", delisted: true }]);
});

test("STREAM-MINE-2: a trade with oneself is two rows, the maker's first", async () => {
  const desk = await MemberDesk.open();
  const trades = desk.listen("demo1", "my.trades");
  must(desk, order("PlaceMarginOrder", DEMO1, "buy 0.01 50000"));
  must(desk, order("PlaceOrder", DEMO1, "sell 0.01 50000"));
  desk.beat();

  const told = trades.told("trades");
  expect(told.map(({ area, side, isMaker }) => [area, side, isMaker])).toEqual([
    ["margin", "BUY", true],
    ["spot", "SELL", false],
  ]);
});

test("STREAM-SEQ-1: a message has the number of the last event in it, of several commands too", async () => {
  const desk = await MemberDesk.open();
  const [trades, orders] = [desk.listen("demo1", "my.trades"), desk.listen("demo1", "my.orders")];
  const numbers: string[] = [];
  let [position, counter] = [0, 0];
  desk.http.exchange.onEvent(({ type }) => {
    const { position: now } = desk.http.exchange.state;
    counter = now === position ? counter + 1 : 1;
    position = now;
    if (type === "Traded") numbers.push(`${position}-${counter}`);
  });
  for (const price of [50_000, 50_001, 50_002]) {
    must(desk, order("PlaceOrder", DEMO1, `sell 0.1 ${price}`));
  }
  must(desk, order("PlaceOrder", DEMO2, "buy 0.2 50001"));
  must(desk, order("PlaceOrder", DEMO2, "buy 0.2 50002"));
  desk.beat();

  expect(numbers).toHaveLength(3);
  expect(trades.seq).toBe(numbers.at(-1));
  expect(orders.told("orders").map(({ price, status }) => `${price} ${status}`)).toEqual([
    ...["50000 NEW", "50001 NEW", "50002 NEW"],
    ...["50000 FILLED", "50001 FILLED", "50002 FILLED"],
  ]);
});

test("STREAM-MINE-1: decimals are strings and ids, times and codes numbers, in every area", async () => {
  const desk = await MemberDesk.open();
  const ears = ["my.orders", "my.trades", "my.balances", "my.positions"].map((name) =>
    desk.listen("demo1", name),
  );
  must(desk, order("PlaceOrder", DEMO1, "sell 0.5 50000.01"));
  must(desk, contractOrder(DEMO1, "open buy 100 50000.1"));
  must(desk, contractOrder(DEMO2, "open sell 70 50000"));
  desk.beat();

  const [orders, trades, balances, positions] = ears.map(({ texts }) => texts.at(-1) ?? "");
  expect(orders).toContain('"area":"spot","orderId":1,"orderIdString":"1"');
  expect(orders).toContain('"price":"50000.01","origQty":"0.5","executedQty":"0",');
  expect(orders).toContain('"price":"50000.1","origQty":"100","executedQty":"70"');
  expect(orders).toMatch(/"transactTime":\d+,"time":\d+/);
  expect(trades).toContain('"price":"50000.1","qty":"70","amount":"350.0007"');
  expect(trades).toMatch(/"id":1,"tradeId":1,"bidId":2,"askId":3,"bidUserId":1,"askUserId":2/);
  expect(balances).toMatch(/"area":"futures","marginCoin":"USDT","accountNormal":"[0-9.]+"/);
  expect(positions).toMatch(
    /"id":1,"uid":1,"contractId":1,"positionType":2,"side":"BUY","volume":"70"/,
  );
  expect(positions).toMatch(/"leverageLevel":\d+,"holdAmount":"[0-9.]+"/);
});

test("STREAM-MINE-1 STREAM-SEQ-3: a later listener gets the open orders as they were told last, and misses nothing", async () => {
  const desk = await MemberDesk.open();
  desk.listen("demo1", "my.orders");
  must(desk, order("PlaceOrder", DEMO1, "sell 0.5 50000"));
  desk.beat();
  must(desk, order("PlaceOrder", DEMO2, "buy 0.5 50000"));

  const late = desk.listen("demo1", "my.orders");
  expect(late.rows("orders")).toMatchObject([{ status: "NEW" }]);
  desk.beat();
  expect(late.updates).toMatchObject([{ orders: [{ status: "FILLED" }] }]);
  expect(late.rows("orders")).toEqual([]);
  expect(desk.listen("demo1", "my.orders").rows("orders")).toEqual([]);
});

test("STREAM-MINE-5: a margin call and a liquidation in margin are told in the order of the log", async () => {
  const desk = await MemberDesk.open();
  must(desk, index("50000"));
  const events = desk.listen("demo1", "my.liquidation");
  const [margin, other] = [
    desk.listen("demo1", "my.margin"),
    desk.listen("demo2", "my.liquidation"),
  ];
  must(desk, order("PlaceOrder", DEMO2, "sell 0.5 50000"));
  must(desk, order("PlaceMarginOrder", DEMO1, "buy 0.5 50000"));
  must(desk, index("35000"), index("32000"));
  desk.second();
  expect(margin.state).toMatchObject({ state: "LIQUIDATION" });
  must(desk, order("PlaceOrder", DEMO2, "buy 1 32000"), index("32000"));
  desk.second();

  const [area, time] = ["margin", desk.http.exchange.nowMs];
  expect(events.told("events")).toEqual([
    { event: "MARGIN_CALLED", area, time },
    { event: "LIQUIDATION_BEGAN", area, time },
    { event: "INSURED", area, asset: "BTC", amount: "0.00999", time },
    { event: "LIQUIDATION_OVER", area, end: "REPAID", time },
  ]);
  expect(margin.state).toEqual({ marginLevel: "999", state: "NORMAL", leverageMax: 3 });
  expect(other.updates).toEqual([]);
});

test("STREAM-MINE-5: a liquidation in futures is told with what was closed, and as an own order and trade", async () => {
  const desk = await MemberDesk.open();
  must(desk, index("50000"));
  desk.pass(1_000);
  for (const by of [DEMO1, DEMO2]) {
    must(desk, { type: "SetLeverage", ...by, contract: 1, leverage: 20 });
  }
  must(desk, contractOrder(DEMO2, "open sell 100 50000"));
  must(desk, contractOrder(DEMO1, "open buy 100 50000"));
  const ears = ["my.liquidation", "my.orders", "my.trades"].map((name) =>
    desk.listen("demo1", name),
  );
  const other = desk.listen("demo2", "my.liquidation");

  must(desk, index("40000"));
  desk.pass(1_000);
  desk.beat();
  const time = desk.http.exchange.nowMs;

  const [events, orders, trades] = ears;
  const terms = { area: "futures", contractName: "E-BTC-USDT" };
  const forced = {
    ...terms,
    price: "47500",
    amount: "475",
    marginCoin: "USDT",
    volume: "100",
    time,
  };
  const liquidated = { ...terms, marginCoin: "USDT", end: "TAKEN_OVER", time };
  expect(events?.told("events")).toEqual([
    { event: "FORCE_CLOSED", ...forced, reason: "TAKEOVER", side: "SELL", orderId: 3, tradeId: 2 },
    { event: "FUTURES_LIQUIDATED", ...liquidated },
  ]);
  expect(other.told("events")).toMatchObject([
    { event: "FORCE_CLOSED", ...forced, reason: "DELEVERAGING", side: "BUY", orderId: 4 },
  ]);
  expect(orders?.told("orders")).toMatchObject([{ ...terms, orderId: 3, status: "FILLED" }]);
  expect(trades?.told("trades")).toMatchObject([{ ...terms, askId: 3, id: 2, fee: "0" }]);
});

test("SPOT-MATCH-6 STREAM-MINE-1: an order whose amount pays for not one step says so when it ends, and no other", async () => {
  const desk = await MemberDesk.open();
  must(desk, index("50000"));
  desk.pass(1_000);
  must(desk, order("PlaceOrder", DEMO2, "sell 1 50000"));
  must(desk, contractOrder(DEMO2, "open sell 10 50000"));
  const orders = desk.listen("demo1", "my.orders");
  const market = { kind: "market", price: "" } as const;

  must(desk, { ...order("PlaceOrder", DEMO1, "buy 0.1"), ...market } as Command);
  must(desk, { ...contractOrder(DEMO1, "open buy 2"), ...market } as Command);
  must(desk, { ...order("PlaceOrder", DEMO1, "buy 5"), ...market } as Command);
  desk.beat();

  const [pair, contract, ...others] = orders.told("orders");
  const endReason = "BELOW_ONE_STEP";
  expect(pair).toMatchObject({ area: "spot", status: "CANCELED", executedQty: "0", endReason });
  expect(contract).toMatchObject({ area: "futures", status: "CANCELLED", endReason });
  expect(others).toMatchObject([{ area: "spot", status: "FILLED" }]);
  expect(others[0]).not.toHaveProperty("endReason");
});

test("a name that is none opens nothing, and a user that is no longer followed costs nothing", async () => {
  const desk = await MemberDesk.open();
  for (const name of ["my.", "my.order", "my.orders:BTCUSDT", "my.toString", "orders"]) {
    expect(desk.members.topicNamed(name, USERS.demo1, desk.feed.recent), name).toBeUndefined();
  }
  const names = ["orders", "trades", "balances", "positions", "margin", "liquidation"];
  for (const name of names) desk.listen("demo1", `my.${name}`);
  desk.listen("demo2", "my.orders");
  expect(desk.members.listenedTo).toBe(2);

  for (const name of names) desk.close("demo1", `my.${name}`);
  expect(desk.members.listenedTo).toBe(1);
});

test("STREAM-SEQ-3: a listener that comes while events wait to be told misses none of them", async () => {
  const desk = await MemberDesk.open();
  const first = desk.listen("demo1", "my.trades");
  must(desk, order("PlaceOrder", DEMO1, "sell 0.5 50000"));
  must(desk, order("PlaceOrder", DEMO2, "buy 0.2 50000"));
  const late = desk.listen("demo1", "my.trades");
  must(desk, order("PlaceOrder", DEMO2, "buy 0.3 50000"));
  desk.beat();

  expect(late.told("trades")).toHaveLength(2);
  expect(late.told("trades")).toEqual(first.told("trades"));
});

test("STREAM-EVENTS-1: when more has happened to orders than can be told, the open ones are told anew", async () => {
  const desk = await MemberDesk.open();
  const ear = desk.listen("demo1", "my.orders");
  must(desk, order("PlaceOrder", DEMO1, "sell 0.5 50000"));
  desk.beat();
  const [event] = ended(desk);
  for (let at = 1; at <= 100_001; at++) {
    desk.members.fold(event, { position: 1_000 + at, counter: 1 });
  }
  must(desk, order("PlaceOrder", DEMO1, "sell 0.5 50001"));
  desk.beat();

  expect(ear.rows("orders")).toHaveLength(2);
});

/** The end of an order of demo1, as the engine told it. */
function ended(desk: MemberDesk): [ExchangeEvent] {
  const events: ExchangeEvent[] = [];
  desk.http.exchange.onEvent((event) => events.push(event));
  must(desk, order("PlaceOrder", DEMO1, "sell 0.5 60000"));
  const open = [...openOrdersOf(desk.http.exchange.state.orders, { area: "spot", user: 1 })];
  const last = open.find(({ ticks }) => ticks === 6_000_000) ?? expect.fail("it rests");
  desk.do({ type: "CancelByOperator", order: last.id, request: 0 });
  desk.beat();
  return [events.find(({ type }) => type === "OrderEnded") ?? expect.fail("it ended")];
}
