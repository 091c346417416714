/**
 * The users who trade contracts. They bring money, choose leverage and mode, open and close, at once or
 * on a condition, move margin, take out what they may; and ask for what they may not have.
 */

import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { availableOf } from "../../../src/core/engine/futures/account.ts";
import {
  contractAccountsOf,
  findContractAccount,
  isModeFree,
} from "../../../src/core/engine/futures/contract-account.ts";
import { valueMaxFor } from "../../../src/core/engine/futures/contract-value.ts";
import type { PlaceFuturesOrder } from "../../../src/core/engine/futures/futures-commands.ts";
import type { ContractAccount, Position } from "../../../src/core/engine/futures/futures-state.ts";
import { freeOf } from "../../../src/core/engine/ledger/ledger.ts";
import type { MarginMode, Side, Trigger } from "../../../src/core/engine/orders/order.ts";
import { openOrdersOf } from "../../../src/core/engine/read/orders.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { formatSteps, formatUnits } from "../../../src/core/money/decimal.ts";
import type { Dice } from "../dice.ts";
import type { Asker, Belongings } from "./borrowers.ts";
import type { FairPrices } from "./fair-prices.ts";
import { USDT, USERS } from "./market.ts";
import type { OrderWriter } from "./order-writer.ts";

const WEIGHTS = {
  open: 34,
  close: 20,
  condition: 13,
  cancel: 5,
  cancelAll: 2,
  lever: 11,
  mode: 3,
  margin: 10,
  bring: 5,
  take: 5,
  odd: 12,
} as const;

/** What an order may ask for beside what is usual. */
export type Wish = Partial<PlaceFuturesOrder> & { readonly ticks?: number };

export class Speculators {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly fair: FairPrices;
  private readonly writer: OrderWriter;
  private readonly by: (user: number) => Asker;

  constructor({ dice, state, fair, writer, by }: Belongings) {
    this.dice = dice;
    this.state = state;
    this.fair = fair;
    this.writer = writer;
    this.by = by;
  }

  /** Every user brings some of each coin. */
  opening(coins: readonly number[]): Command[] {
    const users = Array.from({ length: USERS }, (_, index) => index + 1);
    return users.flatMap((user) =>
      coins.map((coin) => this.bringing(user, coin, this.dice.between(20, 90))),
    );
  }

  next(): Command {
    const { dice } = this;
    const user = dice.between(1, USERS);
    const contract = this.drawContract();
    switch (dice.weighted(WEIGHTS)) {
      case "open":
        return this.open(user, contract);
      case "close":
        return this.close(user);
      case "condition":
        return this.condition(user, contract);
      case "cancel":
        return this.cancel(user);
      case "cancelAll":
        return { type: "CancelAllFutures", ...this.by(user), contract: dice.pick([0, 1, 2, 9]) };
      case "lever":
        return this.lever(user, contract);
      case "mode":
        return this.moding(user, contract.id, dice.pick(["cross", "isolated"]));
      case "margin":
        return this.margin(user);
      case "bring":
        return this.bringing(user, dice.pick([USDT, 1, contract.marginCoin]), dice.between(5, 60));
      case "take":
        return this.take(user, contract.marginCoin);
      case "odd":
        return this.odd(user, contract);
    }
  }

  drawContract(): Contract {
    const { contracts } = this.state.catalogue;
    const listed = contracts.filter(({ status }) => status !== "delisted");
    return this.dice.pick(listed.length > 0 ? listed : contracts);
  }

  bringing(user: number, asset: number, usdt: number): Command {
    const { dice, state } = this;
    const from = dice.chance(0.04) ? "margin" : "spot";
    const wanted = this.fair.unitsWorth(asset, usdt);
    const free = freeOf(state.ledger, "spot", user, asset);
    const amount = wanted > free && free > 0n && dice.chance(0.9) ? free : wanted;
    return { type: "Transfer", ...this.by(user), from, to: "futures", asset, amount };
  }

  /** A part of what the user may take, all of it, or a little more. */
  private take(user: number, asset: number): Command {
    const { dice, state } = this;
    const most = availableOf(state, user, asset);
    const amount = (most * dice.pick([10n, 5n, 5n, 3n])) / 10n + dice.pick([0n, 0n, 1n]);
    const to = dice.pick(["spot", "spot", "margin"] as const);
    return { type: "Transfer", ...this.by(user), from: "futures", to, asset, amount };
  }

  /** All that the user may take of a coin. */
  stripping({ user, contract }: { user: number; contract: Contract }): Command {
    const asset = contract.marginCoin;
    const amount = availableOf(this.state, user, asset);
    return { type: "Transfer", ...this.by(user), from: "futures", to: "spot", asset, amount };
  }

  /** Mostly where the user holds something, which may be too much for it. */
  private lever(user: number, drawn: Contract): Command {
    const { dice } = this;
    const [held] = this.heldBy(user).sort((one, other) => other.volume - one.volume);
    const contract = held && dice.chance(0.7) ? held.contractAccount.market.contract : drawn;
    return this.levering(user, contract, dice.pick([1, 20, 50, 100, 100, 100, 0, 101]));
  }

