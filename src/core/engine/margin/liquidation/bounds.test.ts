/**
 * The risk bounds of an account, at their ends: as long as none is left, wherever in them all
 * prices and sums of rates are at once, the account's state is the same.
 */

import fc from "fast-check";
import { expect, test } from "vitest";
import { IS_LONG } from "../../../../../test/support/runs.ts";
import { viewOf } from "../../../../../test/support/wallet-view.ts";
import { present } from "../../../base/assert.ts";
import { enterAsset } from "../../catalogue/catalogue.ts";
import { indexEntry, OPERATOR } from "../../prices/index-prices.ts";
import { type ExchangeState, emptyState } from "../../state.ts";
import { openAccount, openDebt } from "../account.ts";
import { stateAt } from "../risk-level.ts";
import { holdingsOf, worthOf } from "../valuation.ts";
import { Watch } from "../watch.ts";
import { watchAll } from "./check-risk.ts";

/** One asset of an account: whole units held and owed, and where its price and rates stand. */
interface Part {
  readonly scale: number;
  readonly held: bigint;
  readonly owed: bigint;
  readonly interest: bigint;
  readonly price: bigint;
  readonly rateSum: bigint;
}

/** The user decides how much of the surplus interest may take. */
interface Account {
  readonly user: number;
  readonly parts: readonly Part[];
}

const ONE = 10n ** 18n;

/** A state with this one account, the first of whose assets is USDT. */
function stateOf({ user, parts }: Account): ExchangeState {
  const state = emptyState();
  parts.forEach(({ scale, held, owed, interest, price, rateSum }, index) => {
    const asset = index + 1;
    enterAsset(state.catalogue, { id: asset, name: index === 0 ? "USDT" : `A${asset}`, scale });
    const source = { name: OPERATOR, weight: 1, price, atMs: 0 };
    if (index > 0) Object.assign(indexEntry(state.prices, asset), { sources: [source], price });
    if (held > 0n) viewOf(state.ledger, "margin", user, asset).free = held;
    state.margin.rateSums.push(rateSum);
    if (owed === 0n) return;
    const debt = openDebt(state.margin, openAccount(state.margin, user), asset);
    Object.assign(debt, { principal: owed, interest, rateSum: 0n });
  });
  return state;
}

function answerOf(account: Account): string {
  const state = stateOf(account);
  const found = stateAt(worthOf(holdingsOf(state, account.user)), state.catalogue.marginRules);
  return found === "trade_only" ? "normal" : found;
}

/** Whether the state's account is assessed again when asset number `at` moves to this price or sum of rates. */
function isAssessedAgain(
  state: ExchangeState,
  at: number,
  to: { price?: bigint; rateSum?: bigint },
): boolean {
  // Who was taken is watched no longer: every question has a watch of its own.
  Object.assign(state.margin, { watch: new Watch() });
  watchAll(state);
  const { watch } = state.margin;
  let isTaken = false;
  const take = () => {
    isTaken = true;
  };
  if (to.price !== undefined) watch.priced(at + 1, to.price, take);
  if (to.rateSum !== undefined) watch.charged(at + 1, to.rateSum, take);
  return isTaken;
}

/** The farthest whole number from `from` to `to` that is still within bounds, to a millionth. */
function farthest(from: bigint, to: bigint, isWithin: (value: bigint) => boolean): bigint {
  if (isWithin(to)) return to;
  let inside = from;
  let outside = to;
  const size = (value: bigint) => (value < 0n ? -value : value);
  while (size(outside - inside) > 1n + size(inside) / 1_000_000n) {
    const middle = (inside + outside) / 2n;
    if (isWithin(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

/** For each asset its lowest and highest price and its highest sum of rates within bounds. */
function edgesOf(account: Account): { low: bigint; high: bigint; rateSum: bigint }[] {
  const state = stateOf(account);
  return account.parts.map(({ price, rateSum }, at) => {
    const isPrice = (value: bigint) => !isAssessedAgain(state, at, { price: value });
    const isSum = (value: bigint) => !isAssessedAgain(state, at, { rateSum: value });
    const isFixed = at === 0;
    return {
      low: isFixed ? price : farthest(price, 0n, isPrice),
      high: isFixed ? price : farthest(price, price * 1000n, isPrice),
      rateSum: farthest(rateSum, rateSum + 10n ** 15n, isSum),
    };
  });
}

/** Every corner of the bounds: each price low, as it is or high, and interest as it is or highest. */
function cornersOf(account: Account): Account[] {
  const edges = edgesOf(account);
  const choices = account.parts.map((part, at) => {
    const { low, high, rateSum } = present(edges[at], "an edge");
    return [...new Set([low, part.price, high])].flatMap((price) =>
      [...new Set([part.rateSum, rateSum])].map((sum) => ({ ...part, price, rateSum: sum })),
    );
  });
  const products = choices.reduce<Part[][]>(
    (corners, next) => corners.flatMap((corner) => next.map((part) => [...corner, part])),
    [[]],
  );
  return products.map((parts) => ({ ...account, parts }));
}

const scale = fc.constantFrom(0, 6, 8, 18);
const rateSum = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 10n ** 10n }));
const value = fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 3000n }));
const priceOfOne = fc.oneof(
  fc.bigInt({ min: 1n, max: 10n ** 6n }).map((cents) => (cents * ONE) / 100n),
  fc.constantFrom(1n, ONE, 70_000n * ONE),
);

