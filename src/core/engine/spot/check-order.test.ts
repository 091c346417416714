/** When an order is refused, and which reason comes first when there are several. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { isClientId } from "../orders/client-id-form.ts";
import type { PlaceOrder, PlaceReject } from "./spot.ts";

/** A pair with every limit set, and a last price of 100. */
const RULES = {
  quantityPrecision: 2,
  lotsMin: 10,
  lotsMax: 10_000,
  notionalMin: 5n * 10n ** 8n,
  marketNotionalMax: 1_000n * 10n ** 8n,
  openOrdersMax: 2,
};

function marketDesk(): Desk {
  const balances = { alice: { BTC: "50" }, bob: { USDT: "5000", BTC: "3" }, eve: { USDT: "1" } };
  const desk = new Desk(balances, { rules: RULES });
  desk.place("alice", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");
  desk.place("alice", "sell 20 @ 110");
  desk.place("bob", "buy 1 @ 90 as taken");
  return desk;
}

test.each<[string, string, PlaceReject | "accepted"]>([
  ["SPOT-CHECK-6 a price of zero", "buy 1 @ 0", "price_not_positive"],
  ["SPOT-CHECK-6 a price below zero", "buy 1 @ -5", "price_not_positive"],
  ["SPOT-CHECK-6 a quantity of zero", "buy 0.00 @ 100", "quantity_not_positive"],
  ["SPOT-CHECK-6 a quantity below zero", "sell -1", "quantity_not_positive"],
  ["SPOT-CHECK-6 an amount of zero", "buy for 0", "quantity_not_positive"],
  ["SPOT-CHECK-7 a price of 3 decimals", "buy 1 @ 100.001", "price_too_precise"],
  ["SPOT-CHECK-7 a quantity of 3 decimals", "buy 1.001 @ 100", "quantity_too_precise"],
  ["SPOT-CHECK-7 a market sell of 3 decimals", "sell 1.001", "quantity_too_precise"],
  ["SPOT-CHECK-7 an amount of 5 decimals", "buy for 10.00001", "quantity_too_precise"],
  ["SPOT-CHECK-7 an amount of 4 decimals", "buy for 10.0001", "accepted"],
  ["SPOT-CHECK-7 zeros behind the last decimal", "buy 1.000000 @ 100.000000", "accepted"],
  ["SPOT-CHECK-8 less than minQty", "buy 0.09 @ 100", "quantity_below_min"],
  ["SPOT-CHECK-8 just minQty", "buy 0.1 @ 100", "accepted"],
  ["SPOT-CHECK-8 a limit worth less than minNotional", "buy 0.1 @ 49.99", "notional_below_min"],
  ["SPOT-CHECK-8 a limit worth just minNotional", "buy 0.1 @ 50", "accepted"],
  ["SPOT-CHECK-8 a market buy for less", "buy for 4.9999", "notional_below_min"],
  ["SPOT-CHECK-8 a market buy for just minNotional", "buy for 5", "accepted"],
  ["SPOT-CHECK-9 more than maxQty", "buy 100.01 @ 100", "quantity_above_max"],
  ["SPOT-CHECK-9 just maxQty", "buy 100 @ 20", "accepted"],
  ["SPOT-CHECK-9 more than 2^53 lots", "buy 90071992547409.92 @ 100", "quantity_above_max"],
  ["SPOT-CHECK-9 a market sell of more", "sell 100.01", "quantity_above_max"],
  ["SPOT-CHECK-9 a market buy for more", "buy for 1000.0001", "notional_above_max"],
  ["SPOT-CHECK-9 a market buy for just the most", "buy for 1000", "accepted"],
  ["SPOT-CHECK-10 SPOT-BAND-2 a price above the band", "buy 1 @ 500.01", "price_out_of_band"],
  ["SPOT-CHECK-10 SPOT-BAND-2 its upper bound", "buy 1 @ 500", "accepted"],
  ["SPOT-CHECK-10 SPOT-BAND-2 a price below the band", "buy 1 @ 19.99", "price_out_of_band"],
  ["SPOT-CHECK-10 SPOT-BAND-2 its lower bound", "buy 1 @ 20", "accepted"],
  ["SPOT-CHECK-10 more than 2^53 ticks", "buy 1 @ 90071992547409.92", "price_out_of_band"],
  ["SPOT-CHECK-11 a client id of wrong letters", "buy 1 @ 99 as a,b", "client_id_malformed"],
  ["SPOT-CHECK-11 SPOT-CLIENT-2 a client id in use", "buy 1 @ 99 as taken", "client_id_used"],
  ["SPOT-CHECK-14 a buy beyond the balance", "buy 60 @ 100", "insufficient_balance"],
  ["SPOT-CHECK-14 a sell beyond the balance", "sell 4.01 @ 120", "insufficient_balance"],
  ["SPOT-CHECK-14 a sell of just the balance", "sell 4 @ 120", "accepted"],
])("%s: %s is %s", (_, words, reason) => {
  expect(marketDesk().order("bob", words)).toMatchObject(
    reason === "accepted" ? { ok: true } : { ok: false, reason },
  );
});

test("SPOT-CHECK-2 there is no such symbol, or no longer", () => {
  const desk = marketDesk();
  const order = desk.placing("bob", "buy 1 @ 99");
  desk.delist();

  expect(desk.refusalOf({ ...order, pair: 99 })).toBe("pair_not_found");
  expect(desk.refusalOf({ ...order, pair: 0 })).toBe("pair_not_found");
  expect(desk.refusalOf(order)).toBe("pair_not_found");
});

test("SPOT-CHECK-5 SPOT-HALT-1 USER-FREEZE-1 a halted symbol or a frozen user places nothing", () => {
  const desk = marketDesk();

  desk.halt();
  expect(desk.refusal("bob", "buy 1 @ 99")).toBe("pair_halted");
  desk.resume();
  desk.freeze("bob");
  expect(desk.refusal("bob", "buy 1 @ 99")).toBe("user_frozen");
  desk.unfreeze("bob");
  expect(desk.order("bob", "buy 1 @ 99")).toMatchObject({ ok: true });
});

test("SPOT-CHECK-6 a LIMIT order has a price", () => {
  const desk = marketDesk();

  expect(desk.refusalOf({ ...desk.placing("bob", "buy 1 @ 99"), price: "" })).toBe("price_missing");
});

test("SPOT-CHECK-8 a market sell is valued at the last price, and not at all before there is one", () => {
  const desk = marketDesk();
  const fresh = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } }, { rules: RULES });
  fresh.place("bob", "buy 1 @ 10");
  const dear = { ...RULES, notionalMin: 11n * 10n ** 8n };
  const strict = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } }, { rules: dear });
  strict.place("alice", "sell 1 @ 100");
  strict.place("bob", "buy 2 @ 100");

  expect(desk.order("alice", "sell 0.1")).toMatchObject({ ok: true });
  expect(fresh.order("alice", "sell 0.1")).toMatchObject({ ok: true });
  expect(strict.refusal("alice", "sell 0.1")).toBe("notional_below_min");
  expect(strict.order("alice", "sell 0.11")).toMatchObject({ ok: true });
});

