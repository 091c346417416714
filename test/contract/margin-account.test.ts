/**
 * The margin account through the dialect: what it shows, how it is repaid, and who may ask. Every
 * field, every form, every refusal.
 */
import { expect, test } from "vitest";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { MASTER_KEY } from "../support/http-client.ts";
import { BorrowingDesk } from "./borrowing-desk.ts";
import { NO_AMOUNTS, NO_COINS, NOT_POSITIVE } from "./coin-tables.ts";
import { ABSENT, type Fields } from "./order-tables.ts";

const TRANSFER = "/sapi/v1/asset/transfer";
const REPAY = "/sapi/v1/margin/repay";
const GOOD = { coinSymbol: "USDT", amount: "10", fromAccount: "EXCHANGE", toAccount: "MARGIN" };

test("MARG-REPAY-1 MARG-REPAY-4 a repayment of so much goes to interest first, and is cut to what is owed", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  await desk.moveIn("demo1", "3000 USDT");
  const repay = async (amount: unknown) => (await desk.post(REPAY, { asset: "usdt", amount })).json;

  expect(await repay("0.01")).toEqual({ repaid: "0.01" });
  expect(await desk.balance("demo1", "USDT")).toMatchObject({
    borrowed: "1800",
    interest: "0.008",
  });
  expect(await repay(100.008)).toEqual({ repaid: "100.008" });
  expect(await desk.balance("demo1", "USDT")).toMatchObject({ borrowed: "1700", interest: "0" });
  expect(await repay("9".repeat(40))).toEqual({ repaid: "1700" });
  expect(await desk.balance("demo1", "USDT")).toEqual({
    ...{ free: "1199.982", locked: "0", borrowed: "0", interest: "0" },
  });
  expect(await repay("5")).toEqual({ repaid: "0" });
});

test.each([{}, { amount: null }, { amount: "" }])(
  "MARG-REPAY-4 with %j all that is owed and free is repaid",
  async (amount) => {
    const desk = await BorrowingDesk.open();
    await desk.goLong();
    await desk.moveIn("demo1", "500.5 USDT");

    const some = await desk.post(REPAY, { asset: "USDT", ...amount });
    await desk.moveIn("demo1", "5000 USDT");
    const rest = await desk.post(REPAY, { asset: "USDT", ...amount });
    const none = await desk.post(REPAY, { asset: "BTC", ...amount });

    expect(some.json).toEqual({ repaid: "500.5" });
    expect(rest.json).toEqual({ repaid: "1299.518" });
    expect(none.json).toEqual({ repaid: "0" });
    expect(await desk.account()).toMatchObject({ marginLevel: "999", state: "NORMAL" });
  },
);

test("MARG-INT-2 MARG-INT-3 interest is shown with all its decimals, and rounded up when it is paid", async () => {
  const desk = await BorrowingDesk.open();
  desk.terms("40000 USDT", "0.000012345678");
  await desk.moveIn("demo1", "1000.00000001 USDT");
  const orderId = await desk.placed(desk.order("demo1", "BUY 0.14999 18000.01"));

  const charged = await desk.balance("demo1", "USDT");
  desk.tickHour();
  const later = await desk.balance("demo1", "USDT");
  await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId });

  // 18,000.01 × 0.14999 - 1,000.00000001, and 0.000012345678 of it.
  expect(charged).toMatchObject({
    borrowed: "1699.82149989",
    interest: "0.02098544889511897542",
  });
  expect(later).toMatchObject({ interest: "0.04197089779023795084" });
  // 0.0419709 is paid of it first, so as much of the principal is left.
  expect(await desk.balance("demo1", "USDT")).toMatchObject({
    borrowed: "0.0419709",
    interest: "0",
  });
});

const REPAY_REFUSALS: readonly [Fields, number, string][] = [
  ...ABSENT.map((asset): [Fields, number, string] => [
    { asset },
    -1102,
    "Parameter asset is missing.",
  ]),
  ...NO_COINS.map((asset): [Fields, number, string] => [
    { asset },
    -1102,
    "Parameter asset is unknown.",
  ]),
  ...NO_AMOUNTS.map((amount): [Fields, number, string] => [
    { amount },
    -1102,
    "Parameter amount is malformed.",
  ]),
  ...NOT_POSITIVE.map((amount): [Fields, number, string] => [
    { amount },
    -1102,
    "Parameter amount must be above zero.",
  ]),
  [{ amount: "0.000000001" }, -1111, "Too many decimals in amount."],
  [{ amount: "1.5" }, -2017, "Balance is not enough: 1 free, 1.5 needed."],
  [{ amount: "2000" }, -2017, "Balance is not enough: 1 free, 1800.018 needed."],
];

