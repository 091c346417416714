/**
 * The checks of a futures order. Each order of the first table is wrong in two ways, of which
 * the earlier one is told; then what each check allows, at its very bound.
 */
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../../test/support/futures-desk.ts";
import type { PlaceFuturesOrder } from "../futures-commands.ts";
import { placeFuturesOrder } from "./place-futures-order.ts";

const coins = (whole: number) => BigInt(whole) * 100_000_000n;

const RULES = {
  volumeMin: 5,
  limitVolumeMax: 1000,
  marketVolumeMax: 500,
  moneyMin: coins(50),
  limitMoneyMax: coins(20_000),
  marketMoneyMax: coins(18_000),
  ordersMax: 3,
  tiers: [
    { valueMax: coins(10_000), leverageMax: 100, maintenanceRate: 500_000 },
    { valueMax: coins(15_000), leverageMax: 20, maintenanceRate: 1_000_000 },
  ],
};

/** One contract is worth 20 at the mark of 20000. Ann has 400, so 400 contracts at 20x. */
function checkDesk(): FuturesDesk {
  const desk = new FuturesDesk(
    { ann: { USDT: "400" }, bob: { USDT: "1000" } },
    { contract: RULES },
  );
  desk.markAt("20000");
  return desk;
}

type Changes = Partial<PlaceFuturesOrder>;

function asking(desk: FuturesDesk, changes: Changes): PlaceFuturesOrder {
  return { ...desk.trading("ann", "open buy 10 @ 20000"), ...changes };
}

function refusal(changes: Changes, prepare: (desk: FuturesDesk) => void = () => {}): string {
  const desk = checkDesk();
  prepare(desk);
  return desk.refusalOf(asking(desk, changes));
}

/** The reason of a refusal, or "accepted". */
function answer(changes: Changes): string {
  const desk = checkDesk();
  const outcome = desk.send(asking(desk, changes));
  return outcome.ok ? "accepted" : outcome.reason;
}

const MARKET = { kind: "market", price: "" } as const;
const halt = (desk: FuturesDesk) => desk.must({ type: "HaltContract", contract: 1, request: 0 });
const freeze = (desk: FuturesDesk) => desk.freeze("ann");
const rest = (desk: FuturesDesk) => desk.trade("ann", "open buy 5 @ 19000 as mine");
const fill = (desk: FuturesDesk) => {
  for (const price of [19_000, 19_001, 19_002]) desk.trade("ann", `open buy 5 @ ${price}`);
};

test.each<[string, Changes, ((desk: FuturesDesk) => void) | undefined, string]>([
  [
    "FUT-CHECK-1 comes before FUT-CHECK-2",
    { quantity: "0", contract: 9 },
    undefined,
    "quantity_not_positive",
  ],
  ["FUT-CHECK-2 comes before FUT-CHECK-3", { contract: 9 }, freeze, "contract_not_found"],
  [
    "FUT-CHECK-3 checks the contract before the user",
    {},
    (desk) => {
      halt(desk);
      freeze(desk);
    },
    "contract_halted",
  ],
  [
    "FUT-CHECK-3 comes before FUT-CHECK-6",
    { ...MARKET, timeInForce: "fok" },
    freeze,
    "user_frozen",
  ],
  [
    "FUT-CHECK-6 comes before FUT-CHECK-7",
    { ...MARKET, timeInForce: "fok", quantity: "100.000000001" },
    undefined,
    "time_in_force_with_market",
  ],
  [
    "FUT-CHECK-6 comes before FUT-CHECK-7, a stop",
    { trigger: "stop_loss", triggerPrice: "20000.05" },
    undefined,
    "trigger_opens",
  ],
  [
    "FUT-CHECK-7 comes before FUT-CHECK-9",
    { price: "20000.05", mode: "cross" },
    rest,
    "price_too_precise",
  ],
  [
    "FUT-CHECK-9 comes before FUT-CHECK-10",
    { mode: "cross", quantity: "4" },
    rest,
    "margin_mode_differs",
  ],
  [
    "FUT-CHECK-10 comes before FUT-CHECK-11",
    { quantity: "4", price: "19000" },
    undefined,
    "quantity_below_min",
  ],
  [
    "FUT-CHECK-10 comes before FUT-CHECK-11, the most",
    { quantity: "1001", price: "21000" },
    undefined,
    "quantity_above_max",
  ],
  [
    "FUT-CHECK-11 comes before FUT-CHECK-12",
    { quantity: "950", price: "22100" },
    undefined,
    "value_above_max",
  ],
  [
    "FUT-CHECK-11 comes before FUT-CHECK-13",
    { quantity: "5", price: "100", clientId: "a b" },
    undefined,
    "value_below_min",
  ],
  [
    "FUT-CHECK-12 comes before FUT-CHECK-13",
    { price: "22000.1", clientId: "a b" },
    undefined,
    "price_out_of_band",
  ],
  ["FUT-CHECK-13 comes before FUT-CHECK-14", { clientId: "a b" }, fill, "client_id_malformed"],
  [
    "FUT-CHECK-13 comes before FUT-CHECK-14, in use",
    { clientId: "mine" },
    (desk) => {
      rest(desk);
      fill(withMoreOrders(desk));
    },
    "client_id_used",
  ],
  ["FUT-CHECK-14 comes before FUT-CHECK-15", { action: "close" }, fill, "too_many_open_orders"],
  [
    "FUT-CHECK-14 comes before FUT-CHECK-16",
    { quantity: "760", price: "20000" },
    fill,
    "too_many_open_orders",
  ],
  [
    "FUT-CHECK-15 comes before FUT-CHECK-17",
    { ...MARKET, action: "close" },
    undefined,
    "close_above_position",
  ],
  [
    "FUT-CHECK-16 comes before FUT-CHECK-17",
    { ...MARKET, quantity: "15000.00000001" },
    undefined,
    "position_limit",
  ],
  ["FUT-CHECK-16 comes before FUT-CHECK-18", { quantity: "751" }, undefined, "position_limit"],
  [
    "FUT-CHECK-17 comes before FUT-CHECK-18",
    { ...MARKET, quantity: "14000" },
    undefined,
    "no_opposite_orders",
  ],
  ["FUT-CHECK-18 comes last", { quantity: "401" }, undefined, "insufficient_balance"],
])("%s: the first no wins", (_, changes, prepare, reason) => {
  expect(refusal(changes, prepare)).toBe(reason);
});

