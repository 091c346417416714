/** Market orders that buy a quantity or sell for an amount: the worked example, what they lock, and what becomes of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";

const PLENTY = { BTC: "900", USDT: "900000" };
const people = { ann: { USDT: "400" }, bob: PLENTY, cid: PLENTY, dan: PLENTY };
const FREE_OF_FEES = { makerRate: 0, takerRate: 0, quantityPrecision: 4 };

/** A symbol whose last price is 100, and nothing rests there. */
function traded(rules = {}): Desk {
  const desk = new Desk(people, { rules: { ...FREE_OF_FEES, ...rules } });
  desk.place("cid", "sell 1 @ 100");
  desk.place("dan", "buy 1 @ 100");
  return desk;
}

test("SPOT-UNIT-2 the worked example: a quantity is locked at the end of the range, and paid as the asks are", () => {
  const desk = traded();
  desk.place("cid", "sell 1 @ 100");
  desk.place("cid", "sell 5 @ 101");

  const id = desk.place("ann", "buy just 2");

  expect(desk.balances("ann")).toEqual({ USDT: "199/0", BTC: "2/0" });
  expect(desk.endOf(id)).toMatchObject({ status: "filled", executed: 20_000, reason: undefined });
  expect(desk.refusal("ann", "buy just 1")).toBe("insufficient_balance");
});

test("SPOT-UNIT-3 the worked example: an amount is sold for as many whole steps as fit into it", () => {
  const desk = traded();
  desk.place("cid", "buy 1 @ 98");
  desk.place("dan", "buy 5 @ 97");

  const id = desk.place("bob", "sell for 150");

  expect(desk.endOf(id)).toMatchObject({ status: "filled", executed: 15_360 });
  expect(desk.balances("bob")).toEqual({ BTC: "898.464/0", USDT: "900149.992/0" });
});

test("SPOT-UNIT-2 SPOT-BAND-3 beyond the range nothing is bought, and the rest is free again", () => {
  const desk = traded();
  desk.place("cid", "sell 1 @ 200");
  desk.place("cid", "sell 1 @ 200.01");

  const id = desk.place("bob", "buy just 2");

  expect(desk.endOf(id)).toMatchObject({ status: "canceled", reason: "out_of_range" });
  expect(desk.balances("bob")).toEqual({ BTC: "901/0", USDT: "899800/0" });
});

test.each([
  ["SPOT-UNIT-2", "buy just 2", "empty_book"],
  ["SPOT-UNIT-3", "sell for 150", "empty_book"],
])("%s SPOT-MATCH-6 %s ends with the book, and the rest is free again", (_, words, reason) => {
  const desk = traded();
  desk.place("cid", words.startsWith("buy") ? "sell 1 @ 100" : "buy 1 @ 100");

  const id = desk.place("bob", words);

  expect(desk.endOf(id)).toMatchObject({ status: "canceled", executed: 10_000, reason });
  expect(Object.values(desk.balances("bob")).every((money) => money.endsWith("/0"))).toBe(true);
});

test("SPOT-MATCH-6 an amount that takes no step says so", () => {
  const desk = traded({ quantityPrecision: 0 });
  desk.place("cid", "buy 1 @ 100");

  const id = desk.place("bob", "sell for 99");

  expect(desk.endOf(id)).toMatchObject({ status: "canceled", reason: "below_one_step" });
});

test.each([
  ["SPOT-UNIT-1", "buy just 1 @ 100", "unit_with_limit"],
  ["SPOT-UNIT-1", "sell for 1 @ 100", "unit_with_limit"],
  ["SPOT-CHECK-6", "buy just 0", "quantity_not_positive"],
  ["SPOT-CHECK-6", "sell for 0", "quantity_not_positive"],
  ["SPOT-CHECK-7", "buy just 1.00001", "quantity_too_precise"],
  ["SPOT-CHECK-7", "sell for 1.0000001", "quantity_too_precise"],
  ["SPOT-CHECK-8", "buy just 0.09", "notional_below_min"],
  ["SPOT-CHECK-8", "sell for 9.99", "notional_below_min"],
  ["SPOT-CHECK-9", "buy just 51", "quantity_above_max"],
  ["SPOT-CHECK-9", "sell for 2500.01", "quantity_above_max"],
  ["SPOT-CHECK-9", "buy just 30.01", "notional_above_max"],
  ["SPOT-CHECK-9", "sell for 3000.01", "notional_above_max"],
  ["SPOT-CHECK-13", "buy just 1", "no_opposite_orders"],
])("%s %s is refused: %s", (_, words, reason) => {
  const rules = { notionalMin: 1_000_000_000n, marketNotionalMax: 300_000_000_000n };
  const desk = traded({ ...rules, lotsMax: 500_000 });

  expect(desk.refusal("bob", words)).toBe(reason);
});

