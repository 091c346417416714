/** Placing a futures order: its states, time in force, client ids, and when a condition order is checked. */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../../test/support/futures-desk.ts";
import { CLIENT_ID_REST_MS } from "../../orders/client-ids.ts";

const RICH = { USDT: "1000000", BTC: "100" };

/** Three users and offers of 5 at 20000 and 5 at 20001. */
function traded(): FuturesDesk {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH });
  desk.markAt("20000");
  desk.trade("bob", "open sell 5 @ 20000");
  desk.trade("bob", "open sell 5 @ 20001");
  return desk;
}

test.each([
  ["open buy 8 @ 20000", "partially_filled 5/8"],
  ["open buy 8 @ 19999", "new 0/8"],
  ["open buy 10 @ 20001", "filled 10/10"],
  ["open buy 12 @ 20001 ioc", "canceled 10/12"],
  ["open buy 8 @ 20001 ioc", "filled 8/8"],
  ["open buy 8 @ 19999 ioc", "canceled 0/8"],
  ["open buy 10 @ 20001 fok", "filled 10/10"],
  ["open buy 11 @ 20001 fok", "canceled 0/11"],
  ["open buy 6 @ 20000 fok", "canceled 0/6"],
  ["open buy 3 @ 20000 post_only", "canceled 0/3"],
  ["open buy 3 @ 19999.9 post_only", "new 0/3"],
])("FUT-STATE-1 FUT-TIF-1 FUT-TIF-2 FUT-TIF-3 `%s` is %s", (words, fate) => {
  const desk = traded();

  const id = desk.trade("ann", words);

  expect(desk.fate(id)).toBe(fate);
  const isOpen = /^(new|partially)/.test(fate);
  expect(desk.account("ann").endsWith("/0")).toBe(!isOpen);
});

test("FUT-TIF-3 the owner of the opposite order does not matter: an own order stops POST_ONLY too", () => {
  const desk = traded();
  expect(desk.fate(desk.trade("bob", "open buy 3 @ 20000 post_only"))).toBe("canceled 0/3");
  expect(desk.state.catalogue.contracts[0]?.selfTrade).toBe("expire_taker");
});

test("FUT-STATE-2 FUT-STATE-4 a resting order is filled by its last contract and never changes again", () => {
  const desk = traded();
  const resting = desk.trade("cat", "open buy 8 @ 19990");

  desk.trade("ann", "open sell 5 @ 19990");
  expect(desk.fate(resting)).toBe("partially_filled 5/8");
  desk.trade("ann", "open sell 3 @ 19990");
  expect(desk.fate(resting)).toBe("filled 8/8");

  expect(desk.cancelTrade("cat", resting)).toMatchObject({ ok: false, reason: "order_not_open" });
  expect(desk.fate(resting)).toBe("filled 8/8");
});

test("FUT-CHECK-13 a client id has up to 31 letters, and is counted apart from spot", () => {
  const desk = traded();
  const long = "x".repeat(31);
  desk.deposit("ann", "100 USDT");
  desk.place("ann", `buy 0.001 @ 100 as ${long}`);

  const first = desk.trade("ann", `open buy 1 @ 19000 as ${long}`);

  const again = desk.send(desk.trading("ann", `open buy 1 @ 19000 as ${long}`));
  expect(again).toMatchObject({ ok: false, reason: "client_id_used", had: `${first}` });
  expect(desk.refusedTrade("ann", `open buy 1 @ 19000 as x${long}`)).toBe("client_id_malformed");
  expect(desk.refusedTrade("ann", "open buy 1 @ 19000 as bourse:1")).toBe("client_id_malformed");
  expect(desk.told("bob", `open buy 1 @ 19000 as ${long}`)).toBe("accepted");
});