test("SPOT-CHECK-8 a least value beyond 2^53 comes before the bounds of quantity and price", () => {
  const rules = { pricePrecision: 0, quantityPrecision: 0, notionalMin: 10n ** 30n };
  const desk = new Desk({ bob: { USDT: "1" } }, { rules });

  expect(desk.refusal("bob", "buy 1 @ 9007199254740992")).toBe("notional_below_min");
  expect(desk.refusal("bob", "buy 9007199254740992 @ 1")).toBe("notional_below_min");
  expect(desk.refusal("bob", "sell 9007199254740992")).toBe("quantity_above_max");
});

test("SPOT-CHECK-10 SPOT-BAND-1 before the first trade there is no band, but still 2^53 ticks", () => {
  const desk = new Desk({ bob: { USDT: "5000" } });

  expect(desk.order("bob", "buy 0.0001 @ 99999")).toMatchObject({ ok: true });
  expect(desk.order("bob", "buy 1 @ 0.01")).toMatchObject({ ok: true });
  expect(desk.refusal("bob", "buy 1 @ 90071992547409.92")).toBe("price_out_of_band");
});

test("SPOT-CHECK-12 a user has at most maxOpenOrders open orders on the symbol, and what cannot rest is taken", () => {
  const desk = marketDesk();
  const second = desk.place("bob", "buy 1 @ 91");

  expect(desk.refusal("bob", "buy 1 @ 92")).toBe("too_many_open_orders");
  for (const words of ["buy for 100", "buy 1 @ 110 ioc", "buy 1 @ 110 fok"]) {
    expect(desk.order("bob", words), words).toMatchObject({ ok: true });
  }
  for (const words of ["buy 1 @ 92 post_only", "buy 1 @ 120 stop 115"]) {
    expect(desk.refusal("bob", words), words).toBe("too_many_open_orders");
  }
  expect(desk.order("alice", "sell 1 @ 120")).toMatchObject({ ok: true });
  desk.cancel("bob", second);
  expect(desk.order("bob", "buy 1 @ 92")).toMatchObject({ ok: true });
});

