/**
 * The exchange a run happens in, drawn from its seed: assets of five scales, three pairs of
 * different precisions and rules, bounds that are sometimes very small, and the commands that
 * set it up, some of them wrong.
 */
import { PAIR_DEFAULTS, type PairRules } from "../../src/engine/catalogue/catalogue.ts";
import type { Command } from "../../src/engine/codec.ts";
import type { Limits } from "../../src/engine/state.ts";
import type { Dice } from "./dice.ts";

export const ASSETS = [
  { name: "BTC", scale: 8 },
  { name: "USDT", scale: 6 },
  { name: "ETH", scale: 18 },
  { name: "YEN", scale: 0 },
  { name: "GOLD", scale: 2 },
] as const;

/** Price in ticks and quantity in lots around which a pair trades. */
export const USUAL = [
  { ticks: 10_000, lots: 50 },
  { ticks: 500, lots: 400 },
  { ticks: 50, lots: 30 },
] as const;

export function drawLimits(dice: Dice): Limits {
  return {
    users: 6,
    keys: 6,
    bans: dice.pick([2, 1000]),
    assets: 6,
    pairs: dice.pick([3, 4]),
    openOrders: dice.pick([10, 1000, 1000]),
    movementIds: dice.pick([4, 1000]),
    endedClientIds: dice.pick([2, 1000, 1000]),
  };
}

function drawRules(dice: Dice): Omit<PairRules, "name" | "base" | "quote"> {
  return {
    ...PAIR_DEFAULTS,
    pricePrecision: 0,
    quantityPrecision: 0,
    lotsMin: dice.pick([1, 1, 3]),
    makerRate: dice.pick([100_000, 0, -20_000, -20_000_000, 33_333]),
    takerRate: dice.pick([100_000, 0, 250_001, 5_000_000]),
    openOrdersMax: dice.pick([2, 5, 200]),
    selfTrade: dice.pick(["expire_taker", "expire_taker", "none"]),
  };
}

function addPairs(dice: Dice): Command[] {
  const first = { name: "BTCUSDT", base: 1, quote: 2, pricePrecision: 2, quantityPrecision: 4 };
  const second = { name: "ETHBTC", base: 3, quote: 1, pricePrecision: 5, quantityPrecision: 3 };
  const third = { name: "YENGOLD", base: 4, quote: 5, pricePrecision: 1, quantityPrecision: 0 };
  const limits = {
    lotsMax: dice.pick([1000, Number.MAX_SAFE_INTEGER]),
    notionalMin: dice.pick([0n, 20_000n]),
    marketNotionalMax: dice.pick([0n, 3_000_000n]),
  };
  const wide = { limitUp: 10 ** 15, limitDown: 0, rangeUp: dice.pick([10 ** 15, 200_000_000]) };
  const rules = [
    { ...drawRules(dice), ...first, ...limits },
    { ...drawRules(dice), ...second },
    { ...drawRules(dice), ...third, ...wide },
  ];
  return rules.map((rule) => ({ type: "AddPair", ...rule, request: 0 }));
}

/** The commands that open the exchange and bring in people and money. */
export function openingCommands(dice: Dice): Command[] {
  const opening = { type: "OpenDirectory", kind: "sandbox", format: 1, rules: 1 } as const;
  const commands: Command[] = [];
  if (dice.chance(0.2)) commands.push({ type: "AddUser", name: "early", request: 0 });
  if (dice.chance(0.2)) commands.push({ ...opening, format: 7 });
  commands.push(opening);
  for (const asset of ASSETS) commands.push({ type: "AddAsset", ...asset, request: 0 });
  commands.push(...addPairs(dice));
  for (let user = 1; user <= 5; user++) {
    commands.push({ type: "AddUser", name: `user-${user}`, request: 0 });
    commands.push(addKey(user, `key-${user}`, true));
    ASSETS.forEach((_, index) => {
      commands.push({ type: "Deposit", ...firstDeposit(dice, user, index), request: 0 });
    });
  }
  return commands;
}

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