test.each(REPAY_REFUSALS)("a repayment with %j is %i: %s", async (change, code, msg) => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  await desk.moveIn("demo1", "1 USDT");
  const before = await desk.account();

  const { status, json } = await desk.post(REPAY, { asset: "USDT", amount: "1", ...change });

  expect({ status, json }).toEqual({ status: 400, json: { code, msg } });
  expect(await desk.account()).toEqual(before);
  expect(desk.http.reports).toEqual([]);
});

test("MARG-ACC-1 the account lists every asset, zeros included, with level and state", async () => {
  const desk = await BorrowingDesk.open();
  const zero = { free: "0", locked: "0", borrowed: "0", interest: "0" };

  const { json } = await desk.get("/sapi/v1/margin/account");

  expect(json).toEqual({
    balances: [
      { asset: "BTC", ...zero },
      { asset: "USDT", ...zero },
      { asset: "ETH", ...zero },
    ],
    marginLevel: "999",
    state: "NORMAL",
    leverageMax: 3,
  });
});

test.each([
  ["20000", "1.55398446", "NORMAL"],
  ["19306", "1.50006119", "NORMAL"],
  ["19305", "1.4999835", "TRADE_ONLY"],
  ["16732", "1.30006339", "TRADE_ONLY"],
  ["16731", "1.2999857", "MARGIN_CALL"],
  ["14158", "1.10006559", "MARGIN_CALL"],
  ["14157", "1.0999879", "LIQUIDATION"],
])(
  "MARG-LEVEL-1 MARG-LEVEL-3 with BTC at %s the level is %s, %s",
  async (price, marginLevel, state) => {
    const desk = await BorrowingDesk.open();
    await desk.goLong();

    desk.index("BTC", price);

    expect(await desk.account()).toMatchObject({ marginLevel, state });
    expect(await desk.account("demo2")).toMatchObject({ marginLevel: "999", state: "NORMAL" });
  },
);

test("SEC-40 USER-KEY-1 a key that may not trade reads the account and does nothing else", async () => {
  const desk = await BorrowingDesk.open();
  const reader = { apiKey: "reader", secret: "secret-of-reader" };
  const sealedSecret = sealSecret(MASTER_KEY, reader);
  const key = { user: 1, apiKey: "reader", sealedSecret, mayTrade: false, addresses: [] };
  desk.must({ type: "AddKey", ...key, request: 0 });
  const change = { secret: reader.secret, headers: { "x-ch-apikey": [reader.apiKey] } };
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "1" };
  const count = desk.http.exchange.commands.length;

  const refused = [
    await desk.http.post(TRANSFER, GOOD, change),
    await desk.http.post(REPAY, { asset: "USDT" }, change),
    await desk.http.post("/sapi/v1/margin/order", order, change),
    await desk.http.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId: 1 }, change),
    await desk.http.get("/sapi/v1/margin/order?symbol=BTCUSDT&orderId=1", change),
    await desk.http.get("/sapi/v1/margin/openOrders?symbol=BTCUSDT", change),
    await desk.http.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT", change),
  ];

  for (const answer of refused)
    expect(answer).toMatchObject({ status: 401, json: { code: -2015 } });
  expect(desk.http.exchange.commands).toHaveLength(count); // None got as far as the sequencer.
  expect(await desk.http.get("/sapi/v1/margin/account", change)).toMatchObject({ status: 200 });
});

test.each([
  ["late", 400, -1021],
  ["unavailable", 503, -1001],
  ["unknown", 504, -1007],
] as const)(
  "a transfer or repayment that the sequencer calls %s is %i %i",
  async (kind, status, code) => {
    const desk = await BorrowingDesk.open();

    desk.http.exchange.nextAnswer = { kind };
    expect(await desk.post(TRANSFER, GOOD)).toMatchObject({ status, json: { code } });
    desk.http.exchange.nextAnswer = { kind };
    expect(await desk.post(REPAY, { asset: "USDT" })).toMatchObject({ status, json: { code } });
  },
);