test("SPOT-CHECK-12 CORE-RULES-1 under older rules a MARKET order needs room as well", () => {
  const desk = new Desk({ bob: { USDT: "5000" } }, { rules: RULES, adopted: 5 });
  for (const price of [90, 91]) desk.place("bob", `buy 1 @ ${price}`);
  expect(desk.refusal("bob", "buy for 100")).toBe("too_many_open_orders");

  desk.must({ type: "AdoptRules", rules: 6, request: 0 });

  expect(desk.refusal("bob", "buy for 100")).toBe("no_opposite_orders");
});

test("SPOT-CHECK-12 orders on another symbol do not count", () => {
  const desk = marketDesk();
  desk.addPair({ name: "USDTBTC", openOrdersMax: 1 }, "USDT", "BTC");
  desk.place("bob", "buy 1 @ 91");

  expect(desk.order("bob", "sell 1 @ 0.5 on USDTBTC")).toMatchObject({ ok: true });
  expect(desk.refusal("bob", "sell 1 @ 0.6 on USDTBTC")).toBe("too_many_open_orders");
});

test("SPOT-CHECK-13 a MARKET order finds the other side of the book empty", () => {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } });
  desk.place("bob", "buy 1 @ 90");

  expect(desk.refusal("bob", "buy for 100")).toBe("no_opposite_orders");
  expect(desk.order("alice", "sell 1")).toMatchObject({ ok: true });
  expect(desk.refusal("alice", "sell 1")).toBe("no_opposite_orders");
});

test("SPOT-CHECK-14 the refusal says what there was and what was needed", () => {
  const desk = marketDesk();
  desk.place("bob", "buy 10 @ 91");

  expect(desk.order("eve", "buy 0.5 @ 99.5")).toEqual({
    ok: false,
    reason: "insufficient_balance",
    had: "1",
    needed: "49.75",
  });
});

test("SPOT-CHECK-15 a refused order gets no id, locks nothing and leaves no trace", () => {
  const desk = marketDesk();
  const last = desk.state.orders.orderIdLast;

  // `refusal` compares the whole state, byte for byte.
  expect(desk.refusal("eve", "buy 1 @ 99 as x")).toBe("insufficient_balance");
  expect(desk.refusal("eve", "sell 1")).toBe("insufficient_balance");

  expect(desk.place("bob", "buy 1 @ 99 as x")).toBe(last + 1);
});

test("SPOT-CHECK-15 a price sent with a MARKET order is ignored, whatever it is", () => {
  for (const price of ["-1", "0", "100.0001", "9".repeat(40)]) {
    const desk = marketDesk();

    const outcome = desk.send({ ...desk.placing("bob", "buy for 110"), price });

    expect(outcome).toMatchObject({ ok: true, answer: { status: "filled" } });
    expect(desk.trades()).toEqual(["1 @ 110"]);
  }
});

test("SPOT-CHECK-16 a test order runs every check but the one about money", () => {
  const desk = marketDesk();

  expect(desk.tryOut("eve", "buy 1 @ 99")).toMatchObject({ ok: true });
  expect(desk.tryOut("bob", "buy 1 @ 99 as taken")).toMatchObject({ reason: "client_id_used" });
  expect(desk.tryOut("bob", "buy 0.01 @ 99")).toMatchObject({ reason: "quantity_below_min" });
  desk.place("bob", "buy 1 @ 91");
  expect(desk.tryOut("bob", "buy 1 @ 99")).toMatchObject({ reason: "too_many_open_orders" });
});

test("SPOT-CHECK-16 a test order changes not a byte of the state", () => {
  const desk = marketDesk();
  const before = desk.state.digest.join();

  desk.tryOut("bob", "buy 1 @ 99 as fresh");
  desk.tryOut("bob", "buy for 100");

  expect(desk.state.digest.join()).toBe(before);
  expect(desk.place("bob", "buy 1 @ 99 as fresh")).toBe(5);
});

test.each([
  ["x", true],
  ["x".repeat(64), true],
  ["x".repeat(65), false],
  ["", false],
  ["AZaz09._:/-", true],
  ["123e4567-e89b-12d3-a456-426614174000", true],
  ["a b", false],
  ["a+b", false],
  ["ä", false],
  ["a\u0000", false],
  ["bourse:7", false],
  ["bourse:0", false],
  ["bourse:007", false],
  [`bourse:${"9".repeat(20)}`, false],
  ["bourse:7a", true],
  ["my-bourse:7", true],
  ["BOURSE:7", true],
])("SPOT-CLIENT-1 SPOT-CLIENT-6 '%s' is a client id: %s", (clientId, isOne) => {
  expect(isClientId(clientId)).toBe(isOne);
});

