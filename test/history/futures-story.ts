/**
 * A seeded story of contracts, as commands: a few users who open and close two of them with much
 * leverage while the index jumps, so that the exchange has to close for some. It leaves records of
 * every kind.
 */

import { CONTRACT_DEFAULTS, impactNotionalOf } from "../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import type { PlaceFuturesOrder } from "../../src/core/engine/futures/futures-commands.ts";
import { formatSteps } from "../../src/core/money/decimal.ts";
import { seededRandom } from "../support/random.ts";

const USERS = 6;
const [BTC, USDT] = [1, 2];
const UNIT = 10n ** 8n;
/** Enough for a few positions. */
const BALANCESES = [
  { asset: BTC, amount: UNIT / 20n },
  { asset: USDT, amount: 2_000n * UNIT },
];

const TIERS = [
  { valueMax: 4_000n * UNIT, leverageMax: 100, maintenanceRate: 500_000 },
  { valueMax: 1_000_000n * UNIT, leverageMax: 50, maintenanceRate: 1_000_000 },
];
const RULES = {
  ...CONTRACT_DEFAULTS,
  tiers: TIERS,
  impactNotional: impactNotionalOf(TIERS),
  maxFeeRate: 40_000,
  marketMoneyMax: 10n ** 16n,
  limitMoneyMax: 10n ** 16n,
  selfTrade: "none",
  base: BTC,
  pricePrecision: 1,
  request: 0,
} as const;

type Actor = Pick<PlaceFuturesOrder, "user" | "key" | "contract" | "request">;

export class FuturesStory {
  readonly #random: () => number;
  /** In ticks. */
  #index = 300_000;
  #funded = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  readonly #die = (below: number) => Math.floor(this.#random() * below);

  /** A new directory, assets, people with money, contracts. */
  opening(timeMs: number): Command[] {
    const linear = { kind: "linear", multiplier: 1n, multiplierDecimals: 4 } as const;
    const inverse = { kind: "inverse", multiplier: 10n, multiplierDecimals: 0 } as const;
    const users = Array.from({ length: USERS }, (_, at) => at + 1);
    return [
      { type: "OpenDirectory", kind: "sandbox", format: 1, rules: 1 },
      ...["BTC", "USDT"].map((name) => ({ type: "AddAsset", name, scale: 8, request: 0 }) as const),
      ...users.flatMap((user) => [...born(user), ...this.#fund(user)]),
      { type: "AddContract", ...RULES, name: "E-BTC-USDT", ...linear },
      { type: "AddContract", ...RULES, name: "E-BTC-USD", ...inverse },
      ...this.#tick(timeMs),
    ];
  }

  /** What happens next, at a time. */
  next(timeMs: number): Command[] {
    const what = this.#die(12);
    const user = 1 + this.#die(USERS);
    const actor = { user, key: user, contract: 1 + this.#die(2), request: 0 };
    if (what === 0) return this.#jump(timeMs);
    if (what === 1) return [{ type: "CancelAllFutures", ...actor }];
    if (what === 2) return [{ type: "SetLeverage", ...actor, leverage: 1 + this.#die(100) }];
    return what === 3 && this.#die(20) === 0 ? this.#fund(user) : [this.#order(actor)];
  }

  #fund(user: number): Command[] {
    const by = { user, key: user, request: 0 };
    return BALANCESES.flatMap((balances): Command[] => [
      { type: "Deposit", id: `f-${++this.#funded}`, user, ...balances, request: 0 },
      { type: "Transfer", ...by, from: "spot", to: "futures", ...balances },
    ]);
  }

  #order(actor: Actor): PlaceFuturesOrder {
    const die = this.#die;
    const [isOpen, isMarket, isCondition] = [die(3) > 0, die(5) === 0, die(6) === 0];
    const isLinear = actor.contract === 1;
    const money = isLinear ? `${50 + die(4_000)}` : formatSteps(1 + die(90), 3);
    const lots = `${1 + die(isLinear ? 3_000 : 300)}`;
    const timeInForce = (["gtc", "gtc", "gtc", "ioc", "fok"] as const)[die(5)] ?? "gtc";
    return {
      type: "PlaceFuturesOrder",
      ...actor,
      side: die(2) === 0 ? "buy" : "sell",
      kind: isMarket ? "market" : "limit",
      action: isOpen ? "open" : "close",
      mode: die(2) === 0 ? "cross" : "isolated",
      timeInForce: isMarket ? "gtc" : timeInForce,
      trigger: isCondition ? ((["up", "down"] as const)[die(2)] ?? "up") : "none",
      quantity: isMarket && isOpen ? money : lots,
      price: isMarket ? "" : this.#near(1),
      triggerPrice: isCondition ? this.#near(2) : "",
      clientId: die(4) === 0 ? `c${die(5)}` : "",
    };
  }

  /** A price so many percent around the index. */
  #near(percent: number): string {
    return formatSteps(Math.round(this.#index * this.#factor(percent)), 1);
  }

  #factor(percent: number): number {
    return 1 + ((this.#die(201) - 100) * percent) / 10_000;
  }

  #jump(timeMs: number): Command[] {
    this.#index = Math.round(this.#index * this.#factor(this.#die(10) === 0 ? 15 : 3));
    return this.#tick(timeMs);
  }

  #tick(timeMs: number): Command[] {
    const price = BigInt(this.#index) * 10n ** 17n;
    return [
      { type: "SetIndex", asset: BTC, source: "story", weight: 1, price, request: 0 },
      { type: "SecondTick", secondMs: timeMs - (timeMs % 1_000) },
    ];
  }
}

function born(user: number): Command[] {
  const key = { apiKey: `key-${user}`, sealedSecret: Uint8Array.of(1), mayTrade: true };
  return [
    { type: "AddUser", name: `u${user}`, request: 0 },
    { type: "AddKey", user, ...key, addresses: [], request: 0 },
  ];
}
