import { expect, test } from "vitest";
import { E_BTC_USDT, OperatorDesk } from "../../../../../test/support/operator-desk.ts";
import { findBalance } from "../../../../core/engine/ledger/ledger.ts";

const { name } = E_BTC_USDT;

const ORDER = {
  type: "PlaceFuturesOrder",
  user: 1,
  key: 1,
  contract: 1,
  side: "buy",
  kind: "limit",
  action: "open",
  mode: "cross",
  timeInForce: "gtc",
  trigger: "none",
  quantity: "10",
  price: "20000.5",
  triggerPrice: "",
  clientId: "mine",
  request: 0,
} as const;

const SHORT = { ...ORDER, user: 2, key: 2, side: "sell", clientId: "" } as const;

/** Alice and bob have 100 USDT each in futures; the index by which the contract was listed is withdrawn. */
async function openDesk(): Promise<OperatorDesk> {
  const desk = await new OperatorDesk().provision();
  await desk.addContract();
  await desk.done("/index/withdraw", { asset: "BTC" });
  await desk.done("/users", { name: "bob" });
  await desk.done("/deposits", { user: "bob", asset: "USDT", amount: "100" });
  for (const [at, user] of ["alice", "bob"].entries()) {
    await desk.done("/keys", { user });
    const by = { user: at + 1, key: at + 1, request: 0 };
    const moved = { from: "spot", to: "futures", asset: 2, amount: 10_000_000_000n } as const;
    expect(desk.exchange.do({ type: "Transfer", ...by, ...moved })).toMatchObject({ ok: true });
  }
  return desk;
}

async function shown(desk: OperatorDesk) {
  const { contracts } = (await desk.get("/contracts")).json;
  return contracts[0];
}

test("OPER-FUT-3 before anything happened there is no price, and no user holds anything", async () => {
  const desk = await openDesk();

  const contract = await shown(desk);

  expect(contract).toMatchObject({ name, fundingRate: "0", openInterest: "0", positions: 0 });
  for (const price of ["lastPrice", "markPrice", "indexPrice"]) {
    expect(contract).not.toHaveProperty(price);
  }
});

test("OPER-FUT-3 a trade is seen in the prices, in the open interest and in the status", async () => {
  const desk = await openDesk();
  expect(desk.exchange.do(ORDER)).toMatchObject({ ok: true });
  expect(desk.exchange.do({ ...SHORT, quantity: "7" })).toMatchObject({ ok: true });

  const known = { lastPrice: "20000.5", markPrice: "20000.5", openInterest: "7", positions: 2 };
  expect(await shown(desk)).toMatchObject(known);
  expect((await desk.get("/status")).json).toMatchObject({
    openPositions: 2,
    openOrders: 1,
    contracts: [{ name, status: "trading" }],
  });
});

test("OPER-FUT-3 the index and the mark are those of the last second", async () => {
  const desk = await openDesk();
  await desk.done("/index", { asset: "BTC", price: "20100.25" });
  expect(await shown(desk)).not.toHaveProperty("indexPrice");

  desk.exchange.nowMs += 1_000;
  desk.exchange.do({ type: "SecondTick", secondMs: desk.exchange.nowMs });

  expect(await shown(desk)).toMatchObject({ indexPrice: "20100.3", markPrice: "20100.3" });
});

test("OPER-FUT-3 last price, mark, index and the rate of the last funding are told apart", async () => {
  const desk = await openDesk();
  const [market] = desk.exchange.state.futures.markets;
  Object.assign(market ?? {}, {
    last: 200_001,
    mark: 200_002,
    index: 200_003,
    fundingRate: -12_345,
  });

  expect(await shown(desk)).toMatchObject({
    lastPrice: "20000.1",
    markPrice: "20000.2",
    indexPrice: "20000.3",
    fundingRate: "-0.00012345",
  });
});

test("FUT-CONTRACT-4 a contract in which a user holds a position is not delisted", async () => {
  const desk = await openDesk();
  desk.exchange.do(ORDER);
  desk.exchange.do(SHORT);

  expect(await desk.post("/contracts/delist", { name })).toMatchObject({
    status: 409,
    json: { code: -3010, msg: expect.stringMatching(/^Somebody holds a position/) },
  });
  expect((await shown(desk)).status).toBe("trading");
});

test("FUT-CONTRACT-4 delisting cancels what rests, and the freeze is freed", async () => {
  const desk = await openDesk();
  desk.exchange.do(ORDER);
  const wallet = () => findBalance(desk.exchange.state.ledger, "futures", 1, 2);
  expect(wallet()?.locked).toBeGreaterThan(0n);

  expect(await desk.done("/contracts/delist", { name })).toEqual({ name, status: "delisted" });
  expect(wallet()).toMatchObject({ free: 10_000_000_000n, locked: 0n });
});

test("OPER-FUT-5 the operator cancels any order of futures, and is told its contract", async () => {
  const desk = await openDesk();
  desk.exchange.do(ORDER);
  const waits = { trigger: "up", triggerPrice: "30000", clientId: "waits" } as const;
  expect(desk.exchange.do({ ...ORDER, ...waits })).toMatchObject({ ok: true });

  const resting = await desk.done("/orders/cancel", { orderId: "1" });
  const waiting = await desk.done("/orders/cancel", { orderId: 2 });

  const alices = { user: "alice", contractName: name };
  expect(resting).toEqual({
    orderId: 1,
    orderIdString: "1",
    newClientOrderId: "mine",
    ...alices,
  });
  expect(waiting).toEqual({
    orderId: 2,
    orderIdString: "2",
    newClientOrderId: "waits",
    ...alices,
  });
  expect(findBalance(desk.exchange.state.ledger, "futures", 1, 2)).toMatchObject({ locked: 0n });
  expect(await desk.post("/orders/cancel", { orderId: 1 })).toMatchObject({
    status: 404,
    json: { code: -2013, msg: "No open order has this id." },
  });
});