/** A limit of orders above what the test places. */
function withMoreOrders(desk: FuturesDesk): FuturesDesk {
  desk.changeContract({ ...RULES, ordersMax: 4 });
  return desk;
}

test.each<[string, Changes, string]>([
  ["a price", { price: "" }, "price_missing"],
  ["a price above zero", { price: "0" }, "price_not_positive"],
  ["a price not below zero", { price: "-1" }, "price_not_positive"],
  ["a volume not below zero", { quantity: "-5" }, "quantity_not_positive"],
  ["a value above zero", { ...MARKET, quantity: "0" }, "quantity_not_positive"],
  ["a trigger price", { trigger: "up", triggerPrice: "" }, "trigger_price_not_positive"],
  ["a trigger above zero", { trigger: "up", triggerPrice: "0.0" }, "trigger_price_not_positive"],
])("FUT-CHECK-1 an order needs %s", (_, changes, reason) => {
  expect(refusal({ ...changes, contract: 9 })).toBe(reason);
});

test("FUT-CHECK-1 a price sent with a market order is ignored", () => {
  const desk = checkDesk();
  desk.trade("bob", "open sell 10 @ 20000");

  desk.must(asking(desk, { kind: "market", price: "0.123456789", quantity: "100" }));

  expect(desk.deals()).toEqual(["5 @ 20000"]);
});

test("FUT-CHECK-2 FUT-CHECK-3 a delisted contract is not known, one that is being delisted does not trade", () => {
  const desk = checkDesk();
  const listed = desk.addContract({ name: "E-BTC-USD", kind: "inverse" }).id;
  desk.must({ type: "DelistContract", contract: listed, request: 0 });

  expect(desk.refusalOf(asking(desk, { contract: listed }))).toBe("contract_not_found");
  expect(desk.refusalOf(asking(desk, { contract: 0 }))).toBe("contract_not_found");
});

test.each<[string, Changes, string]>([
  ["a price between ticks", { price: "20000.01" }, "price_too_precise"],
  [
    "a price with needless zeros is fine, one step more is not",
    { price: "19999.950" },
    "price_too_precise",
  ],
  ["a volume that is not whole", { quantity: "10.5" }, "quantity_too_precise"],
  ["a value finer than the coin", { ...MARKET, quantity: "60.000000001" }, "quantity_too_precise"],
  [
    "a volume to close that is not whole",
    { ...MARKET, action: "close", quantity: "0.5" },
    "quantity_too_precise",
  ],
  [
    "a trigger between ticks",
    { trigger: "up", triggerPrice: "20000.01" },
    "trigger_price_too_precise",
  ],
])("FUT-CHECK-7 no %s", (_, changes, reason) => {
  expect(refusal(changes)).toBe(reason);
});

test("FUT-CHECK-7 numbers that no book can hold are refused, not cut", () => {
  const beyond = "9007199254740992";
  expect(refusal({ quantity: beyond })).toBe("quantity_above_max");
  expect(refusal({ price: beyond })).toBe("value_above_max");
  expect(refusal({ trigger: "up", triggerPrice: beyond })).toBe("price_out_of_band");
});

