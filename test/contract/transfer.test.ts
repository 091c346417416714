/**
 * Transfers between a user's accounts through the dialect: what they move, what the level allows, and
 * every refusal.
 */
import { expect, test } from "vitest";
import { BorrowingDesk } from "./borrowing-desk.ts";
import { NO_AMOUNTS, NO_COINS, NOT_POSITIVE } from "./coin-tables.ts";
import { ABSENT, type Fields } from "./order-tables.ts";

const TRANSFER = "/sapi/v1/asset/transfer";
const GOOD = { coinSymbol: "USDT", amount: "10", fromAccount: "EXCHANGE", toAccount: "MARGIN" };

test("MARG-TRANSFER-1 LEDGER-TRANSFER-1 a transfer moves free money and is answered with its number alone", async () => {
  const desk = await BorrowingDesk.open();

  const first = await desk.move("demo1", "1.5 BTC", ["EXCHANGE", "MARGIN"]);
  const second = await desk.move("demo2", "7 USDT", ["EXCHANGE", "MARGIN"]);
  const back = await desk.moveOut("demo1", "0.5 BTC");

  expect([first, second, back].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([first.json, second.json, back.json]).toEqual([
    { transferId: 1 },
    { transferId: 2 },
    { transferId: 3 },
  ]);
  expect(await desk.balance("demo1", "BTC")).toMatchObject({ free: "1", locked: "0" });
  expect(await desk.spotFree("demo1", "BTC")).toBe("9");
  expect(await desk.balance("demo2", "USDT")).toMatchObject({ free: "7" });
});

test.each<Fields>([
  { coinSymbol: "usdt" },
  { coinSymbol: "uSdT", amount: 10 },
  { amount: "1e1" },
  { amount: "10.00" },
  { memo: { any: [1] }, futures: null },
  JSON.parse('{"__proto__":{"x":1},"constructor":1}'),
])("SEC-33 SEC-34 %j means the same transfer", async (change) => {
  const desk = await BorrowingDesk.open();

  const { status, json } = await desk.post(TRANSFER, { ...GOOD, ...change });

  expect({ status, json }).toEqual({ status: 200, json: { transferId: 1 } });
  expect(await desk.balance("demo1", "USDT")).toMatchObject({ free: "10" });
});

const NO_ACCOUNTS = ["SPOT", "margin", "Exchange", 5, "__proto__"];

/** A change to a good transfer, the code, and what the message says. */
const REFUSALS: readonly [Fields, number, string][] = [
  ...Object.keys(GOOD).flatMap((name) =>
    ABSENT.map((value): [Fields, number, string] => [
      { [name]: value },
      -1102,
      `Parameter ${name} is missing.`,
    ]),
  ),
  [{ coinSymbol: 5 }, -1102, "Parameter coinSymbol is malformed."],
  ...NO_COINS.map((coinSymbol): [Fields, number, string] => [
    { coinSymbol },
    -1102,
    "Parameter coinSymbol is unknown.",
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
  ...["fromAccount", "toAccount"].flatMap((name) =>
    NO_ACCOUNTS.map((word): [Fields, number, string] => [
      { [name]: word },
      -1102,
      `Parameter ${name} must be one of EXCHANGE, MARGIN, FUTURE.`,
    ]),
  ),
  ...["EXCHANGE", "MARGIN", "FUTURE"].map((word): [Fields, number, string] => [
    { fromAccount: word, toAccount: word },
    -1102,
    "Parameters fromAccount and toAccount must differ.",
  ]),
  [{ amount: "0.000000001" }, -1111, "Too many decimals in amount."],
  [{ amount: "1.123456789" }, -1111, "Too many decimals in amount."],
  [{ fromAccount: "FUTURE" }, -2017, "Balance is not enough: 0 free, 10 needed."],
  [
    { fromAccount: "MARGIN", toAccount: "FUTURE" },
    -2017,
    "Balance is not enough: 0 free, 10 needed.",
  ],
  [
    { amount: "100000.00000001" },
    -2017,
    "Balance is not enough: 100000 free, 100000.00000001 needed.",
  ],
  [
    { amount: "9".repeat(40) },
    -2017,
    `Balance is not enough: 100000 free, ${"9".repeat(40)} needed.`,
  ],
  [
    { fromAccount: "MARGIN", toAccount: "EXCHANGE" },
    -2017,
    "Balance is not enough: 0 free, 10 needed.",
  ],
];

test.each(REFUSALS)("a transfer with %j is %i: %s", async (change, code, msg) => {
  const desk = await BorrowingDesk.open();

  const { status, json } = await desk.post(TRANSFER, { ...GOOD, ...change });

  expect({ status, json }).toEqual({ status: 400, json: { code, msg } });
  expect(await desk.spotFree("demo1", "USDT")).toBe("100000");
  expect(desk.http.exchange.state.margin.transferIdLast).toBe(0);
  expect(desk.http.reports).toEqual([]);
});

test("SPOT-CHECK-1 of several wrong parameters the first is named, words before money", async () => {
  const desk = await BorrowingDesk.open();
  const wrong = { coinSymbol: "DOGE", amount: "x", fromAccount: "X", toAccount: "X" };
  const right = { coinSymbol: "BTC", fromAccount: "FUTURE", amount: "0.000000001" };
  const said: unknown[] = [];

  for (const fixed of [
    {},
    { amount: "99.0" },
    { fromAccount: "FUTURE" },
    { toAccount: "FUTURE" },
  ]) {
    Object.assign(wrong, fixed);
    said.push((await desk.post(TRANSFER, wrong)).json);
  }
  said.push((await desk.post(TRANSFER, { ...wrong, coinSymbol: "BTC" })).json);
  said.push((await desk.post(TRANSFER, { ...wrong, ...right, toAccount: "MARGIN" })).json);

  expect(said.map((json) => (json as { msg: string }).msg)).toEqual([
    "Parameter amount is malformed.",
    "Parameter fromAccount must be one of EXCHANGE, MARGIN, FUTURE.",
    "Parameter toAccount must be one of EXCHANGE, MARGIN, FUTURE.",
    "Parameter coinSymbol is unknown.",
    "Parameters fromAccount and toAccount must differ.",
    "Too many decimals in amount.",
  ]);
});

test("USER-FREEZE-2 a frozen user moves nothing (-2016) and may repay", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  await desk.moveIn("demo1", "10 USDT");
  desk.must({ type: "FreezeUser", user: 1, request: 0 });

  const moved = await desk.post(TRANSFER, GOOD);
  const repaid = await desk.post("/sapi/v1/margin/repay", { asset: "USDT", amount: "1" });

  expect(moved).toMatchObject({ status: 400 });
  expect(moved.json).toEqual({ code: -2016, msg: "This account is frozen." });
  expect(repaid.json).toEqual({ repaid: "1" });
});

test("MARG-TRANSFER-2 with debt, out goes what leaves the level at 2 or above, to the last unit", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();

  const tooLow = await desk.moveOut("demo1", "0.00000001 BTC");
  await desk.moveIn("demo1", "1000 USDT");
  const over = await desk.moveOut("demo1", "197.16400001 USDT");
  const exact = await desk.moveOut("demo1", "197.164 USDT");

  const low = { code: -2017, msg: "The margin level would be too low." };
  for (const answer of [tooLow, over]) expect(answer).toMatchObject({ status: 400, json: low });
  expect(exact).toMatchObject({ status: 200 });
  expect(await desk.account()).toMatchObject({ marginLevel: "2", state: "NORMAL" });
});

test("MARG-TRANSFER-2 MARG-LEVEL-2 with debt nothing goes out while an index is stale; in, always", async () => {
  const desk = await BorrowingDesk.open();
  await desk.goLong();
  await desk.moveIn("demo1", "50000 USDT");
  desk.index("BTC", "20000", "feed");
  desk.withdrawIndex("BTC");
  desk.http.exchange.nowMs += 10_001;

  const out = await desk.moveOut("demo1", "1 USDT");
  await desk.moveIn("demo1", "1 USDT");
  await desk.moveIn("demo2", "1 BTC");
  const withoutDebt = await desk.moveOut("demo2", "1 BTC");

  const msg =
    "An index price is missing or stale: no borrowing and no transfer out until it is back.";
  expect(out.json).toEqual({ code: -2017, msg });
  expect(withoutDebt).toMatchObject({ status: 200 });
});

test("MARG-TRANSFER-2 what an order has locked does not go out", async () => {
  const desk = await BorrowingDesk.open();
  await desk.moveIn("demo1", "1 BTC");
  await desk.placed(desk.order("demo1", "SELL 0.4 20000"));

  const over = await desk.moveOut("demo1", "0.60000001 BTC");

  const msg = "Balance is not enough: 0.6 free, 0.60000001 needed.";
  expect(over.json).toEqual({ code: -2017, msg });
  expect(await desk.moveOut("demo1", "0.6 BTC")).toMatchObject({ status: 200 });
});
