/**
 * The operator's commands about lending: what may be borrowed and at which rate, the levels, where
 * margin trades, and the two funds, which are sometimes nearly empty. Some of them are wrong.
 */
import { MARGIN_DEFAULTS, rulesFor } from "../../../src/core/engine/catalogue/lending.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";
import type { FairPrices } from "./fair-prices.ts";
import { ASSETS, USDT, YEN } from "./market.ts";
import type { Story } from "./story.ts";

const WEIGHTS = { terms: 18, rules: 8, pair: 12, fill: 24, draw: 18, odd: 22 } as const;

/** By the hour, in 10^-12: nothing, one thousandth of a percent, and what ruins within days. */
const RATES = [0, 10_000_000, 8_333_333, 1_000_000_000, 4_999_999_999] as const;

/** How far an index without a source may move in an hour, in 10^-8: mostly anywhere. */
const MOVES = [0, 0, 10_000_000, 100_000] as const;
/** How often loans may not rest on such an index at all. */
const SOURCED_ALONE = 0.15;

export class Treasurer {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly fair: FairPrices;
  private sent = 0;

  constructor(dice: Dice, state: ExchangeState, fair: FairPrices) {
    this.dice = dice;
    this.state = state;
    this.fair = fair;
  }

  /** Terms for most assets and something in their pools. */
  opening(): Command[] {
    const { dice } = this;
    const commands: Command[] = [];
    ASSETS.forEach((_, index) => {
      const asset = index + 1;
      if (asset !== USDT && dice.chance(asset === YEN ? 0.7 : 0.08)) return;
      commands.push(this.terms(asset), this.filling("loan_pool", asset, 3000));
      if (dice.chance(0.6)) commands.push(this.filling("margin_insurance", asset, 6));
    });
    if (dice.chance(0.3)) commands.push(this.rules());
    return commands;
  }

  next(): Command {
    const { dice } = this;
    const asset = dice.pick([1, USDT, USDT, 3, 5, YEN]);
    const fund = dice.pick(["loan_pool", "margin_insurance"] as const);
    switch (dice.weighted(WEIGHTS)) {
      case "terms":
        return this.terms(asset);
      case "rules":
        return this.rules();
      case "pair":
        return this.pair();
      case "fill":
        return this.filling(fund, asset, fund === "loan_pool" ? 1000 : 8);
      case "draw":
        return this.drawing(fund, asset);
      case "odd":
        return this.odd();
    }
  }

  private terms(asset: number): Command {
    const { dice } = this;
    const cap = this.fair.unitsWorth(asset, dice.chance(0.88) ? 3000 : dice.pick([60, 15]));
    const given = dice.chance(0.03) ? 0n : cap;
    const terms = { asset, hourlyRate: dice.pick(RATES), cap: given };
    const tradesMoveMax = dice.chance(SOURCED_ALONE) ? undefined : dice.pick(MOVES);
    return { type: "SetLoanTerms", ...terms, request: 0, tradesMoveMax };
  }

  private rules(): Command {
    const { dice } = this;
    const rules = {
      ...rulesFor(dice.pick([2, 3, 3, 5, 10])),
      clearanceRate: dice.pick([2_000_000, 0, 20_000_000]),
      liquidationRange: dice.pick([10_000_000, 10_000_000, 1_000_000, 50_000_000]),
    };
    return { type: "SetMarginRules", ...rules, request: 0 };
  }

  private pair(): Command {
    const { dice } = this;
    const pair = dice.between(0, 6);
    return { type: "SetMarginPair", pair, isMarginEnabled: dice.chance(0.8), request: 0 };
  }

  private filling(fund: "loan_pool" | "margin_insurance", asset: number, usdt: number): Command {
    const amount = this.fair.unitsWorth(asset, this.dice.between(1, usdt));
    return { type: "FillFund", id: `fund-${++this.sent}`, fund, asset, amount, request: 0 };
  }

  /** A few USDT worth, for losses that are larger. */
  insuring(asset: number): Command {
    return this.filling("margin_insurance", asset, 3);
  }

  /** A fund that a loss will exhaust: a few USDT worth of it are left, or put in. */
  *thinning(asset: number): Story {
    const few = this.fair.unitsWorth(asset, 2);
    const { marginInsurance: held = 0n } = this.state.ledger.houses[asset - 1] ?? {};
    const moved = { id: `fund-${++this.sent}`, fund: "margin_insurance", asset } as const;
    if (held === 0n) yield this.insuring(asset);
    else if (held > few) yield { type: "DrawFund", ...moved, amount: held - few, request: 0 };
  }

  /** All but a little, all, or more than there is. */
  private drawing(fund: "loan_pool" | "margin_insurance", asset: number): Command {
    const { loanPool = 0n, marginInsurance = 0n } = this.state.ledger.houses[asset - 1] ?? {};
    const held = fund === "loan_pool" ? loanPool : marginInsurance;
    const amount = this.dice.pick([held, (held * 9n) / 10n, held / 2n, held + 1n]);
    return { type: "DrawFund", id: `fund-${++this.sent}`, fund, asset, amount, request: 0 };
  }

  private odd(): Command {
    const { dice } = this;
    const request = 0;
    const terms = { type: "SetLoanTerms", asset: 1, hourlyRate: 0, cap: 1n, request } as const;
    const rules = { type: "SetMarginRules", ...MARGIN_DEFAULTS, request } as const;
    const fill = { type: "FillFund", fund: "loan_pool", asset: USDT, amount: 1n, request } as const;
    const id = `fund-${++this.sent}`;
    return dice.pick<Command>([
      { ...terms, asset: 9 },
      { ...terms, hourlyRate: 10 ** 10 + 1 },
      { ...terms, cap: -1n },
      { ...terms, tradesMoveMax: 100_000_000 },
      { ...rules, leverageMax: dice.pick([0, 1, 21]) },
      { ...rules, callLevel: rules.liquidationLevel },
      { ...rules, clearanceRate: 100_000_000 },
      { ...fill, id, asset: 9 },
      { ...fill, id, amount: dice.pick([0n, -1n, 10n ** 41n, 10n ** 41n]) },
      { ...fill, id: "a b" },
    ]);
  }
}
