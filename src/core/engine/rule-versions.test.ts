/** The rules of an older directory, and how it is moved to newer ones. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { PAIR_DEFAULTS } from "./catalogue/catalogue.ts";
import { RULES } from "./rule-versions.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";

const request = 1;
const MILKED = { type: "SetFees", pair: 1, makerRate: -2, takerRate: 1, request } as const;
const SOUND = { ...MILKED, takerRate: 2 } as const;

test("CORE-RULES-1 a setting that the first rules allowed is allowed until newer rules are adopted", () => {
  const desk = new Desk({}, { adopted: 1 });
  expect(desk.must(MILKED)).toEqual({ pair: 1 });
  desk.must(SOUND);

  expect(desk.must({ type: "AdoptRules", rules: RULES, request })).toEqual({ rules: RULES });

  expect(desk.refusalOf(MILKED)).toBe("fees_below_zero");
  expect(readSnapshot(writeSnapshot(desk.state)).rules).toBe(RULES);
});

test("CORE-RULES-2 rules are adopted once, forward, and only as far as they are known", () => {
  const desk = new Desk({}, { adopted: 1 });
  const adopt = (rules: number) => ({ type: "AdoptRules", rules, request }) as const;

  expect(desk.refusalOf(adopt(RULES + 1))).toBe("rules_not_known");
  expect(desk.refusalOf(adopt(1))).toBe("rules_not_newer");
  desk.must(adopt(RULES));
  expect(desk.refusalOf(adopt(RULES))).toBe("rules_not_newer");
  expect(desk.refusalOf(adopt(0))).toBe("rules_not_newer");
});

test("CORE-RULES-2 a setting that the newer rules forbid has to be changed before they are adopted", () => {
  const desk = new Desk({}, { adopted: 1 });
  desk.must(MILKED);

  expect(desk.refusalOf({ type: "AdoptRules", rules: RULES, request })).toBe("fees_below_zero");
  desk.must(SOUND);

  desk.must({ type: "AdoptRules", rules: RULES, request });
  const pair = { ...PAIR_DEFAULTS, pricePrecision: 2, quantityPrecision: 2, base: 1, quote: 2 };
  const listed = {
    type: "AddPair",
    ...pair,
    name: "ONEMORE",
    makerRate: -3,
    takerRate: 2,
    request,
  };
  expect(desk.refusalOf(listed as Parameters<Desk["refusalOf"]>[0])).toBe("fees_below_zero");
});

test("SPOT-SYM-3 CORE-RULES-2 with rules 4 the default of open orders is 1,000, and what was set stays", () => {
  const desk = new Desk({}, { adopted: 3, rules: { openOrdersMax: 200 } });
  desk.addPair({ name: "FEW", openOrdersMax: 7 }, "BTC", "USDT");
  const shown = () => desk.state.catalogue.pairs.map(({ openOrdersMax }) => openOrdersMax);
  expect(shown()).toEqual([200, 7]);

  desk.must({ type: "AdoptRules", rules: 4, request });

  expect(shown()).toEqual([1_000, 7]);
});
