/** Assets and pairs: what may be listed, with which settings. */

import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { freeOf } from "../ledger/ledger.ts";
import { type AddPair, PAIR_DEFAULTS } from "./catalogue.ts";

function listing(changes: Partial<AddPair> = {}): AddPair {
  return {
    type: "AddPair",
    ...PAIR_DEFAULTS,
    name: "NEWPAIR",
    base: 1,
    quote: 2,
    pricePrecision: 2,
    quantityPrecision: 6,
    request: 0,
    ...changes,
  };
}

test("SPOT-SYM-1 a symbol without other settings has the defaults of the rules", () => {
  const desk = new Desk();

  desk.must(listing());

  expect(desk.pair("NEWPAIR")).toMatchObject({
    status: "trading",
    lotsMin: 1,
    lotsMax: 2 ** 53 - 1,
    notionalMin: 0n,
    marketNotionalMax: 0n,
    makerRate: 0.001 * 1e8,
    takerRate: 0.001 * 1e8,
    limitUp: 5 * 1e8,
    limitDown: 0.2 * 1e8,
    rangeUp: 2 * 1e8,
    rangeDown: 0.5 * 1e8,
    openOrdersMax: 1_000,
    selfTrade: "expire_taker",
  });
});

test("SPOT-SYM-1 a symbol is listed as asked, and an event says so", () => {
  const desk = new Desk();
  const { type: _, request: __, ...rules } = listing({ lotsMin: 5, takerRate: 7 });

  expect(desk.must(listing({ lotsMin: 5, takerRate: 7 }))).toEqual({ pair: 2 });

  const told = { id: 2, name: rules.name, status: "trading" };
  expect(desk.events).toEqual([{ type: "PairChanged", ...told }]);
  expect(desk.state.catalogue.pairs[1]).toMatchObject({ ...told, ...rules });
});

test.each<[string, Partial<AddPair>, string]>([
  ["its own name", { name: "BTCUSDT" }, "pair_exists"],
  ["a name of capitals and digits", { name: "btcusdt" }, "name_malformed"],
  ["a base that exists", { base: 9 }, "asset_not_found"],
  ["a quote that exists", { quote: 0 }, "asset_not_found"],
  ["two assets", { quote: 1 }, "asset_not_found"],
  ["a smallest quantity of a step or more", { lotsMin: 0 }, "rules_contradict"],
  ["a largest quantity not below the smallest", { lotsMin: 6, lotsMax: 5 }, "rules_contradict"],
  ["a band with its bounds in order", { limitDown: 6, limitUp: 5 }, "rules_contradict"],
  ["a range with its bounds in order", { rangeDown: 6, rangeUp: 5 }, "rules_contradict"],
  ["room for an order", { openOrdersMax: 0 }, "rules_contradict"],
  ["no negative least value", { notionalMin: -1n }, "rules_contradict"],
  ["no negative greatest value", { marketNotionalMax: -1n }, "rules_contradict"],
])("SPOT-SYM-1 a symbol has %s", (_, changes, reason) => {
  expect(new Desk().refusalOf(listing(changes))).toBe(reason);
});

test.each<[number, number]>([
  [100_000_000, 0],
  [-100_000_000, 0],
  [0, 100_000_000],
  [0, -1],
])(
  "NUM-RATE-1 maker rate %d and taker rate %d (in 10^-8) are out of range",
  (makerRate, takerRate) => {
    const desk = new Desk();
    const fees = { type: "SetFees", pair: 1, makerRate, takerRate, request: 0 } as const;

    expect(desk.refusalOf(listing({ makerRate, takerRate }))).toBe("rate_out_of_range");
    expect(desk.refusalOf(fees)).toBe("rate_out_of_range");
  },
);

test("NUM-RATE-1 a rate is a whole number of 10^-8, so it has at most 8 decimals", () => {
  const desk = new Desk();

  expect(() => desk.send(listing({ takerRate: 0.5 }))).toThrow("whole");
});

test.each([
  [2, 6, true],
  [2, 7, false],
  [8, 0, true],
  [9, 0, false],
])("NUM-SCALE-2 %d price and %d quantity decimals on a quote of scale 8: %s", (...row) => {
  const [pricePrecision, quantityPrecision, isListed] = row;
  const command = listing({ pricePrecision, quantityPrecision });

  const outcome = new Desk().send(command);

  expect(outcome).toMatchObject(isListed ? { ok: true } : { reason: "precision_too_fine" });
});

test("NUM-SCALE-2 quantity decimals fit the scale of the base asset", () => {
  const desk = new Desk({}, { scales: { BTC: 4 } });

  expect(desk.refusalOf(listing({ quantityPrecision: 5, pricePrecision: 0 }))).toBe(
    "precision_too_fine",
  );
  expect(desk.send(listing({ quantityPrecision: 4 }))).toMatchObject({ ok: true });
});

test("NUM-SCALE-1 an asset keeps its balances in whole units of 10^-scale", () => {
  const desk = new Desk(
    { bob: { YEN: "7", WEI: "0.000000000000000001" } },
    {
      scales: { YEN: 0, WEI: 18 },
    },
  );

  expect(desk.balances("bob")).toMatchObject({ YEN: "7/0", WEI: "0.000000000000000001/0" });
  expect(freeOf(desk.state.ledger, "spot", 1, desk.asset("YEN"))).toBe(7n);
  expect(freeOf(desk.state.ledger, "spot", 1, desk.asset("WEI"))).toBe(1n);
});

test.each([
  ["BTC", 8, "asset_exists"],
  ["btc", 8, "name_malformed"],
  ["", 8, "name_malformed"],
  ["NEW", 19, "scale_out_of_range"],
])("NUM-SCALE-1 asset '%s' of scale %d is refused: %s", (name, scale, reason) => {
  expect(new Desk().refusalOf({ type: "AddAsset", name, scale, request: 0 })).toBe(reason);
});

test("SPOT-HALT-1 an unknown pair cannot be halted, resumed, priced or delisted", () => {
  const desk = new Desk();
  const on = { pair: 9, request: 0 };

  expect([
    desk.refusalOf({ type: "HaltPair", ...on }),
    desk.refusalOf({ type: "ResumePair", ...on }),
    desk.refusalOf({ type: "SetFees", ...on, makerRate: 0, takerRate: 0 }),
    desk.refusalOf({ type: "DelistPair", ...on }),
  ]).toEqual(Array(4).fill("pair_not_found"));
});