/** The engine never leaves a position frozen, so the flag is set by hand and the desk checks nothing. */
test("FUT-CHECK-8 FUT-CHECK-9 nothing is placed on a position that is frozen, whatever else is wrong", () => {
  const desk = checkDesk();
  desk.trade("bob", "open sell 10 @ 20000");
  desk.trade("ann", "open buy 10 @ 20000");
  const position = desk.position("ann", "buy");
  if (position) position.isFrozen = true;
  const told = (changes: Changes) => {
    const context = { timeMs: desk.timeMs, events: [] };
    const outcome = placeFuturesOrder(desk.state, asking(desk, changes), context);
    return outcome.ok ? "accepted" : outcome.reason;
  };

  expect(told({ mode: "cross" })).toBe("position_frozen");
  expect(told({ quantity: "4" })).toBe("position_frozen");
  expect(told({ action: "close", side: "sell" })).toBe("position_frozen");
  expect(told({ price: "20000.05" })).toBe("price_too_precise");
  expect(told({ side: "sell", mode: "cross" })).toBe("margin_mode_differs");
});

test("FUT-CHECK-10 FUT-CHECK-11 limits of volume and value, each included", () => {
  expect(answer({ quantity: "5", price: "19000" })).toBe("accepted");
  expect(answer({ quantity: "1000", price: "1000" })).toBe("accepted");
  expect(answer({ quantity: "5", price: "10000" })).toBe("accepted");
  expect(answer({ quantity: "5", price: "9999.9" })).toBe("value_below_min");
  expect(answer({ quantity: "1000", price: "20000" })).toBe("position_limit");
  expect(answer({ quantity: "1000", price: "20000.1" })).toBe("value_above_max");
  expect(answer({ ...MARKET, quantity: "49.99999999" })).toBe("value_below_min");
  expect(answer({ ...MARKET, quantity: "50" })).toBe("no_opposite_orders");
  expect(answer({ ...MARKET, quantity: "18000.00000001" })).toBe("value_above_max");
});

test("FUT-CHECK-10 FUT-CHECK-11 a market close has limits of volume and none of value", () => {
  const close = { ...MARKET, action: "close", side: "sell" } as const;
  expect(refusal({ ...close, quantity: "4" })).toBe("quantity_below_min");
  expect(refusal({ ...close, quantity: "501" })).toBe("quantity_above_max");
  expect(refusal({ ...close, quantity: "500" })).toBe("close_above_position");
});

test("FUT-CLOSE-3 a close of all that is closable is free of the least volume and value", () => {
  const desk = checkDesk();
  desk.trade("bob", "open sell 8 @ 20000");
  desk.trade("ann", "open buy 8 @ 20000");
  desk.trade("ann", "close sell 5 @ 21000");

  expect(desk.refusedTrade("ann", "close sell 2 @ 21000")).toBe("quantity_below_min");
  expect(desk.refusedTrade("ann", "close sell 4 @ 21000")).toBe("quantity_below_min");
  desk.trade("ann", "close sell 3 @ 21000");
  expect(desk.position("ann", "buy")).toMatchObject({ volume: 8, pending: 8 });
});

test.each([
  ["open buy 10 @ 22000", "accepted"],
  ["open buy 10 @ 22000.1", "price_out_of_band"],
  ["open sell 10 @ 18000", "accepted"],
  ["open sell 10 @ 17999.9", "price_out_of_band"],
  ["open sell 10 @ 90000", "accepted"],
  ["open buy 10 @ 6000", "accepted"],
])("FUT-CHECK-12 only the dear side of the mark is bounded: %s is %s", (words, told) => {
  const desk = checkDesk();
  desk.lever("ann", 5);
  expect(desk.told("ann", words)).toBe(told);
});

test("FUT-CHECK-12 without a mark there is no band", () => {
  const desk = new FuturesDesk({ ann: { USDT: "400" } });
  expect(desk.told("ann", "open buy 1 @ 900000")).toBe("accepted");
});

test("FUT-CHECK-16 position at the mark, resting orders at their prices and this one count", () => {
  const desk = checkDesk();
  desk.fund("ann", "10000 USDT");
  desk.fund("bob", "10000 USDT");
  desk.trade("bob", "open sell 300 @ 20000");
  desk.trade("ann", "open buy 300 @ 20000");
  desk.trade("ann", "open buy 200 @ 19000");

  // 6000 held, 3800 resting: 5200 are left of 15000 at 20x.
  expect(desk.refusedTrade("ann", "open buy 260.1 @ 20000")).toBe("quantity_too_precise");
  expect(desk.refusedTrade("ann", "open buy 261 @ 20000")).toBe("position_limit");
  desk.trade("ann", "open buy 260 @ 20000");
  desk.trade("ann", "open sell 5 @ 20100");
  desk.must({ type: "CancelAllFutures", ...desk.hand("ann"), contract: 1 });

  desk.lever("ann", 21);
  expect(desk.refusedTrade("ann", "open buy 201 @ 20000")).toBe("position_limit");
  desk.trade("ann", "open buy 200 @ 20000");
});