/**
 * Rulebook 2.2: an order that is wrong in two ways gets the earlier reason. One row for each two
 * neighbours of the list that one order can violate; `given` prepares the desk.
 */
interface Row {
  readonly first: PlaceReject | "key_not_allowed";
  readonly second: PlaceReject;
  readonly words: string;
  readonly changes?: Partial<PlaceOrder>;
  readonly given?: (desk: Desk) => unknown;
  readonly who?: string;
}

const full = (desk: Desk) => desk.place("bob", "buy 0.1 @ 80");
const halted = (desk: Desk) => desk.halt();
const frozen = (desk: Desk) => desk.freeze("bob");
const both = (desk: Desk) => [desk.halt(), desk.freeze("bob")];
const noAsks = (desk: Desk) => desk.cancel("alice", 3);

const ROWS: readonly Row[] = [
  {
    first: "key_not_allowed",
    second: "pair_not_found",
    words: "buy 1 @ 99",
    changes: { key: 99, pair: 99 },
  },
  {
    first: "pair_not_found",
    second: "user_frozen",
    words: "buy 1 @ 99",
    changes: { pair: 99 },
    given: frozen,
  },
  { first: "pair_halted", second: "user_frozen", words: "buy 1 @ 99", given: both },
  {
    first: "pair_halted",
    second: "price_missing",
    words: "buy 1 @ 99",
    changes: { price: "" },
    given: halted,
  },
  {
    first: "user_frozen",
    second: "price_missing",
    words: "buy 1 @ 99",
    changes: { price: "" },
    given: frozen,
  },
  { first: "user_frozen", second: "quantity_not_positive", words: "buy for 0", given: frozen },
  {
    first: "price_missing",
    second: "quantity_not_positive",
    words: "buy 0 @ 99",
    changes: { price: "" },
  },
  { first: "price_not_positive", second: "quantity_not_positive", words: "buy 0 @ 0" },
  {
    first: "price_missing",
    second: "quantity_too_precise",
    words: "buy 1.001 @ 9",
    changes: { price: "" },
  },
  { first: "price_not_positive", second: "quantity_too_precise", words: "buy 1.001 @ 0" },
  { first: "quantity_not_positive", second: "price_too_precise", words: "buy 0 @ 99.001" },
  { first: "price_too_precise", second: "quantity_too_precise", words: "buy 1.001 @ 99.001" },
  { first: "price_too_precise", second: "quantity_below_min", words: "buy 0.01 @ 99.001" },
  { first: "quantity_too_precise", second: "quantity_below_min", words: "buy 0.001 @ 99" },
  { first: "quantity_too_precise", second: "notional_below_min", words: "buy for 0.00001" },
  { first: "quantity_below_min", second: "notional_below_min", words: "buy 0.01 @ 20" },
  { first: "quantity_below_min", second: "price_out_of_band", words: "buy 0.01 @ 501" },
  { first: "notional_below_min", second: "price_out_of_band", words: "buy 0.1 @ 1" },
  { first: "notional_below_min", second: "quantity_above_max", words: "buy 101 @ 0.01" },
  { first: "quantity_above_max", second: "price_out_of_band", words: "buy 101 @ 501" },
  { first: "quantity_above_max", second: "client_id_malformed", words: "sell 101 as a,b" },
  { first: "notional_above_max", second: "client_id_malformed", words: "buy for 1001 as a,b" },
  { first: "price_out_of_band", second: "client_id_malformed", words: "buy 1 @ 501 as a,b" },
  { first: "price_out_of_band", second: "client_id_used", words: "buy 1 @ 501 as taken" },
  {
    first: "client_id_malformed",
    second: "too_many_open_orders",
    words: "buy 1 @ 99 as a,b",
    given: full,
  },
  {
    first: "client_id_used",
    second: "too_many_open_orders",
    words: "buy 1 @ 99 as taken",
    given: full,
  },
  {
    first: "too_many_open_orders",
    second: "insufficient_balance",
    words: "buy 60 @ 99",
    given: full,
  },
  {
    first: "client_id_used",
    second: "no_opposite_orders",
    words: "buy for 100 as taken",
    given: noAsks,
  },
  {
    first: "no_opposite_orders",
    second: "insufficient_balance",
    words: "buy for 100",
    given: noAsks,
    who: "eve",
  },
];

test.each(ROWS)(
  "SPOT-CHECK-2 to SPOT-CHECK-14: $first comes before $second ($words)",
  ({ first, words, changes = {}, given, who = "bob" }) => {
    const desk = marketDesk();
    given?.(desk);

    expect(desk.refusalOf({ ...desk.placing(who, words), ...changes })).toBe(first);
  },
);
