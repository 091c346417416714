/** A number never crosses units: what is typed is turned over with the exact price, or taken away. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatSteps } from "../../../../src/core/preview/exact-decimals.ts";
import { compareDecimals } from "../../text/exact.ts";
import { priceInSight, type SizeTerms, type SizeUnit, turnSize } from "./size-units.ts";
import { resized, type SizedDraft, type Sizing, sizedFields } from "./sizing.ts";

const PAIR: SizeTerms = { decimals: { base: 5, quote: 7 } };
const LINEAR: SizeTerms = {
  contract: { multiplier: "0.001", of: "base" },
  decimals: { base: 3, quote: 5 },
};
const INVERSE: SizeTerms = {
  contract: { multiplier: "100", of: "quote" },
  decimals: { base: 8, quote: 0 },
};

test.each<[string, SizeTerms, string, SizeUnit, SizeUnit, string | undefined]>([
  ["what is spent, as coins", PAIR, "1000", "quote", "base", "0.0202"],
  ["coins, as what they cost", PAIR, "0.5", "base", "quote", "24750.25"],
  ["coins of a linear contract, down to whole ones", LINEAR, "0.0209", "base", "contracts", "20"],
  ["linear contracts, as their value", LINEAR, "20", "contracts", "quote", "990.01"],
  ["a value, as linear contracts", LINEAR, "1000", "quote", "contracts", "20"],
  ["inverse contracts, as dollars", INVERSE, "5", "contracts", "quote", "500"],
  ["inverse contracts, as their value in the coin", INVERSE, "5", "contracts", "base", "0.0101009"],
  ["coins, as inverse contracts", INVERSE, "0.0101009", "base", "contracts", "4"],
  ["too little for one contract", LINEAR, "1", "quote", "contracts", "0"],
  ["no number", PAIR, "much", "quote", "base", undefined],
])("%s", (_, terms, size, from, to, turned) => {
  expect(turnSize(size, { from, to, price: "49500.5" }, terms)).toBe(turned);
});

test("without a price nothing is turned that needs one, and what needs none is", () => {
  expect(turnSize("1", { from: "base", to: "quote", price: undefined }, PAIR)).toBeUndefined();
  expect(turnSize("1", { from: "base", to: "quote", price: "0" }, PAIR)).toBeUndefined();
  expect(turnSize("7", { from: "contracts", to: "base", price: undefined }, LINEAR)).toBe("0.007");
});

test("coins that are turned into money and back are what they were", () => {
  const whole = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(whole, whole, (steps, cents) => {
      const [size, price] = [formatSteps(steps, 5), formatSteps(cents, 2)];
      const spent = turnSize(size, { from: "base", to: "quote", price }, PAIR) ?? "";
      expect(turnSize(spent, { from: "quote", to: "base", price }, PAIR)).toBe(size);
    }),
    { seed: 44, numRuns: 300 },
  );
});

test("never more is sent than was typed", () => {
  const cents = fc.integer({ min: 1, max: 100_000_000 });
  fc.assert(
    fc.property(cents, cents, (value, price) => {
      const [typed, at] = [formatSteps(value, 2), formatSteps(price, 2)];
      const coins = turnSize(typed, { from: "quote", to: "base", price: at }, PAIR) ?? "";
      const worth = turnSize(coins, { from: "base", to: "quote", price: at }, PAIR) ?? "";
      expect(compareDecimals(worth, typed)).toBeLessThanOrEqual(0);
    }),
    { seed: 45, numRuns: 300 },
  );
});

interface Draft extends SizedDraft {
  readonly kind: "limit" | "market";
}
const SIZING: Sizing<Draft> = {
  terms: PAIR,
  units: ["base", "quote"],
  sentIn: ({ kind }) => (kind === "market" ? "quote" : "base"),
  priceFor: () => "50000",
};

test("a size that was typed as money is coins when the order is, and an empty one stays empty", () => {
  const spend: Draft = { kind: "market", quantity: "1000" };
  expect(resized(spend, { ...spend, kind: "limit" }, SIZING).quantity).toBe("0.02");
  const empty: Draft = { kind: "market", quantity: "" };
  expect(resized(empty, { ...empty, kind: "limit" }, SIZING).quantity).toBe("");
});

test("a size whose unit was chosen keeps it, and is sent in the other", () => {
  const chosen: Draft = { kind: "market", quantity: "1000", sizeIn: "quote" };
  const limit = resized(chosen, { ...chosen, kind: "limit" }, SIZING);
  expect(limit.quantity).toBe("1000");
  const typed = {
    values: new Map([["quantity", "1000"]] as const),
    complaints: [],
    isComplete: true,
  };
  expect(sizedFields(typed, limit, SIZING).values.get("quantity")).toBe("0.02");
});

test("without a price in sight a size is taken away when its unit goes, and nothing is sent of one that was chosen", () => {
  const blind = { ...SIZING, priceFor: () => undefined };
  const spend: Draft = { kind: "market", quantity: "1000" };
  expect(resized(spend, { ...spend, kind: "limit" }, blind).quantity).toBe("");
  const typed = {
    values: new Map([["quantity", "1000"]] as const),
    complaints: [],
    isComplete: true,
  };
  const read = sizedFields(typed, { kind: "limit", quantity: "1000", sizeIn: "quote" }, blind);
  expect(read.isComplete).toBe(false);
  expect(read.values.has("quantity")).toBe(false);
  expect(read.complaints).toMatchObject([{ field: "quantity", isWarning: false }]);
});

test("an order is counted at its limit, at what it waits for, at what it would meet, at the last price", () => {
  const entry = (price: string) => ({ price, quantity: "1" });
  const book = { bids: [entry("99")], asks: [entry("101")] };
  const order = { side: "buy", kind: "limit", price: "90", triggerPrice: "" } as const;
  const seen = { book, last: "100" };
  expect(priceInSight(order, seen)).toBe("90");
  expect(priceInSight({ ...order, price: "" }, seen)).toBe("101");
  expect(priceInSight({ ...order, kind: "market" }, seen)).toBe("101");
  expect(priceInSight({ ...order, kind: "market", side: "sell" }, seen)).toBe("99");
  expect(priceInSight({ ...order, kind: "market", triggerPrice: "120" }, seen)).toBe("120");
  const bare = { book: { bids: [], asks: [] }, last: "100" };
  expect(priceInSight({ ...order, kind: "market" }, bare)).toBe("100");
  expect(priceInSight({ ...order, kind: "market" }, { ...bare, last: "0" })).toBeUndefined();
});
