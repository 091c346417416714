/**
 * The contracts of a run, drawn from its seed: a linear one and an inverse one on BTC, and a third
 * that shares a margin coin with one of them or has a coin of two decimals. Their tiers are low, so
 * that a few thousand USDT reach the higher ones, their funds small, and funding is sometimes dear.
 * Also what the operator does to them; some of it is wrong.
 */
import {
  CONTRACT_DEFAULTS,
  type Contract,
  type ContractRules,
  impactNotionalOf,
  type Tier,
} from "../../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";
import type { FairPrices } from "./fair-prices.ts";
import { GOLD, USDT } from "./market.ts";

const WEIGHTS = {
  fill: 20,
  draw: 14,
  change: 10,
  halt: 4,
  resume: 22,
  delist: 6,
  add: 10,
  odd: 14,
};

const BTC = 1;
const ETH = 3;

/** Up to how many USDT a tier reaches. */
const REACHES = [600, 2500, 10 ** 9] as const;
const LEVERAGES = [100, 50, 20] as const;
const MAINTENANCE_RATES = [500_000, 1_000_000, 2_500_000] as const;

interface Identity {
  readonly name: string;
  readonly kind: "linear" | "inverse";
  readonly base: number;
  readonly coin: number;
  readonly multiplier: bigint;
  readonly multiplierDecimals: number;
  readonly pricePrecision: number;
}

const ON_BTC: readonly Identity[] = [
  {
    name: "E-BTC-USDT",
    kind: "linear",
    base: BTC,
    coin: USDT,
    multiplier: 1n,
    multiplierDecimals: 3,
    pricePrecision: 2,
  },
  {
    name: "E-BTC-USD",
    kind: "inverse",
    base: BTC,
    coin: BTC,
    multiplier: 1n,
    multiplierDecimals: 1,
    pricePrecision: 2,
  },
];

const THIRDS: readonly Identity[] = [
  {
    name: "E-ETH-USDT",
    kind: "linear",
    base: ETH,
    coin: USDT,
    multiplier: 1n,
    multiplierDecimals: 1,
    pricePrecision: 3,
  },
  {
    name: "F-BTC-USDT",
    kind: "linear",
    base: BTC,
    coin: USDT,
    multiplier: 3n,
    multiplierDecimals: 2,
    pricePrecision: 1,
  },
  {
    name: "F-BTC-USD",
    kind: "inverse",
    base: BTC,
    coin: BTC,
    multiplier: 5n,
    multiplierDecimals: 0,
    pricePrecision: 1,
  },
  {
    name: "E-ETH-BTC",
    kind: "linear",
    base: ETH,
    coin: BTC,
    multiplier: 1n,
    multiplierDecimals: 1,
    pricePrecision: 5,
  },
  {
    name: "E-GOLD-USD",
    kind: "inverse",
    base: GOLD,
    coin: GOLD,
    multiplier: 1n,
    multiplierDecimals: 0,
    pricePrecision: 2,
  },
];

export class Contracts {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly fair: FairPrices;
  private readonly identities: readonly Identity[];
  private sent = 0;

  constructor(dice: Dice, state: ExchangeState, fair: FairPrices) {
    this.dice = dice;
    this.state = state;
    this.fair = fair;
    this.identities = [...ON_BTC, dice.pick(THIRDS)];
  }

  /** All of them, and something in most of their funds. */
  opening(): Command[] {
    const listing = this.identities.map((identity) => this.adding(identity));
    const funds = this.coins().filter(() => this.dice.chance(0.7));
    return [...listing, ...funds.map((coin) => this.insuring(coin))];
  }

  /** The coins that a user needs to trade here. */
  coins(): number[] {
    return [...new Set(this.identities.map(({ coin }) => coin))];
  }

  next(): Command {
    const { dice } = this;
    const contract = dice.between(1, 3);
    switch (dice.weighted(WEIGHTS)) {
      case "fill":
        return this.insuring(dice.pick(this.coins()));
      case "draw":
        return this.drawing(dice.pick(this.coins()));
      case "change":
        return this.changing(contract);
      case "halt":
        return { type: "HaltContract", contract, request: 0 };
      case "resume":
        return { type: "ResumeContract", contract, request: 0 };
      case "delist":
        return { type: "DelistContract", contract: dice.pick([1, 2, 3, 3, 3, 4]), request: 0 };
      case "add":
        return this.adding(dice.pick([...ON_BTC, ...THIRDS]));
      case "odd":
        return this.odd();
    }
  }

  private adding(identity: Identity): Command {
    return { type: "AddContract", ...this.rulesOf(identity), request: 0 };
  }

  private rulesOf({ coin, ...identity }: Identity): ContractRules {
    return { ...identity, ...this.changeable(this.tiersIn(coin)) };
  }

  private tiersIn(coin: number): Tier[] {
    return REACHES.map((reach, at) => ({
      valueMax: this.fair.unitsWorth(coin, reach),
      leverageMax: LEVERAGES[at] ?? 1,
      maintenanceRate: MAINTENANCE_RATES[at] ?? 1,
    }));
  }

