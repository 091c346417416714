/** One user as the operator sees it, and all orders of a user, a symbol or a contract cancelled. */
import { expect, test } from "vitest";
import {
  ALICE,
  BOB,
  busyDesk,
  did,
  LIMIT,
  openDesk,
  SPOT,
} from "../../../../test/support/busy-operator.ts";
import type { OperatorDesk } from "../../../../test/support/operator-desk.ts";
import { CANCELED_MAX } from "../../../contract/operator/market/orders.ts";
import { brokenInvariants } from "../../../core/engine/invariants/invariants.ts";
import { ROWS_MAX, TRADES_MAX } from "../../public/user-accounts.ts";
import { CANCEL_STEP } from "./orders.ts";

async function shown(desk: OperatorDesk, user = "alice") {
  const { status, json } = await desk.get(`/users/show?name=${user}`);
  expect(status).toBe(200);
  return json;
}

test("OPER-SHOW-1 a user is shown with money and debts in every area, and the level", async () => {
  const desk = await busyDesk();

  const alice = await shown(desk);

  expect(alice).toMatchObject({ name: "alice", userId: 1, frozen: false });
  const rows = Object.fromEntries(
    alice.balances.map((row: Record<string, string>) => [
      `${row["area"]} ${row["asset"] ?? row["marginCoin"]}`,
      row,
    ]),
  );
  expect(rows["spot ETH"]).toMatchObject({ free: "99999998", locked: "1.5" });
  expect(rows["spot USDT"]).toMatchObject({ locked: "10" });
  expect(rows["margin USDT"]).toMatchObject({
    free: "0",
    locked: "200",
    borrowed: "100",
    interest: "0.001",
  });
  expect(rows["futures USDT"]).toMatchObject({ accountLock: expect.stringMatching(/^[\d.]+$/) });
  expect(alice.margin).toEqual({ marginLevel: "1.99998", state: "NORMAL", leverageMax: 3 });
});

test("OPER-SHOW-1 a user is shown with positions, orders, keys and the last trades", async () => {
  const desk = await busyDesk();

  const alice = await shown(desk);

  expect(alice).toMatchObject({ positionCount: 1, openOrderCount: 5 });
  expect(alice.positions).toMatchObject([{ contractName: "E-BTC-USDT", side: "BUY", volume: "7" }]);
  expect(alice.openOrders.map(({ area, status }: never) => [area, status])).toEqual([
    ["futures", "INIT"],
    ["margin", "NEW"],
    ["spot", "NEW"],
    ["spot", "PARTIALLY_FILLED"],
    ["futures", "PARTIALLY_FILLED"],
  ]);
  expect(alice.trades).toMatchObject([
    { area: "spot", symbol: "ETHUSDT", side: "SELL", price: "3000", qty: "0.5" },
    { area: "futures", contractName: "E-BTC-USDT", side: "BUY", price: "20000.5", qty: "7" },
  ]);
  expect(alice.keys).toEqual([
    {
      user: "alice",
      apiKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      ip: [],
      once: false,
      strict: false,
      permissions: ["read", "trade"],
      revoked: false,
    },
  ]);
});

test("SEC-48 USER-SECRET-1 nothing that is shown of a user holds a secret or its seal", async () => {
  const desk = await openDesk();
  const { secret } = await desk.done("/keys", { user: "alice" });
  const seals = desk.exchange.state.users.keys.map(({ sealedSecret }) => Buffer.from(sealedSecret));

  const text = JSON.stringify(await shown(desk));

  expect(text).not.toContain(secret);
  for (const seal of seals) {
    expect(text).not.toContain(seal.toString("hex"));
    expect(text).not.toContain(seal.toString("base64"));
  }
});

test("OPER-SHOW-1 HIST-BOUND-1 while the archive is behind, all but the trades is shown", async () => {
  const desk = await busyDesk();
  desk.isArchiveBehind = true;

  const alice = await shown(desk);

  expect(alice.openOrders).toHaveLength(5);
  expect(alice).not.toHaveProperty("trades");
  expect(alice.tradesMissing).toMatch(/^The archive is behind/);
  expect(await desk.get("/users/show?name=carol")).toMatchObject({ status: 404 });
});

test("OPER-SHOW-1 a user's open order lists are shown, and counted in the status, until they end", async () => {
  const desk = await openDesk();
  const item = { side: "buy", kind: "limit", quantity: "1", price: "10", clientId: "" } as const;
  const items = [item, item].map((one) => ({ ...one, instructions: undefined, extras: undefined }));
  const list = { type: "PlaceOrderList", pair: 1, kind: "oto", items } as const;
  did(desk, { ...list, ...ALICE, clientId: "way-in" });
  did(desk, { ...list, ...ALICE, clientId: "" });

  const alice = await shown(desk);

  expect(alice).toMatchObject({ openListCount: 2, openOrderCount: 4 });
  expect(alice.openLists).toMatchObject([
    { area: "spot", orderListId: 4, listStatus: "EXECUTING", legsLive: false, orderIds: [5, 6] },
    { orderListId: 1, listClientOrderId: "way-in", symbol: "BTCUSDT", listType: "OTO" },
  ]);
  expect((await desk.get("/status")).json).toMatchObject({ openOrderLists: 2 });
  expect(await shown(desk, "bob")).toMatchObject({ openListCount: 0, openLists: [] });
  await desk.done("/orders/cancel-all", { user: "alice" });
  expect(await shown(desk)).toMatchObject({ openListCount: 0, openLists: [] });
});

