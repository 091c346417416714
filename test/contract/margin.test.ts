/**
 * Borrowing through the dialect: what an order borrows and what it is refused, how it is paid back
 * by fills and cancels whoever is on the other side, and what becomes of an account in liquidation.
 */
import { expect, test } from "vitest";
import { type AssetName, BorrowingDesk } from "./borrowing-desk.ts";

test("MARG-BORROW-1 MARG-INT-1 an order borrows exactly what is missing, with its first hour", async () => {
  const desk = await BorrowingDesk.open();
  await desk.moveIn("demo1", "1000 USDT");

  const answer = await desk.order("demo1", "BUY 0.14 20000");

  expect(answer).toMatchObject({ status: 200, json: { status: "NEW", executedQty: "0" } });
  expect(await desk.balance("demo1", "USDT")).toEqual({
    free: "0",
    locked: "2800",
    borrowed: "1800",
    interest: "0.018",
  });
  expect(desk.pool("USDT")).toBe(4_820_000_000_000n);
  expect(await desk.spotFree("demo1", "USDT")).toBe("99000");
});

test("MARG-05 a long from the loan to the last unit: a spot taker fills the margin maker, who repays", async () => {
  const desk = await BorrowingDesk.open();

  await desk.goLong();
  const long = await desk.account();
  desk.tickHour();
  const later = await desk.balance("demo1", "USDT");
  const sell = await desk.placed(desk.order("demo1", "SELL 0.13986 21000"));
  const locked = await desk.balance("demo1", "BTC");
  await desk.placed(desk.spotOrder("demo2", "BUY 0.13986 21000"));

  expect(long.balances.slice(0, 2)).toEqual([
    { asset: "BTC", free: "0.13986", locked: "0", borrowed: "0", interest: "0" },
    { asset: "USDT", free: "0", locked: "0", borrowed: "1800", interest: "0.018" },
  ]);
  expect(later).toMatchObject({ borrowed: "1800", interest: "0.036" }); // MARG-INT-1
  expect(locked).toMatchObject({ free: "0", locked: "0.13986" });
  // MARG-REPAY-2: as maker, in the command of somebody else.
  const nothing = { locked: "0", borrowed: "0", interest: "0" };
  expect(await desk.balance("demo1", "USDT")).toEqual({ free: "1134.08694", ...nothing });
  expect(await desk.balance("demo1", "BTC")).toEqual({ free: "0", ...nothing });
  expect(await desk.account()).toMatchObject({ marginLevel: "999", state: "NORMAL" });
  expect(desk.pool("USDT")).toBe(5_000_000_000_000n);
  const query = await desk.get(`/sapi/v1/margin/order?symbol=BTCUSDT&orderId=${sell}`);
  expect(query.json).toMatchObject({ status: "FILLED", executedQty: "0.13986" });
  const trades = await desk.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT&limit=1");
  const maker = { orderId: sell, isMaker: true, isBuyer: false, feeCoin: "USDT", fee: 2.93706 };
  expect(trades.json).toMatchObject([maker]);
});

test("MARG-06 a short: a sale borrows the base, a purchase repays it as taker", async () => {
  const desk = await BorrowingDesk.open();
  desk.terms("5 BTC", "0.000002");
  await desk.moveIn("demo1", "3000 USDT");
  await desk.placed(desk.spotOrder("demo2", "BUY 0.2 20000"));

  const sold = await desk.order("demo1", "SELL 0.2");
  const short = await desk.account();
  desk.index("BTC", "19000");
  await desk.placed(desk.spotOrder("demo2", "SELL 0.201 19000"));
  const bought = await desk.order("demo1", "BUY 0.201 19000");

  expect(sold.json).toMatchObject({ type: "MARKET", price: "0", status: "FILLED" });
  expect(short).toMatchObject({
    balances: [
      { asset: "BTC", free: "0", borrowed: "0.2", interest: "0.0000004" },
      { asset: "USDT", free: "6996" },
      { asset: "ETH" },
    ],
    marginLevel: "1.7489965",
  });
  expect(bought.json).toMatchObject({ status: "FILLED" });
  const paid = { free: "0.0007986", locked: "0", borrowed: "0", interest: "0" };
  expect(await desk.balance("demo1", "BTC")).toEqual(paid);
  expect(await desk.balance("demo1", "USDT")).toMatchObject({ free: "3177" });
});

