/** Every collection has a largest size, and here each is reached. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { DESK_CONTRACT, FuturesDesk } from "../../../test/support/futures-desk.ts";
import { PAIR_DEFAULTS } from "./catalogue/catalogue.ts";
import { LIMITS } from "./state.ts";

const balances = { alice: { BTC: "50" }, bob: { USDT: "5000" } };

test("CORE-BOUND-1 there are at most so many users", () => {
  const desk = new Desk(balances, { limits: { users: 3 } });
  desk.addUser("carol");

  expect(desk.refusalOf({ type: "AddUser", name: "dave", request: 0 })).toBe("too_many_users");
});

test("CORE-BOUND-1 there are at most so many keys, revoked ones counted", () => {
  const desk = new Desk(balances, { limits: { keys: 3 } });
  desk.revokeKey(desk.addKey("bob"));
  const sealedSecret = new Uint8Array();
  const rest = { user: 1, apiKey: "fresh", sealedSecret, mayTrade: true, addresses: [] };

  expect(desk.refusalOf({ type: "AddKey", ...rest, request: 0 })).toBe("too_many_keys");
});

test("CORE-BOUND-1 there are at most so many assets", () => {
  const desk = new Desk(balances, { limits: { assets: 3 } });
  desk.addAsset("ETH", 8);

  const outcome = desk.refusalOf({ type: "AddAsset", name: "LTC", scale: 8, request: 0 });

  expect(outcome).toBe("too_many_assets");
});

test("CORE-BOUND-1 there are at most so many pairs, delisted ones counted", () => {
  const desk = new Desk(balances, { limits: { pairs: 2 } });
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  desk.delist("USDTBTC");
  const precisions = { pricePrecision: 0, quantityPrecision: 0 };
  const rules = { ...PAIR_DEFAULTS, name: "THIRD", base: 1, quote: 2, ...precisions };

  expect(desk.refusalOf({ type: "AddPair", ...rules, request: 0 })).toBe("too_many_pairs");
});

test("CORE-BOUND-1 there are at most so many contracts, delisted ones counted", () => {
  const desk = new FuturesDesk({}, { limits: { contracts: 2 } });
  const { id } = desk.addContract({ name: "F-BTC-USDT" });
  desk.must({ type: "DelistContract", contract: id, request: 0 });
  const rules = { ...DESK_CONTRACT, name: "G-BTC-USDT", base: desk.asset("BTC") };

  expect(desk.refusalOf({ type: "AddContract", ...rules, request: 0 })).toBe("too_many_contracts");
});

test("CORE-BOUND-1 FUT-CHECK-14 orders of futures, resting and waiting, count with all others", () => {
  const desk = new FuturesDesk({ ann: { USDT: "1000" } }, { limits: { openOrders: 2 } });
  desk.trade("ann", "open buy 1 @ 100");
  desk.trade("ann", "open buy 1 @ 100 when up 200");

  expect(desk.refusedTrade("ann", "open buy 1 @ 100")).toBe("too_many_open_orders");
  expect(desk.refusedTrade("ann", "open buy 1 @ 100 when up 200")).toBe("too_many_open_orders");
});

test("CORE-BOUND-1 SPOT-CHECK-12 there are at most so many open orders over all users", () => {
  const desk = new Desk(balances, { limits: { openOrders: 3 } });
  const first = desk.place("alice", "sell 1 @ 100");
  desk.place("alice", "sell 1 @ 101");
  desk.place("bob", "buy 1 @ 90");

  expect(desk.refusal("bob", "buy 1 @ 91")).toBe("too_many_open_orders");
  expect(desk.refusal("bob", "buy for 100")).toBe("too_many_open_orders");
  desk.cancel("alice", first);
  expect(desk.order("bob", "buy 1 @ 91")).toMatchObject({ ok: true });
});

test("CORE-BOUND-1 at most so many movement ids are remembered", () => {
  const desk = new Desk(balances, { limits: { movementIds: 2 } });
  for (const id of ["a", "b", "c"]) desk.deposit("bob", "1 USDT", id);

  const { byId, ring } = desk.state.movements;
  expect(["a", "b", "c"].filter((id) => byId.has(id))).toEqual(["b", "c"]);
  expect([byId.size, ring.length]).toEqual([2, 2]);
});

test("CORE-BOUND-1 SPOT-CLIENT-3 at most so many ended client ids are remembered, the newest", () => {
  const desk = new Desk(balances, { limits: { endedClientIds: 2 } });
  desk.place("alice", "sell 9 @ 100");
  for (const id of ["a", "b", "c"]) desk.place("bob", `buy 1 @ 100 as ${id}`);

  expect([...desk.state.orders.clientIds.ended.all()]).toHaveLength(2);
  expect(desk.refusal("bob", "buy 1 @ 100 as c")).toBe("client_id_used");
  expect(desk.refusal("bob", "buy 1 @ 100 as b")).toBe("client_id_used");
  expect(desk.order("bob", "buy 1 @ 100 as a")).toMatchObject({ ok: true });
});

test("CORE-BOUND-1 USER-BAN-4 there are at most so many bans: the first to end makes room", () => {
  const desk = new Desk(balances, { limits: { bans: 2 } });
  for (const block of ["10.0.0.1", "10.0.0.2", "10.0.0.3"]) {
    desk.must({ type: "BanAddress", block, request: 0 });
    desk.advance(1);
  }

  expect([...desk.state.bans.byBlock.keys()].sort()).toEqual(["10.0.0.2", "10.0.0.3"]);
  expect(LIMITS.bans).toBe(10_000);
});

test("CORE-BOUND-1 the bounds of the running service leave room and stay below a Map's end", () => {
  expect(LIMITS.movementIds).toBe(100_000);
  for (const limit of Object.values(LIMITS)) {
    expect(limit).toBeGreaterThan(0);
    expect(limit).toBeLessThan(2 ** 24);
  }
});