test("CORE-BOUND-1 OPER-SHOW-1 of orders and trades the newest are shown, and how many there are", async () => {
  const desk = await openDesk();
  for (let at = 0; at < ROWS_MAX + 10; at++) {
    did(desk, { ...SPOT, ...LIMIT, ...ALICE, pair: 2, quantity: "0.001" });
  }
  for (let at = 0; at <= TRADES_MAX; at++) {
    did(desk, { ...SPOT, ...LIMIT, ...BOB, pair: 2, side: "sell", quantity: "0.0001" });
  }

  const alice = await shown(desk);

  expect(alice.openOrders).toHaveLength(ROWS_MAX);
  expect(alice.openOrders[0].orderId).toBe(ROWS_MAX + 10);
  // Ten trades fill an order.
  expect(alice.openOrderCount).toBe(ROWS_MAX + 5);
  expect(alice.trades).toHaveLength(TRADES_MAX);
  expect(alice.trades[0].id).toBe(TRADES_MAX + 1);
});

function openOf(desk: OperatorDesk): number[] {
  return desk.exchange.state.orders.byId.sorted().map(({ id }) => id);
}

/** By id: alice 1 on the contract (rests), 3 on ETHUSDT, 5 spot, 6 margin, 7 waits; bob none. */
test.each([
  [{ user: "alice" }, 5, []],
  [{ user: "bob" }, 0, [1, 3, 5, 6, 7]],
  [{ symbol: "BTCUSDT" }, 2, [1, 3, 7]],
  [{ contract: "E-BTC-USDT" }, 2, [3, 5, 6]],
  [{ user: "alice", symbol: "ETHUSDT" }, 1, [1, 5, 6, 7]],
  // The symbol and the contract have the same number.
  [{ user: "alice", symbol: "BTCUSDT" }, 2, [1, 3, 7]],
  [{ user: "alice", contract: "E-BTC-USDT" }, 2, [3, 5, 6]],
  [{ user: "bob", symbol: "BTCUSDT" }, 0, [1, 3, 5, 6, 7]],
] as const)(
  "OPER-CANCEL-1 all orders of %j are cancelled, and no others",
  async (asked, canceled, left) => {
    const desk = await busyDesk();
    const before = desk.exchange.commands.length;

    expect(await desk.done("/orders/cancel-all", asked)).toEqual({
      ...asked,
      canceled,
      more: false,
    });

    expect(openOf(desk)).toEqual(left);
    expect(brokenInvariants(desk.exchange.state)).toEqual([]);
    const commands = desk.exchange.commands.slice(before);
    expect(commands.map(({ type }) => type)).toEqual(Array(canceled).fill("CancelByOperator"));
    // Sent again it finds nothing to do.
    expect(await desk.done("/orders/cancel-all", asked)).toMatchObject({ canceled: 0 });
  },
);

test.each([
  [{}, 400, "Whose orders? Give a user, a symbol or a contract."],
  [{ symbol: "BTCUSDT", contract: "E-BTC-USDT" }, 400, expect.stringMatching(/one of the two/)],
  [{ user: "carol" }, 404, "There is no such user."],
  [{ symbol: "XRPUSDT" }, 404, "There is no such symbol, or it is delisted."],
  [{ user: "alice", contract: "E-XRP-USDT" }, 404, "There is no such contract, or it is delisted."],
])("OPER-CANCEL-1 %j is refused, and nothing is cancelled", async (asked, status, msg) => {
  const desk = await busyDesk();

  expect(await desk.post("/orders/cancel-all", asked)).toMatchObject({ status, json: { msg } });
  expect(openOf(desk)).toHaveLength(5);
});

test("LOG-DUR-1 OPER-CANCEL-1 when the sequencer takes no more or the outcome is unknown, the reply says how to go on", async () => {
  const desk = await busyDesk();

  for (const [kind, status] of [
    ["unavailable", 503],
    ["unknown", 504],
  ] as const) {
    desk.exchange.nextAnswer = { kind };
    const { status: said, json } = await desk.post("/orders/cancel-all", { user: "alice" });
    expect(said).toBe(status);
    expect(json.msg).toMatch(/Send it again: it cancels what is left\.$/);
  }
});

test("CORE-BOUND-1 OPER-CANCEL-1 one request cancels so many at most, in steps, and says that there are more", async () => {
  const desk = await openDesk();
  for (let at = 0; at <= CANCELED_MAX; at++) {
    desk.exchange.do({ ...SPOT, ...LIMIT, ...ALICE, pair: 2, quantity: "0.001" });
  }
  const steps: number[] = [];
  const submitAll = desk.exchange.submitAll.bind(desk.exchange);
  desk.exchange.submitAll = (commands) => {
    steps.push(commands.length);
    return submitAll(commands);
  };

  const first = await desk.done("/orders/cancel-all", { symbol: "ETHUSDT" });
  const second = await desk.done("/orders/cancel-all", { symbol: "ETHUSDT" });

  expect(first).toMatchObject({ canceled: CANCELED_MAX, more: true });
  expect(second).toMatchObject({ canceled: 1, more: false });
  expect(new Set(steps)).toEqual(new Set([CANCEL_STEP, 1]));
  expect(openOf(desk)).toEqual([]);
});