  levering(user: number, { id }: Contract, leverage: number): Command {
    return { type: "SetLeverage", ...this.by(user), contract: id, leverage };
  }

  private moding(user: number, contract: number, mode: MarginMode): Command {
    const where = this.dice.chance(0.05) ? 9 : contract;
    return { type: "SetMarginMode", ...this.by(user), contract: where, mode };
  }

  /** Into an isolated position and out of it; sometimes another user's, or a cross one. */
  private margin(user: number): Command {
    const { dice } = this;
    const held = this.heldBy(dice.chance(0.9) ? user : dice.between(1, USERS));
    const alone = held.filter(({ contractAccount }) => contractAccount.mode === "isolated");
    const drawn = alone.length > 0 && dice.chance(0.9) ? alone : held;
    const position = drawn.length > 0 ? dice.pick(drawn) : undefined;
    const size = (position?.margin ?? 1000n) / dice.pick([10n, 3n, 1n]);
    const amount = dice.pick([size, size, size, -size, size * 10n ** 9n]);
    const id = position?.id ?? dice.between(0, 9);
    return { type: "MovePositionMargin", ...this.by(user), position: id, amount };
  }

  heldBy(user: number): Position[] {
    const contractAccounts = contractAccountsOf(this.state.futures, user);
    return contractAccounts
      .flatMap(({ long, short }) => [long, short])
      .filter((held) => held !== undefined);
  }

  /** What the leverage makes of a part of what the user has, in lots at the fair price. */
  reachOf(user: number, contract: Contract, share: number): number {
    const { state, dice } = this;
    const available = availableOf(state, user, contract.marginCoin);
    const contractAccount = findContractAccount(state.futures, user, contract.id);
    const leverage =
      contractAccount?.leverage ?? Math.min(contract.leverageDefault, contract.leverageMax);
    // The fee comes on top, and a loss against the mark.
    const parts = Math.floor((share * 1000 * leverage) / (1 + leverage / 800));
    const wanted = (available * BigInt(parts)) / 1000n;
    // Most know how much their leverage allows at all.
    const most = (valueMaxFor(contract, leverage) * 9n) / 10n;
    const units = wanted > most && dice.chance(0.95) ? most : wanted;
    const ticks = this.fair.contractTicks(contract);
    const lots = Number(lotsFor(contract, units, ticks));
    const room = Number(lotsFor(contract, most, ticks)) - heldAt(contractAccount);
    return Math.max(dice.between(1, 3), lots > room && dice.chance(0.95) ? room : lots);
  }

  private open(user: number, contract: Contract): Command {
    const { dice } = this;
    const side = dice.pick(["buy", "sell"] as const);
    const lots = this.reachOf(user, contract, dice.pick([0.02, 0.1, 0.3, 0.6, 1.2]));
    const timeInForce = this.drawForce();
    return this.order(user, contract, { action: "open", side, quantity: `${lots}`, timeInForce });
  }

  private drawForce(): PlaceFuturesOrder["timeInForce"] {
    return this.dice.pick(["gtc", "gtc", "gtc", "gtc", "ioc", "fok", "post_only"]);
  }

  /** Some, all or more of what the user holds. */
  private close(user: number): Command {
    const { dice } = this;
    const held = this.heldBy(user);
    const position = held.length > 0 ? dice.pick(held) : undefined;
    if (!position) return this.open(user, this.drawContract());
    const lots = Math.max(1, Math.floor(position.volume * dice.pick([0.1, 0.4, 1, 1, 1.1])));
    const wish: Wish = { quantity: `${lots}`, timeInForce: this.drawForce() };
    return this.closing(position, wish);
  }

  /** An order that closes, whatever the mode of its position. */
  closing({ contractAccount, side }: Position, wish: Wish): Command {
    const { user, market, mode } = contractAccount;
    const against = side === "buy" ? "sell" : "buy";
    return this.order(user, market.contract, { action: "close", side: against, mode, ...wish });
  }

  private condition(user: number, contract: Contract): Command {
    const { dice } = this;
    const held = this.heldBy(user);
    const trigger = dice.pick(["stop_loss", "stop_gain", "up", "down"] as const);
    const wish = { trigger, triggerPrice: this.near(contract) };
    if (held.length > 0 && dice.chance(0.6)) {
      const position = dice.pick(held);
      const own = position.contractAccount.market.contract;
      const quantity = `${Math.max(1, Math.floor(position.volume / dice.pick([1, 2, 4])))}`;
      return this.closing(position, { ...wish, quantity, triggerPrice: this.near(own) });
    }
    const side = dice.pick(["buy", "sell"] as const);
    const quantity = `${this.reachOf(user, contract, dice.pick([0.1, 0.4]))}`;
    const waits: Trigger = dice.chance(0.05) ? trigger : dice.pick(["up", "down"]);
    return this.order(user, contract, { ...wish, action: "open", side, quantity, trigger: waits });
  }