test("MARG-09 MARG-REPAY-3 a cancel repays what was borrowed for the order, interest first", async () => {
  const desk = await BorrowingDesk.open();
  await desk.moveIn("demo1", "1000 USDT");
  const orderId = await desk.placed(desk.order("demo1", "BUY 0.1 19000"));

  const cancel = await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId });

  expect(cancel.json).toMatchObject({ orderId, status: "CANCELED" });
  const left = { free: "1000", locked: "0", borrowed: "0.009", interest: "0" };
  expect(await desk.balance("demo1", "USDT")).toEqual(left);
});

/** Why nothing is lent: what is done before, the order, and what is said. */
const NO_LOANS: readonly [string, (desk: BorrowingDesk) => void | Promise<void>, string, string][] =
  [
    [
      "MARG-BORROW-3 the pool is short by a unit",
      (desk) => desk.drain("48200.00000001 USDT"),
      "BUY 0.14 20000",
      "The loan pool is too small: 1799.99999999 in it, 1800 needed.",
    ],
    [
      "MARG-BORROW-3 the cap is a unit below it",
      (desk) => desk.terms("1799.99999999 USDT"),
      "BUY 0.14 20000",
      "The loan cap is reached: 1799.99999999 may be borrowed, 1800 needed.",
    ],
    [
      "MARG-TERMS-1 the asset is not lent",
      (desk) => desk.terms("0 USDT"),
      "BUY 0.14 20000",
      "Balance is not enough: 1000 free, 2800 needed.",
    ],
    [
      "MARG-BORROW-2 twice the own money, and the first hour on top",
      () => undefined,
      "BUY 0.15 20000",
      "The margin level would be too low.",
    ],
    [
      "MARG-ORDER-3 it would give away too much against the index",
      () => undefined,
      "BUY 0.1 27000",
      "The margin level would be too low.",
    ],
    [
      "MARG-BORROW-4 the asset has no index",
      (desk) => desk.withdrawIndex("BTC"),
      "SELL 0.01 20000",
      "An index price is missing or stale: no borrowing and no transfer out until it is back.",
    ],
    [
      "MARG-BORROW-4 PRICE-INDEX-4 the index of the asset is stale",
      (desk) => letIndexAge(desk, 10_001),
      "SELL 0.01 20000",
      "An index price is missing or stale: no borrowing and no transfer out until it is back.",
    ],
    [
      "MARG-BORROW-4 the index of something held is stale",
      async (desk) => {
        await desk.moveIn("demo1", "0.01 BTC");
        letIndexAge(desk, 10_001);
      },
      "BUY 0.14 20000",
      "An index price is missing or stale: no borrowing and no transfer out until it is back.",
    ],
  ];

/** BTC has one source, which fell silent so long ago. */
function letIndexAge(desk: BorrowingDesk, silentMs: number): void {
  desk.index("BTC", "20000", "feed");
  desk.withdrawIndex("BTC");
  desk.http.exchange.nowMs += silentMs;
}

test.each(NO_LOANS)("%s: -2017, and no part of a loan", async (_, prepare, words, msg) => {
  const desk = await BorrowingDesk.open();
  await desk.moveIn("demo1", "1000 USDT");
  await prepare(desk);
  const traces = async () => {
    const { orders, margin } = desk.http.exchange.state;
    const pools = (["BTC", "USDT"] satisfies AssetName[]).map((name) => desk.pool(name));
    const { orderIdLast } = orders;
    return {
      account: await desk.account(),
      pools,
      orderIdLast,
      accounts: [...margin.accounts.values()],
    };
  };
  const before = await traces();

  const answer = await desk.order("demo1", words);

  expect(answer).toMatchObject({ status: 400 });
  expect(answer.json).toEqual({ code: -2017, msg });
  expect(await traces()).toEqual(before);
  expect(before.accounts).toEqual([]);
});

test("MARG-BORROW-2 MARG-BORROW-3 PRICE-INDEX-4 at the bounds themselves a loan is made", async () => {
  const desk = await BorrowingDesk.open();
  await desk.moveIn("demo1", "1000 USDT");
  await desk.moveIn("demo2", "1000 USDT");
  desk.terms("1800 USDT");
  desk.drain("48200 USDT");

  const atCapAndPool = await desk.order("demo1", "BUY 0.14 20000");
  letIndexAge(desk, 10_000);
  const atTen = await desk.order("demo2", "SELL 0.01 20000");

  expect(atCapAndPool).toMatchObject({ status: 200 });
  expect(atTen).toMatchObject({ status: 200 });
});