test("SPOT-UNIT-4 without a last price there is no range; CORE-RULES-3 nor are there units before rules 7", () => {
  const desk = new Desk(people);
  desk.place("cid", "sell 1 @ 100");
  expect(desk.refusal("bob", "buy just 1")).toBe("no_range");
  expect(desk.refusal("bob", "sell for 100")).toBe("no_range");

  const old = new Desk(people, { adopted: 6 });
  expect(old.refusal("bob", "buy just 1")).toBe("rules_too_old");
});

test("SPOT-UNIT-2 SPOT-UNIT-3 SPOT-STOP-4 as stops they lock at the range of their trigger, and go on so from a snapshot", () => {
  const desk = traded();
  const buy = desk.place("bob", "buy just 1 stop 110");
  const sell = desk.place("dan", "sell for 90 stop 90");
  expect(desk.balances("bob")).toMatchObject({ USDT: "899780/220" });
  expect(desk.balances("dan")).toMatchObject({ BTC: "899/2" });
  expect(readSnapshot(writeSnapshot(desk.state)).orders.byId.get(sell)?.instructions).toMatchObject(
    {
      unit: "quote",
      isWaiting: true,
    },
  );

  desk.place("cid", "sell 2 @ 110");
  desk.place("dan", "buy 1 @ 110");
  expect(desk.endOf(buy)).toMatchObject({ status: "filled", executed: 10_000 });
  desk.place("cid", "buy 3 @ 90");
  desk.place("bob", "sell 1 @ 90");
  expect(desk.endOf(sell)).toMatchObject({ status: "filled", executed: 10_000 });
});

interface Level {
  readonly ticks: number;
  readonly lots: number;
}

/** A plain walk over what rests, best price first: prices in 0.01, quantities in 0.1, the last price is 100. */
function walked(side: "buy" | "sell", levels: readonly Level[], wanted: number) {
  const sign = side === "buy" ? 1 : -1;
  const isInRange = ({ ticks }: Level) => ticks >= 5_000 && ticks <= 20_000;
  let [lots, value] = [0, 0];
  for (const level of levels.toSorted((one, other) => sign * (one.ticks - other.ticks))) {
    // Of an amount in 0.001.
    const left = side === "buy" ? wanted - lots : Math.floor((wanted * 100 - value) / level.ticks);
    const taken = Math.min(left, level.lots);
    if (taken === 0 || !isInRange(level)) break;
    lots += taken;
    value += taken * level.ticks;
    // What an amount leaves of a bid is in front of all lower ones.
    if (taken < level.lots) break;
  }
  return { lots, value };
}

test("SPOT-UNIT-2 SPOT-UNIT-3 of any book they take what a plain walk takes, and nothing stays locked", () => {
  const level = fc.record({
    ticks: fc.integer({ min: 4_900, max: 20_100 }),
    lots: fc.integer({ min: 1, max: 40 }),
  });
  const levels = fc.uniqueArray(level, {
    minLength: 1,
    maxLength: 8,
    selector: (one) => one.ticks,
  });
  const side = fc.constantFrom("buy" as const, "sell" as const);
  fc.assert(
    fc.property(levels, side, fc.integer({ min: 1, max: 9_000 }), (resting, side, wanted) => {
      const desk = traded({ quantityPrecision: 1, limitDown: 0, limitUp: 10_000_000_000 });
      for (const { ticks, lots } of resting) {
        desk.place("cid", `${side === "buy" ? "sell" : "buy"} ${lots / 10} @ ${ticks / 100}`);
      }
      const { lots, value } = walked(side, resting, wanted);

      const id = desk.place("bob", `${side === "buy" ? "buy just" : "sell for"} ${wanted / 10}`);

      expect(desk.endOf(id)).toMatchObject({ executed: lots, traded: BigInt(value) });
      const sign = side === "buy" ? 1 : -1;
      const has = (units: number, decimals: number) => `${units / 10 ** decimals}/0`;
      expect(desk.balances("bob")).toEqual({
        BTC: has(9_000 + sign * lots, 1),
        USDT: has(900_000_000 - sign * value, 3),
      });
    }),
    { numRuns: runs(100, 2_000), seed: 1 },
  );
});
