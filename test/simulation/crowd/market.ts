/**
 * The exchange a run happens in, drawn from its seed: assets of five scales, five pairs of
 * different precisions and rules, loans and their terms, bounds that are sometimes very small, and
 * the commands that set it up, some of them wrong. GOLD meets BTC and ETH only through USDT; YEN
 * meets nothing but GOLD, and has no price unless a source names one.
 */

import { PAIR_DEFAULTS, type PairRules } from "../../../src/core/engine/catalogue/catalogue.ts";
import { SINCE } from "../../../src/core/engine/catalogue/rule-changes.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { RULES } from "../../../src/core/engine/rule-versions.ts";
import type { Limits } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";

/** `worth`: in USDT, when the run begins. */
export const ASSETS = [
  { name: "BTC", scale: 8, worth: 100 },
  { name: "USDT", scale: 6, worth: 1 },
  { name: "ETH", scale: 18, worth: 0.5 },
  { name: "YEN", scale: 0, worth: 25 },
  { name: "GOLD", scale: 2, worth: 5 },
] as const;

export const USDT = 2;
export const YEN = 4;
export const GOLD = 5;

/** With the most lots that are usual in an order. */
export const PAIRS = [
  { name: "BTCUSDT", base: 1, quote: 2, pricePrecision: 2, quantityPrecision: 4, lots: 2_000 },
  { name: "ETHBTC", base: 3, quote: 1, pricePrecision: 5, quantityPrecision: 3, lots: 40_000 },
  { name: "YENGOLD", base: 4, quote: 5, pricePrecision: 1, quantityPrecision: 0, lots: 30 },
  { name: "ETHUSDT", base: 3, quote: 2, pricePrecision: 3, quantityPrecision: 3, lots: 40_000 },
  { name: "GOLDUSDT", base: 5, quote: 2, pricePrecision: 2, quantityPrecision: 2, lots: 400 },
] as const;

/** The users who trade; a few more come later and do nothing. */
export const USERS = 5;

export function drawLimits(dice: Dice, hasOrderSet: boolean): Limits {
  return {
    users: dice.pick([5, 6]),
    keys: dice.pick([5, 6]),
    bans: dice.pick([1, 2, 1000]),
    assets: dice.pick([5, 6]),
    pairs: dice.pick([5, 6]),
    contracts: dice.pick([3, 4]),
    userFees: 3,
    orderLists: hasOrderSet ? dice.pick([2, 1000]) : 1000,
    openOrders: dice.pick([35, 1000, 1000]),
    movementIds: dice.pick([4, 1000]),
    endedClientIds: dice.pick([2, 1000, 1000]),
    requestIds: dice.pick([3, 1000, 1000]),
    requestIdsOfUser: dice.pick([1, 1000, 1000]),
    spentSignatures: dice.pick([3, 1000, 1000]),
    countdowns: hasOrderSet ? dice.pick([1, 3, 1000, 1000]) : 1000,
  };
}

/** SPOT-FEE-1: together not below zero. */
function drawRates(dice: Dice): Pick<PairRules, "makerRate" | "takerRate"> {
  const makerRate = dice.pick([100_000, 0, -20_000, -20_000_000, 33_333]);
  const takerRate = dice.pick([100_000, 0, 250_001, 5_000_000]);
  return { makerRate, takerRate: Math.max(takerRate, -makerRate) };
}

function drawRules(dice: Dice): Omit<PairRules, "name" | "base" | "quote"> {
  return {
    ...PAIR_DEFAULTS,
    pricePrecision: 0,
    quantityPrecision: 0,
    lotsMin: dice.pick([1, 1, 3]),
    ...drawRates(dice),
    openOrdersMax: dice.pick([3, 10, 200]),
    selfTrade: dice.pick(["expire_taker", "expire_taker", "none"]),
    isMarginEnabled: dice.chance(0.9),
  };
}

function addPairs(dice: Dice): Command[] {
  const limits = {
    lotsMax: dice.pick([40_000, Number.MAX_SAFE_INTEGER]),
    notionalMin: dice.pick([0n, 800_000n]),
    marketNotionalMax: dice.pick([0n, 120_000_000n]),
  };
  const wide = { limitUp: 10 ** 15, limitDown: 0, rangeUp: dice.pick([10 ** 15, 200_000_000]) };
  return PAIRS.map(({ lots: _, ...pair }) => {
    const rules = { ...drawRules(dice), ...pair };
    const own = pair.name === "BTCUSDT" ? limits : pair.name === "YENGOLD" ? wide : {};
    return { type: "AddPair", ...rules, ...own, request: 0 };
  });
}

/** The commands that open the exchange and bring in people and money. */
export function openingCommands(dice: Dice, hasOrderSet: boolean): Command[] {
  const opening = { type: "OpenDirectory", kind: "sandbox", format: 1, rules: 1 } as const;
  const commands: Command[] = [];
  if (dice.chance(0.2)) commands.push({ type: "AddUser", name: "early", request: 0 });
  if (dice.chance(0.2)) commands.push({ ...opening, format: 7 });
  // Some directories are older, and adopt the newest rules later.
  const rules = hasOrderSet && dice.chance(0.1) ? SINCE.order_set - 1 : RULES;
  const early = { type: "SetUserFees", user: 1, pair: 1, makerRate: 0, takerRate: 0 } as const;
  commands.push(opening, { ...early, request: 0 }, { type: "AdoptRules", rules, request: 0 });
  for (const { name, scale } of ASSETS)
    commands.push({ type: "AddAsset", name, scale, request: 0 });
  commands.push(...addPairs(dice));
  for (let user = 1; user <= USERS; user++) {
    commands.push({ type: "AddUser", name: NAMES[user - 1] ?? "", request: 0 });
  }
  for (let user = 1; user <= USERS; user++) {
    commands.push(addKey(user, `key-${user}`, true));
    ASSETS.forEach((_, index) => {
      commands.push({ type: "Deposit", ...firstDeposit(dice, user, index), request: 0 });
    });
  }
  return commands;
}

/** Not in the order in which they come: users sorted by name are not sorted by id. */
export const NAMES: readonly string[] = ["user-3", "user-1", "user-5", "user-2", "user-4"];

const WEALTH = [20_000_000_000n, 10n ** 11n, 10n ** 22n, 3n * 2n ** 53n, 10n ** 22n] as const;

function firstDeposit(dice: Dice, user: number, index: number) {
  // Some come with little: they are the ones whose orders are refused for money.
  const amount = (WEALTH[index] ?? 1n) / (dice.chance(0.2) ? 1000n : 1n);
  return { id: `first-${user}-${index}`, user, asset: index + 1, amount };
}

export function addKey(user: number, apiKey: string, mayTrade: boolean): Command {
  const sealedSecret = Uint8Array.of(user, 7);
  return { type: "AddKey", user, apiKey, sealedSecret, mayTrade, addresses: ["::1"], request: 0 };
}