/** Held and owed are values in USDT, of which the account's units are worked out. */
const part = fc
  .record({
    scale,
    held: value,
    owed: value,
    interest: fc.bigInt({ min: 0n, max: 10n ** 14n }),
    price: priceOfOne,
    rateSum,
  })
  .map(({ held, owed, ...rest }): Part => {
    const units = (worth: bigint) => (worth * ONE * 10n ** BigInt(rest.scale)) / rest.price;
    return { ...rest, held: units(held), owed: units(owed) };
  });
/** USDT, of which so much is held that the account comes to a level, in hundredths. */
function cashFor(level: bigint, owed: bigint, others: readonly Part[]): Part {
  const cash = { scale: 6, held: 0n, owed, interest: 0n, price: ONE, rateSum: 0n };
  const { assets, debt } = worthOf(holdingsOf(stateOf({ user: 1, parts: [cash, ...others] }), 1));
  const missing = (debt * level) / 100n - assets;
  return { ...cash, held: missing > 0n ? missing / 10n ** 42n + 1n : 0n };
}

const level = fc.oneof(
  fc.constantFrom(111n, 130n, 131n, 200n),
  fc.bigInt({ min: 112n, max: 140n }),
  fc.bigInt({ min: 105n, max: 500n }),
);
const account = fc
  .record({
    user: fc.integer({ min: 1, max: 130 }),
    level,
    owed: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 10n ** 10n })),
    others: fc.array(part, { minLength: 1, maxLength: 3 }),
  })
  .map(({ user, others, ...cash }) => ({
    user,
    parts: [cashFor(cash.level, cash.owed, others), ...others],
  }));

function owes({ parts }: Account): boolean {
  return parts.some(({ owed }) => owed > 0n);
}

test("MARG-WATCH-1 within its bounds of prices and interest an account's state does not change", () => {
  const zones = new Map<string, number>();
  fc.assert(
    fc.property(account, (each) => {
      const answer = owes(each) ? answerOf(each) : "no debt";
      zones.set(answer, (zones.get(answer) ?? 0) + 1);
      if (answer === "no debt" || answer === "liquidation") return;

      for (const corner of cornersOf(each)) expect(answerOf(corner)).toBe(answer);
    }),
    { seed: 61, numRuns: IS_LONG ? 250 : 20 },
  );
  for (const answer of ["normal", "margin_call"])
    expect(zones.get(answer)).toBeGreaterThan(IS_LONG ? 40 : 0);
});

test("MARG-WATCH-1 bounds are not empty: most of the surplus may be used up before the account is assessed again", () => {
  const held = {
    scale: 8,
    held: 10n ** 8n,
    owed: 0n,
    interest: 0n,
    price: 20_000n * ONE,
    rateSum: 0n,
  };
  const owed = {
    scale: 6,
    held: 0n,
    owed: 10_000n * 10n ** 6n,
    interest: 0n,
    price: ONE,
    rateSum: 0n,
  };
  const each = { user: 1, parts: [owed, held] };

  // The warning comes at 13,000; 13/16 of the way there is free.
  const [, edge] = edgesOf(each);

  expect(isAssessedAgain(stateOf(each), 1, { price: (28_625n * ONE) / 2n })).toBe(false);
  expect(isAssessedAgain(stateOf(each), 1, { price: (28_625n * ONE) / 2n - 1n })).toBe(true);
  expect(edge?.high).toBe(20_000_000n * ONE);
  expect(answerOf({ ...each, parts: [owed, { ...held, price: 13_000n * ONE }] })).toBe(
    "margin_call",
  );
});

test("MARG-WATCH-1 an asset held and owed at once has an upper bound: its interest may outweigh the holding", () => {
  const hold = {
    scale: 8,
    held: 130_000_001n,
    owed: 100_000_000n,
    interest: 0n,
    price: 20_000n * ONE,
    rateSum: 0n,
  };
  const cash = {
    scale: 6,
    held: 10_000n * 10n ** 6n,
    owed: 0n,
    interest: 0n,
    price: ONE,
    rateSum: 0n,
  };
  const each = { user: 1, parts: [cash, hold] };
  const grown = { ...hold, rateSum: 10_000_000_000n };
  expect(isAssessedAgain(stateOf(each), 1, { rateSum: grown.rateSum })).toBe(false);

  // With 1% of interest the holding no longer covers the debt of the coin, and its rise is a danger.
  expect(answerOf({ ...each, parts: [cash, { ...grown, price: 2_000_000n * ONE }] })).toBe(
    "margin_call",
  );
  expect(isAssessedAgain(stateOf(each), 1, { price: 2_000_000n * ONE })).toBe(true);
});
