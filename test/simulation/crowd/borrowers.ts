/**
 * The users who trade on borrowed money. They bring something in, lean one way each, place orders that
 * are larger than what they own, take back, repay; and ask for what they may not have.
 */

import { present } from "../../../src/core/base/assert.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import { loanTermsOf } from "../../../src/core/engine/catalogue/lending.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { fundHeld } from "../../../src/core/engine/ledger/house.ts";
import { findBalance, freeOf } from "../../../src/core/engine/ledger/ledger.ts";
import { findAccount, findDebt } from "../../../src/core/engine/margin/account.ts";
import { owedOf } from "../../../src/core/engine/margin/loans.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { openOrdersOf } from "../../../src/core/engine/read/orders.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { formatSteps, formatUnits } from "../../../src/core/money/decimal.ts";
import type { Dice } from "../dice.ts";
import type { FairPrices } from "./fair-prices.ts";
import { ASSETS, USDT, USERS, YEN } from "./market.ts";
import type { OrderWriter } from "./order-writer.ts";

const WEIGHTS = { order: 60, cancel: 10, bring: 12, take: 9, repay: 7 } as const;

export interface Asker {
  readonly user: number;
  readonly key: number;
  readonly request: number;
}

/** What all traders of the crowd share. */
export interface Belongings {
  readonly dice: Dice;
  readonly state: ExchangeState;
  readonly fair: FairPrices;
  readonly writer: OrderWriter;
  readonly by: (user: number) => Asker;
  /** Whether orders have instructions. */
  readonly hasOrderSet: boolean;
}

export class Borrowers {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly fair: FairPrices;
  private readonly writer: OrderWriter;
  private readonly by: (user: number) => Asker;
  /** By user id less one: how likely the user is to buy. */
  private readonly leaning: readonly number[];

  constructor({ dice, state, fair, writer, by }: Belongings) {
    this.dice = dice;
    this.state = state;
    this.fair = fair;
    this.writer = writer;
    this.by = by;
    this.leaning = Array.from({ length: USERS }, () => dice.pick([0.1, 0.85, 0.9]));
  }

  /** Every user brings something, most of it money. */
  opening(): Command[] {
    const users = Array.from({ length: USERS }, (_, index) => index + 1);
    return users.flatMap((user) =>
      this.dice.chance(0.85) ? [this.bring(user), this.bring(user)] : [],
    );
  }

  next(): Command {
    const { dice } = this;
    const user = dice.between(1, USERS);
    switch (dice.weighted(WEIGHTS)) {
      case "order":
        return this.order(user);
      case "cancel":
        return this.cancel(user);
      case "bring":
        return this.bring(user);
      case "take":
        return this.take(user);
      case "repay":
        return this.repay(user);
    }
  }

  private drawAsset(): number {
    return this.dice.pick([1, USDT, USDT, USDT, 3, 5, 5, YEN]);
  }

  private bring(user: number): Command {
    const { dice } = this;
    const asset = dice.chance(0.02) ? 9 : this.drawAsset();
    const amount = this.fair.unitsWorth(asset, dice.between(2, 40));
    const areas = { from: "spot", to: dice.chance(0.03) ? "spot" : "margin" } as const;
    const sent = dice.chance(0.03) ? dice.pick([0n, -amount, amount * 10n ** 30n]) : amount;
    return { type: "Transfer", ...this.by(user), ...areas, asset, amount: sent };
  }

  /** So many USDT worth of an asset, and nothing odd about it. */
  bringing(user: number, asset: number, usdt: number): Command {
    const amount = this.fair.unitsWorth(asset, usdt);
    return { type: "Transfer", ...this.by(user), from: "spot", to: "margin", asset, amount };
  }

  /** A part of what is free, or all of it. */
  private take(user: number): Command {
    const asset = this.drawAsset();
    const free = freeOf(this.state.ledger, "margin", user, asset);
    const amount = (free * this.dice.pick([10n, 10n, 3n, 1n])) / 10n + this.dice.pick([0n, 0n, 1n]);
    return { type: "Transfer", ...this.by(user), from: "margin", to: "spot", asset, amount };
  }