test("MARG-BORROW-4 an order without a loan is judged by the last index known", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  letIndexAge(desk, 60_000);

  const stale = await desk.order("demo1", "SELL 0.13986 20000");

  expect(stale).toMatchObject({ status: 200, json: { status: "NEW" } });
});

test("MARG-ORDER-2 MARG-LIQ-2 MARG-LIQ-6 an account in liquidation places nothing, until its user brings money", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  const resting = await desk.placed(desk.order("demo1", "SELL 0.1 25000"));

  desk.index("BTC", "14157");
  const ruined = await desk.account();
  const orders = [
    await desk.order("demo1", "SELL 0.1 14000"),
    await desk.order("demo1", "SELL 0.1 0"),
    await desk.order("demo1", "BUY 0.001 14000"),
  ];
  const query = await desk.get(`/sapi/v1/margin/order?symbol=BTCUSDT&orderId=${resting}`);
  const cancel = { symbol: "BTCUSDT", orderId: resting };
  const late = await desk.post("/sapi/v1/margin/cancel", cancel);
  const spot = await desk.spotOrder("demo1", "SELL 0.1 25000");
  await desk.moveIn("demo1", "2000 USDT");

  expect(ruined).toMatchObject({ marginLevel: "1.0999879", state: "LIQUIDATION" });
  const msg = "This margin account is in liquidation.";
  for (const { status, json } of orders) {
    expect({ status, json }).toEqual({ status: 400, json: { code: -2016, msg } });
  }
  expect(query.json).toMatchObject({ status: "CANCELED" }); // MARG-LIQ-1
  expect(late).toMatchObject({ status: 400, json: { code: -1145 } });
  expect(spot).toMatchObject({ status: 200 }); // MARG-ACC-1
  expect(await desk.balance("demo1", "USDT")).toMatchObject({ free: "199.982", borrowed: "0" });
  expect(await desk.balance("demo1", "BTC")).toMatchObject({ free: "0.13986" });
  expect(await desk.account()).toMatchObject({ marginLevel: "999", state: "NORMAL" });
  expect(await desk.order("demo1", "SELL 0.1 25000")).toMatchObject({ status: 200 });
});

test("MARG-LIQ-3 MARG-LIQ-5 HIST-FORCED-2 what a liquidation sold is among the user's own trades and orders", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  const bid = await desk.placed(desk.spotOrder("demo2", "BUY 0.2 14157"));

  desk.index("BTC", "14157");

  const { json } = await desk.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT&limit=1");
  const [sale] = json as { orderId: number }[];
  expect(sale).toMatchObject({ bidId: bid, side: "SELL", isMaker: false, qty: "0.12728" });
  const target = `/sapi/v1/margin/order?symbol=BTCUSDT&orderId=${sale?.orderId}`;
  expect((await desk.get(target)).json).toMatchObject({
    ...{ type: "MARKET", side: "SELL", status: "FILLED", price: "0", avgPrice: "14157" },
    ...{ origQty: "0.12728", executedQty: "0.12728" },
  });
  const ended = await desk.get("/sapi/v1/margin/historyOrders?symbol=BTCUSDT");
  const { json: details } = await desk.get(target);
  const [forced, ...asked] = ended.json as { forced: string }[];
  expect(forced).toEqual({ ...(details as object), forced: "LIQUIDATION" });
  expect(asked.map((order) => order.forced)).toEqual(["NONE"]);
  const trades = (await desk.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT")).json;
  expect((trades as typeof asked).map((one) => one.forced)).toEqual(["LIQUIDATION", "NONE"]);
  const paid = { locked: "0", borrowed: "0", interest: "0" };
  expect(await desk.balance("demo1", "BTC")).toEqual({ free: "0.0097828", ...paid });
  expect(await desk.balance("demo1", "USDT")).toEqual({ free: "0.08305704", ...paid });
  expect(await desk.account()).toMatchObject({ marginLevel: "999", state: "NORMAL" });
});