  /** A price that a few trades reach. */
  private near(contract: Contract): string {
    const factor = 1 + this.dice.between(-25, 25) / 1000;
    const ticks = Math.max(1, Math.floor(this.fair.contractTicks(contract) * factor));
    return formatSteps(ticks, contract.pricePrecision);
  }

  /** An order about the fair price; a quarter of those for now are market orders. */
  order(user: number, contract: Contract, wish: Wish): Command {
    const { dice } = this;
    const { ticks = this.drawTicks(contract), ...said } = wish;
    const isNow = (said.timeInForce ?? "gtc") === "gtc" && wish.ticks === undefined;
    const isMarket = isNow && dice.chance(0.25);
    const mode = this.modeAt(user, contract);
    const asked: PlaceFuturesOrder = {
      type: "PlaceFuturesOrder",
      ...this.by(user),
      contract: contract.id,
      side: "buy",
      kind: isMarket ? "market" : "limit",
      action: "open",
      mode,
      timeInForce: "gtc",
      trigger: "none",
      quantity: "1",
      triggerPrice: "",
      price: isMarket ? "" : formatSteps(ticks, contract.pricePrecision),
      clientId: dice.chance(0.2) ? this.writer.clientId().slice(0, 31) : "",
      ...said,
    };
    const isValue = asked.kind === "market" && asked.action === "open";
    return isValue ? { ...asked, quantity: this.valueOf(contract, asked.quantity) } : asked;
  }

  modeAt(user: number, contract: Contract): MarginMode {
    const contractAccount = findContractAccount(this.state.futures, user, contract.id);
    const drawn = this.dice.pick(["cross", "isolated"] as const);
    return contractAccount && !isModeFree(contractAccount) && this.dice.chance(0.96)
      ? contractAccount.mode
      : drawn;
  }

  private drawTicks(contract: Contract): number {
    const { dice } = this;
    const fair = this.fair.contractTicks(contract);
    const off = dice.chance(0.04) ? dice.pick([-450, -120, 120, 450]) : dice.between(-8, 8);
    return Math.max(1, Math.floor((fair * (1000 + off)) / 1000));
  }

  /** What so many contracts are worth, as text, for a market order that opens. */
  private valueOf(contract: Contract, lots: string): string {
    const ticks = this.fair.contractTicks(contract);
    const whole = BigInt(lots);
    const { kind, unit, scale } = contract;
    const units = kind === "linear" ? whole * BigInt(ticks) * unit : (whole * unit) / BigInt(ticks);
    return formatUnits(units + BigInt(this.dice.between(1, 99)), scale);
  }

  private cancel(user: number): Command {
    const { dice, state } = this;
    const own = [...openOrdersOf(state.orders, { area: "futures", user })];
    const order = own.length > 0 && dice.chance(0.85) ? dice.pick(own) : undefined;
    const contract = order?.market ?? dice.between(0, 4);
    const isNamed = order !== undefined && order.clientId !== "" && dice.chance(0.5);
    const id = order?.id ?? dice.between(1, state.orders.orderIdLast + 1);
    const which = isNamed ? { order: 0, clientId: order.clientId } : { order: id, clientId: "" };
    return { type: "CancelFuturesOrder", ...this.by(user), contract, ...which };
  }

  private odd(user: number, contract: Contract): Command {
    const { dice } = this;
    const tooFine = `1.${"0".repeat(contract.pricePrecision)}1`;
    const wait = { trigger: "up", triggerPrice: "1" } as const;
    const wish = dice.pick<Wish>([
      { contract: dice.pick([0, 9]) },
      { price: "", kind: "limit" },
      { price: dice.pick(["0", "-1", "9".repeat(30)]), kind: "limit" },
      { price: tooFine, kind: "limit" },
      { quantity: dice.pick(["0", "-3", "1.5", "9".repeat(30)]), kind: "limit" },
      { ...wait, triggerPrice: dice.pick(["0", "-1", tooFine, tooFine]) },
      { ...wait, trigger: "stop_loss", action: "open" },
      { kind: "market", price: "", timeInForce: dice.pick(["fok", "post_only"]), action: "close" },
      { quantity: "1", kind: "limit" },
      { clientId: dice.pick(["a b", "x".repeat(32)]) },
    ]);
    const rest = { quantity: "2", action: dice.pick(["open", "close"] as const) };
    return this.order(user, contract, { ...rest, timeInForce: "ioc", ...wish });
  }
}

/** The larger of what is held or wanted long and short. */
function heldAt(contractAccount: ContractAccount | undefined): number {
  if (!contractAccount) return 0;
  const { long, short, openingLong, openingShort } = contractAccount;
  return Math.max((long?.volume ?? 0) + openingLong.lots, (short?.volume ?? 0) + openingShort.lots);
}

/** How many contracts are worth so many units of their coin. */
export function lotsFor({ kind, unit }: Contract, units: bigint, ticks: number): bigint {
  return kind === "linear" ? units / (BigInt(ticks) * unit) : (units * BigInt(ticks)) / unit;
}

/** The other side of a trade. */
export function otherSide(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}