test("FUT-CHECK-13 FUT-CANCEL-1 a client id is free after the user's own cancel, else a minute after the end", () => {
  const desk = traded();
  const id = desk.trade("ann", "open buy 1 @ 19000 as mine");
  desk.cancelTrade("ann", id);
  desk.trade("ann", "open buy 1 @ 20000 as mine");

  expect(desk.refusedTrade("ann", "open buy 1 @ 19000 as mine")).toBe("client_id_used");
  desk.advance(CLIENT_ID_REST_MS);
  expect(desk.refusedTrade("ann", "open buy 1 @ 19000 as mine")).toBe("client_id_used");
  desk.advance(1);
  desk.trade("ann", "open buy 1 @ 19000 as mine");
});

test("FUT-CHECK-13 a waiting order has its client id, also once it is live", () => {
  const desk = traded();
  desk.trade("ann", "open buy 1 @ 19000 when up 20001 as mine");
  expect(desk.refusedTrade("ann", "open buy 1 @ 19000 as mine")).toBe("client_id_used");

  desk.trade("cat", "open buy 6 @ 20001");

  expect(desk.refusedTrade("ann", "open buy 1 @ 19000 as mine")).toBe("client_id_used");
});

test("FUT-CHECK-14 open and waiting orders on the contract are counted together", () => {
  const desk = new FuturesDesk({ ann: RICH }, { contract: { ordersMax: 3 } });
  desk.addContract({ name: "E-BTC-USD", kind: "inverse" });
  desk.trade("ann", "open buy 1 @ 100");
  desk.trade("ann", "open buy 1 @ 100 when up 500");
  desk.trade("ann", "open buy 1 @ 100 on E-BTC-USD");
  const last = desk.trade("ann", "open buy 1 @ 100 when down 50");

  expect(desk.refusedTrade("ann", "open buy 1 @ 100")).toBe("too_many_open_orders");
  expect(desk.refusedTrade("ann", "open buy 1 @ 100 when up 500")).toBe("too_many_open_orders");
  desk.cancelTrade("ann", last);
  desk.trade("ann", "open buy 1 @ 100");
});

test("FUT-CHECK-14 an order that cannot rest is taken also where no more may be open", () => {
  const desk = new FuturesDesk({ ann: RICH, cat: RICH }, { contract: { ordersMax: 1 } });
  desk.trade("cat", "open sell 9 @ 100");
  desk.trade("ann", "open buy 1 @ 90");

  for (const words of ["open buy 2 @ 100 ioc", "open buy 2 @ 100 fok", "open buy for 200"]) {
    desk.trade("ann", words);
  }

  expect(desk.refusedTrade("ann", "open buy 1 @ 90 post_only")).toBe("too_many_open_orders");
  expect(desk.refusedTrade("ann", "open buy 1 @ 90 ioc when up 500")).toBe("too_many_open_orders");
});

test("FUT-CHECK-14 the whole exchange holds a largest number of orders", () => {
  const desk = new FuturesDesk({ ann: RICH }, { limits: { openOrders: 2 } });
  desk.trade("ann", "open buy 1 @ 100");
  desk.trade("ann", "open buy 1 @ 100 when up 500");
  expect(desk.refusedTrade("ann", "open buy 1 @ 100")).toBe("too_many_open_orders");
});

test("FUT-MODE-1 the first order sets the margin mode, and the next must name it while anything is open", () => {
  const desk = traded();
  desk.trade("ann", "open buy 1 @ 19000 cross");
  expect(desk.refusedTrade("ann", "open buy 1 @ 19000 isolated")).toBe("margin_mode_differs");
  desk.must({ type: "CancelAllFutures", ...desk.hand("ann"), contract: 1 });

  desk.trade("ann", "open buy 1 @ 20000 isolated");
  expect(desk.position("ann", "buy")?.contractAccount.mode).toBe("isolated");
  expect(desk.refusedTrade("ann", "open sell 1 @ 21000 cross")).toBe("margin_mode_differs");
  desk.trade("ann", "close sell 1 @ 21000 cross");
  desk.trade("ann", "open buy 1 @ 19000 cross when up 30000");
  expect(desk.position("ann", "buy")).toMatchObject({ volume: 1, pending: 1 });
});