  private changeable(tiers: readonly Tier[]) {
    const { dice } = this;
    const maker = dice.pick([20_000, 0, -5_000]);
    const taker = dice.pick([40_000, 60_000]);
    const worth = tiers[0]?.valueMax ?? 1n;
    const dear = { interestRate: dice.pick([900_000, -900_000]), fundingClamp: 2_000_000 };
    return {
      ...CONTRACT_DEFAULTS,
      volumeMin: dice.pick([1, 1, 2]),
      marketVolumeMax: dice.pick([20_000, 10 ** 9]),
      limitVolumeMax: dice.pick([40_000, 10 ** 9]),
      moneyMin: dice.pick([0n, 0n, worth / 3000n]),
      marketMoneyMax: worth * dice.pick([3n, 10n ** 6n]),
      limitMoneyMax: worth * dice.pick([5n, 10n ** 6n]),
      ordersMax: dice.pick([4, 20, 200]),
      fees: {
        openMakerRate: maker,
        openTakerRate: taker,
        closeMakerRate: maker,
        closeTakerRate: taker,
      },
      maxFeeRate: taker,
      tiers,
      priceRange: dice.pick([10_000_000, 40_000_000]),
      unwindRange: dice.pick([2_000_000, 10_000_000]),
      selfTrade: dice.pick(["expire_taker", "none"] as const),
      fundingHours: dice.pick([1, 1, 8]),
      ...(dice.chance(0.5) ? dear : {}),
      impactNotional: impactNotionalOf(tiers) / dice.pick([1n, 500n]),
      settlementHours: dice.pick([0, 0, 1, 8]),
      triggerSource: dice.pick(["last", "last", "last", "last", "mark"] as const),
      conditionTtlMs: dice.pick([14 * 86_400_000, 20_000]),
    };
  }

  /** Other rules of the same coin; `maintenanceRate` for all that is held, in 10^-8. */
  changing(id: number, maintenanceRate?: number): Command {
    const { dice, state } = this;
    const contract = state.catalogue.contracts[id - 1];
    const coin = contract?.marginCoin ?? USDT;
    const usual = this.tiersIn(coin);
    const [first, ...others] = contract?.tiers ?? usual;
    const dearer = {
      ...(first ?? usual[0]),
      leverageMax: 10,
      maintenanceRate: maintenanceRate ?? 1,
    } as Tier;
    const above = others.map((tier) => ({ ...dearer, valueMax: tier.valueMax }));
    const tiers = maintenanceRate === undefined ? usual : [dearer, ...above];
    const drawn = this.changeable(tiers);
    const kept = contract && dice.chance(0.7) ? limitsOf(contract) : {};
    return { type: "ChangeContract", contract: id, ...drawn, ...kept, request: 0 };
  }

  /** A position above the first tier must keep much more; the others as before. */
  steepening(id: number): Command {
    const { tiers = [] } = this.state.catalogue.contracts[id - 1] ?? {};
    const steep = tiers.map((tier, at) =>
      at === 0 ? tier : { ...tier, leverageMax: 10, maintenanceRate: 7_000_000 },
    );
    return { ...this.changing(id), tiers: steep } as Command;
  }

  /** A few USDT worth, for losses that are larger. */
  insuring(coin: number): Command {
    const amount = this.fair.unitsWorth(coin, this.dice.between(1, 12)) / 3n + 1n;
    return { ...this.moving(coin), type: "FillFund", amount };
  }

  /** All but a little, all, or more than there is. */
  drawing(coin: number): Command {
    const held = this.state.ledger.houses[coin - 1]?.futuresInsurance ?? 0n;
    const amount = this.dice.pick([held, (held * 9n) / 10n, held, held + 1n]);
    return { ...this.moving(coin), type: "DrawFund", amount };
  }

  private moving(asset: number) {
    return { id: `market-${++this.sent}`, fund: "futures_insurance", asset, request: 0 } as const;
  }

  private odd(): Command {
    const { dice } = this;
    const identity = dice.pick(this.identities);
    const rules = this.rulesOf({ ...identity, name: `G-${identity.name.split("-")[1]}-USDT` });
    const tiers = rules.tiers.map((tier) => ({
      ...tier,
      maintenanceRate: tier.maintenanceRate * 100,
    }));
    const wrong = dice.pick<Partial<ContractRules>>([
      { name: dice.pick(["BTCUSDT", "E-ETH-USDT-X", "E-LTC-USDT"]) },
      { base: 9 },
      { pricePrecision: 9 },
      { multiplier: 0n },
      { tiers },
      { tiers: [] },
      { tiers: rules.tiers.map((tier) => ({ ...tier, leverageMax: 2000 })) },
      { tiers: [...rules.tiers].reverse() },
      { priceRange: 0 },
      { fees: { ...rules.fees, closeTakerRate: -1 } },
      { volumeMin: 0 },
      { fundingHours: 5 },
    ]);
    if (dice.chance(0.15)) return { type: "HaltContract", contract: dice.pick([0, 9]), request: 0 };
    return { type: "AddContract", ...rules, ...wrong, request: 0 };
  }
}

/** What a change leaves as it was, mostly. */
function limitsOf({ volumeMin, marketVolumeMax, limitVolumeMax, moneyMin, ordersMax }: Contract) {
  return { volumeMin, marketVolumeMax, limitVolumeMax, moneyMin, ordersMax };
}
