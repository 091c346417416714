import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";
import { brokenInvariants } from "../../../../core/engine/invariants/invariants.ts";

const POOL = { fund: "LOAN_POOL", asset: "USDT" };

const BUY = {
  type: "PlaceMarginOrder",
  user: 1,
  key: 1,
  pair: 1,
  side: "buy",
  kind: "limit",
  quantity: "0.01",
  price: "20000",
  clientId: "",
  request: 0,
} as const;

/** Alice buys for 200 USDT with a balance of 100, at an index of 20000. */
async function deskWithLoan(): Promise<OperatorDesk> {
  const desk = await new OperatorDesk().provision();
  await desk.done("/keys", { user: "alice" });
  await desk.done("/symbols/margin", { name: "BTCUSDT", marginEnabled: true });
  await desk.done("/index", { asset: "BTC", price: "20000" });
  await desk.done("/loans", { asset: "USDT", cap: "500", hourlyRate: "0.00001" });
  await desk.done("/funds/fill", { ...POOL, amount: "1000" });
  const moved = { from: "spot", to: "margin", asset: 2, amount: 10_000_000_000n } as const;
  desk.exchange.do({ type: "Transfer", user: 1, key: 1, request: 0, ...moved });
  expect(desk.exchange.do(BUY)).toMatchObject({ ok: true });
  return desk;
}

async function poolsOf(desk: OperatorDesk) {
  expect(brokenInvariants(desk.exchange.state)).toEqual([]);
  return (await desk.get("/pools")).json.pools;
}

const USDT = {
  asset: "USDT",
  available: "900",
  lent: "100",
  capital: "1000",
  hourlyRate: "0.00001",
  cap: "500",
  marginInsurance: "0",
  badDebt: "0",
  interest: "0",
};

test("OPER-LEND-2 where nothing is lent there is nothing to show, deposits or not", async () => {
  const desk = await new OperatorDesk().provision();

  expect(await poolsOf(desk)).toEqual([]);
});

test("OPER-LEND-2 what the operator put into a pool and is not in it is lent", async () => {
  const desk = await deskWithLoan();

  expect(await poolsOf(desk)).toEqual([USDT]);
});

test("LEDGER-FUND-1 what is lent out cannot be drawn, and the answer says what can", async () => {
  const desk = await deskWithLoan();

  const refused = await desk.post("/funds/draw", { ...POOL, amount: "900.00000001" });
  await desk.done("/funds/draw", { ...POOL, amount: "900" });

  expect(refused).toMatchObject({
    status: 409,
    json: {
      code: -2017,
      msg: "Only what is free can be withdrawn: 900 is, 900.00000001 is needed.",
    },
  });
  expect(await poolsOf(desk)).toEqual([{ ...USDT, available: "0", capital: "100" }]);
});

test("OPER-LEND-2 interest is shown when it has been paid", async () => {
  const desk = await deskWithLoan();

  await desk.done("/orders/cancel", { orderId: 1 });

  // One hour of 100 at 0.00001 comes first, so that much of the principal is still owed.
  const repaid = { available: "999.999", lent: "0.001", interest: "0.001" };
  expect(await poolsOf(desk)).toEqual([{ ...USDT, ...repaid }]);
});

test("OPER-LEND-2 bad debt is what the house has lost beyond its insurance", async () => {
  const desk = await deskWithLoan();
  await desk.done("/users", { name: "bob" });
  await desk.done("/keys", { user: "bob" });
  await desk.done("/deposits", { user: "bob", asset: "BTC", amount: "0.01" });
  await desk.done("/funds/fill", { fund: "MARGIN_INSURANCE", asset: "USDT", amount: "30" });
  desk.exchange.do({ ...BUY, type: "PlaceOrder", user: 2, key: 2, side: "sell" });

  await desk.done("/index", { asset: "BTC", price: "1" });

  const none = { available: "0", lent: "0", capital: "0", hourlyRate: "0", cap: "0" };
  expect(await poolsOf(desk)).toEqual([
    { asset: "BTC", ...none, marginInsurance: "0.00999", badDebt: "0", interest: "0" },
    { ...USDT, available: "1000", lent: "0", badDebt: "70" },
  ]);
});

test("OPER-LEND-1 of a loan that is stopped the list shows what is still owed", async () => {
  const desk = await deskWithLoan();

  await desk.done("/loans/stop", { asset: "USDT" });

  expect(await poolsOf(desk)).toEqual([{ ...USDT, cap: "0" }]);
  desk.exchange.do({ type: "CancelByOperator", order: 1, request: 0 });
  expect(desk.exchange.do(BUY)).toMatchObject({ ok: false, reason: "insufficient_balance" });
});