  private repay(user: number): Command {
    const { dice, state } = this;
    const owed = findAccount(state.margin, user)?.debts ?? [];
    const debt = owed.length > 0 ? dice.pick(owed) : undefined;
    const all = owedOf(state.margin, debt);
    const asset = debt?.asset ?? dice.pick([USDT, 9]);
    const amount = dice.pick([0n, all / 3n, all, all + 5n, 1n, -1n]);
    return { type: "Repay", ...this.by(user), asset, amount };
  }

  private cancel(user: number): Command {
    const { dice, state } = this;
    const own = [...openOrdersOf(state.orders, { area: "margin", user })];
    const order = own.length > 0 && dice.chance(0.8) ? dice.pick(own) : undefined;
    const where = { pair: order?.market ?? dice.between(0, 6) };
    const id = order?.id ?? dice.between(1, state.orders.orderIdLast + 1);
    const isNamed = order !== undefined && order.clientId !== "" && dice.chance(0.5);
    const which = isNamed ? { order: 0, clientId: order.clientId } : { order: id, clientId: "" };
    return { type: "CancelMarginOrder", ...this.by(user), ...where, ...which };
  }

  /** What the user owns in margin, in USDT. */
  private equityOf(user: number): number {
    const { ledger, margin } = this.state;
    const debts = findAccount(margin, user)?.debts ?? [];
    return ASSETS.reduce((sum, _, index) => {
      const asset = index + 1;
      const { free = 0n, locked = 0n } = findBalance(ledger, "margin", user, asset) ?? {};
      const debt = debts.find((one) => one.asset === asset);
      return sum + this.fair.worthOf(asset, free + locked - owedOf(margin, debt));
    }, 0);
  }

  /** What the user could buy or sell by borrowing so many times the own money, in USDT. */
  reachOf(user: number, { base, quote }: Pair, side: Side, times: number): number {
    const { dice, state, fair } = this;
    const paid = side === "buy" ? quote : base;
    const free = freeOf(state.ledger, "margin", user, paid);
    const wanted = Math.max(this.equityOf(user), 1) * times;
    // Most know how much of it they may borrow at all.
    const { cap } = loanTermsOf(state.catalogue, paid);
    const owed = findDebt(findAccount(state.margin, user), paid)?.principal ?? 0n;
    const room =
      0.95 * fair.worthOf(paid, least(cap - owed, fundHeld(state.ledger, "loan_pool", paid)));
    const loan = dice.chance(0.8) && room > 1 ? Math.min(room, wanted) : wanted;
    return fair.worthOf(paid, free) + loan;
  }

  private order(user: number): Command {
    const { dice, state, writer } = this;
    if (dice.chance(0.1)) {
      const asked = writer.asked(writer.drawPair());
      return { type: "PlaceMarginOrder", ...this.by(user), ...asked };
    }
    const pairs = state.catalogue.pairs.filter(({ isMarginEnabled }) => isMarginEnabled);
    const pair = pairs.length > 0 ? dice.pick(pairs) : state.catalogue.pairs[0];
    const side = dice.chance(this.leaning[user - 1] ?? 0.5) ? "buy" : "sell";
    const drawn = present(pair, "a pair");
    const usdt = this.reachOf(user, drawn, side, dice.pick([0, 0.5, 1, 1.5, 1.9, 3]));
    return this.leveraged(user, drawn, side, usdt);
  }

  /** An order of about so many USDT. Most offer a little more than others ask, to trade at once. */
  leveraged(user: number, pair: Pair, side: Side, usdt: number): Command {
    const { dice } = this;
    const eager = dice.chance(0.7) ? (side === "buy" ? 1.01 : 0.99) : 1;
    const ticks = Math.max(1, Math.floor(this.writer.ticks(pair) * eager));
    const lots = this.fair.lotsWorth(pair, usdt);
    const isMarket = dice.chance(0.3);
    const amount = formatUnits(
      BigInt(ticks) * BigInt(lots),
      pair.pricePrecision + pair.quantityPrecision,
    );
    return {
      type: "PlaceMarginOrder",
      ...this.by(user),
      pair: pair.id,
      side,
      kind: isMarket ? "market" : "limit",
      price: isMarket ? "" : formatSteps(ticks, pair.pricePrecision),
      quantity: isMarket && side === "buy" ? amount : formatSteps(lots, pair.quantityPrecision),
      clientId: dice.chance(0.2) ? this.writer.clientId() : "",
      ...this.writer.instructed(pair, isMarket ? "market" : "limit", 0.02, 0.05),
    };
  }
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