test("FUT-LEV-1 an order keeps the leverage of its creation, a condition order takes it at its trigger", () => {
  const desk = traded();
  desk.trade("ann", "open buy 10 @ 19000 when up 20001");
  desk.lever("ann", 10);
  desk.trade("cat", "open buy 6 @ 20001");

  // 190 of value at 10x.
  expect(desk.account("ann")).toBe("999981/19");
});

/** The checks that a condition order may fail when it is sent, and must pass at its trigger. */
test.each([
  ["FUT-CHECK-9 the margin mode", "open buy 1 @ 20000 cross when up 20001"],
  ["FUT-CHECK-12 the band", "open buy 1 @ 22000.1 when up 20001"],
  ["FUT-CHECK-15 what is closable", "close sell 2 @ 20000 when up 20001"],
  ["FUT-CHECK-16 the tier", "open buy 1001 @ 20000 when up 20001"],
  ["FUT-CHECK-17 an empty side", "open buy 100 when up 20001"],
  ["FUT-CHECK-18 the money", "open buy 1000 @ 20000 when up 20001"],
  ["FUT-CHECK-18 a position that would begin in liquidation", "open buy 1 @ 21000 when up 20001"],
])("FUT-COND-4 %s is checked for a condition order at its trigger only", (_, words) => {
  const tiers = [{ valueMax: 20_000n * 10n ** 8n, leverageMax: 100, maintenanceRate: 500_000 }];
  const balances = { ann: { USDT: "300" }, bob: RICH, cat: RICH };
  const desk = new FuturesDesk(balances, { contract: { tiers } });
  desk.markAt("20000");
  desk.trade("bob", "open sell 1 @ 20000");
  desk.trade("ann", "open buy 1 @ 20000 isolated");
  desk.trade("bob", "open sell 1 @ 20001");
  const before = desk.account("ann");

  const id = desk.trade("ann", words);
  expect(desk.fate(id)).toMatch(/^waiting 0/);
  expect(desk.account("ann")).toBe(before);
  desk.trade("cat", "open buy 1 @ 20001");

  expect(desk.fate(id)).toMatch(/^rejected 0/);
  expect(desk.account("ann")).toBe(before);
});

test.each([
  ["FUT-CHECK-10", "open buy 4 @ 20000 when up 20001", "quantity_below_min"],
  ["FUT-CHECK-11", "open buy 5 @ 1000 when up 20001", "value_below_min"],
  ["FUT-CHECK-13", "open buy 5 @ 20000 when up 20001 as a,b", "client_id_malformed"],
  ["FUT-CHECK-7", "open buy 5 @ 20000 when up 20001.11", "trigger_price_too_precise"],
  ["FUT-CHECK-6", "open buy 5 @ 20000 when stop_gain 20001", "trigger_opens"],
])("%s is checked for a condition order when it comes", (_, words, reason) => {
  const contract = { volumeMin: 5, moneyMin: 10n ** 10n / 2n };
  const desk = new FuturesDesk({ ann: RICH }, { contract });
  expect(desk.refusedTrade("ann", words)).toBe(reason);
});

test("FUT-COND-4 limits and counts are not checked again at the trigger", () => {
  const desk = traded();
  const id = desk.trade("ann", "open buy 2 @ 19000 when up 20001 as mine");
  desk.changeContract({ volumeMin: 3, ordersMax: 1 });

  desk.trade("cat", "open buy 6 @ 20001");

  expect(desk.fate(id)).toBe("new 0/2");
});

test("FUT-COND-2 FUT-COND-4 a condition that is true already triggers at once, under the same id", () => {
  const desk = traded();
  desk.trade("cat", "open buy 1 @ 20000");

  const id = desk.trade("ann", "open buy for 100 when down 20000");

  expect(desk.fate(id)).toBe("filled 4/0");
  expect(desk.deals()).toEqual(["4 @ 20000"]);
});
