/**
 * The referee's own positions: what every user holds of each side of a contract, what it cost, the
 * margin behind it and what it has brought, by the letter of rulebook 1.4, 4.7 and 4.11 and as
 * slowly as it reads. Values are fractions; each is rounded where the rulebook says so.
 */
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { MarginMode, Side } from "../../../src/core/engine/orders/order.ts";

export interface Stake {
  readonly user: number;
  readonly contract: Contract["id"];
  readonly side: Side;
  readonly mode: MarginMode;
  volume: bigint;
  cost: bigint;
  openCost: bigint;
  margin: bigint;
  closeVolume: bigint;
  closeProfit: bigint;
  settleProfit: bigint;
  tradeFee: bigint;
  fundingReceived: bigint;
}

const RATE_ONE = 100_000_000n;

export function ceilDiv(top: bigint, bottom: bigint): bigint {
  const cut = top / bottom;
  return top > 0n && top % bottom !== 0n ? cut + 1n : cut;
}

/** What so many contracts are worth at a price: linear exact, inverse cut. */
export function valueAt(contract: Contract, lots: bigint, ticks: number): bigint {
  const { top, bottom } = worthAt(contract, lots, ticks);
  return top / bottom;
}

/** The same as a fraction. */
export function worthAt({ kind, unit }: Contract, lots: bigint, ticks: number) {
  if (kind === "linear") return { top: lots * unit * BigInt(ticks), bottom: 1n };
  return { top: lots * unit, bottom: BigInt(ticks) };
}

/** Linear longs and inverse shorts gain when the value grows. */
export function gainsByValue({ kind }: Contract, side: Side): boolean {
  return kind === "linear" ? side === "buy" : side === "sell";
}

/** NUM-COST-1: the part of a cost that leaves with some of the contracts. */
export function partOf(
  contract: Contract,
  held: { readonly side: Side; readonly volume: bigint; readonly cost: bigint },
  lots: bigint,
): bigint {
  if (lots === held.volume) return held.cost;
  const top = held.cost * lots;
  return gainsByValue(contract, held.side) ? ceilDiv(top, held.volume) : top / held.volume;
}

/** What closing some of it at a value brings. */
export function profitOf(
  contract: Contract,
  held: { readonly side: Side; readonly volume: bigint; readonly cost: bigint },
  { lots, value }: { lots: bigint; value: bigint },
): bigint {
  const part = partOf(contract, held, lots);
  return gainsByValue(contract, held.side) ? value - part : part - value;
}

/** FUT-VALUE-4: at a price, rounded down. */
export function unrealizedAt(contract: Contract, stake: Stake, ticks: number): bigint {
  const { top, bottom } = worthAt(contract, stake.volume, ticks);
  return gainsByValue(contract, stake.side)
    ? top / bottom - stake.cost
    : stake.cost - ceilDiv(top, bottom);
}

/** FUT-FUND-6: what a payer pays, rounded up, and what a receiver gets, rounded down. */
export function fundingOf(
  contract: Contract,
  { volume }: Stake,
  { rate, ticks, pays }: { rate: bigint; ticks: number; pays: boolean },
): bigint {
  const { top, bottom } = worthAt(contract, volume, ticks);
  return pays ? ceilDiv(top * rate, bottom * RATE_ONE) : (top * rate) / (bottom * RATE_ONE);
}

export class Stakes {
  private readonly byKey = new Map<string, Stake>();

  /** Those that hold something, oldest first. */
  all(): Iterable<Stake> {
    return this.byKey.values();
  }

  find(user: number, contract: number, side: Side): Stake | undefined {
    return this.byKey.get(keyOf(user, contract, side));
  }

  begin(user: number, contract: number, side: Side, mode: MarginMode): Stake {
    const nothing = { volume: 0n, cost: 0n, openCost: 0n, margin: 0n, closeVolume: 0n };
    const sums = { closeProfit: 0n, settleProfit: 0n, tradeFee: 0n, fundingReceived: 0n };
    const stake: Stake = { user, contract, side, mode, ...nothing, ...sums };
    this.byKey.set(keyOf(user, contract, side), stake);
    return stake;
  }

  end({ user, contract, side }: Stake): void {
    this.byKey.delete(keyOf(user, contract, side));
  }

  marginOf(user: number, coinOf: (contract: number) => number, coin: number): bigint {
    let sum = 0n;
    for (const stake of this.byKey.values()) {
      if (stake.user === user && coinOf(stake.contract) === coin) sum += stake.margin;
    }
    return sum;
  }
}

function keyOf(user: number, contract: number, side: Side): string {
  return `${user} ${contract} ${side}`;
}

/** FUT-SETTLE-6: what margin is left after a close; a deficit is borne by others. */
export function marginAfter(
  { margin, volume }: Stake,
  { lots, cash, isReduction }: { lots: bigint; cash: bigint; isReduction: boolean },
): bigint {
  if (lots === volume) return 0n;
  const released = isReduction ? 0n : (margin * lots) / volume;
  const rest = margin - released;
  const gained = released + cash;
  const after = gained > 0n && !isReduction ? rest : rest + gained;
  return after < 0n ? 0n : after;
}

/** A closing: contracts, what they were worth, what it cost, and whether the exchange forced it. */
export interface Closing {
  readonly lots: bigint;
  readonly value: bigint;
  readonly fee: bigint;
  readonly isReduction: boolean;
}

/** Takes the closed part out of a stake; tells the profit. */
export function closeStake(contract: Contract, stake: Stake, closing: Closing): bigint {
  const { lots, fee, isReduction } = closing;
  const profit = profitOf(contract, stake, closing);
  if (stake.mode === "isolated") {
    stake.margin = marginAfter(stake, { lots, cash: profit - fee, isReduction });
  }
  const openPart = partOf(contract, { ...stake, cost: stake.openCost }, lots);
  stake.cost -= partOf(contract, stake, lots);
  stake.openCost -= openPart;
  stake.volume -= lots;
  stake.closeVolume += lots;
  stake.closeProfit += profit;
  stake.tradeFee -= fee;
  return profit;
}
