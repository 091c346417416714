/**
 * The order book as slow and as obvious as can be: an array, sorted whenever it is looked at. The
 * model for the fast book and for matching. It shares no code with them.
 */

/** The most lots an order can hold or execute. */
const LOTS_MAX = 2n ** 53n - 1n;

export interface NaiveOrder {
  readonly id: number;
  readonly user: number;
  readonly side: "buy" | "sell";
  readonly kind: "limit" | "market";
  readonly ticks: number;
  readonly lots: bigint;
  /** What a market buy may spend, in ticks × lots. */
  readonly budget: bigint;
}

export interface NaiveRules {
  readonly stopsSelfTrade: boolean;
  /** Lowest and highest price of a market order; undefined: any. */
  readonly range: { readonly isInside: (ticks: number) => boolean } | undefined;
}

export interface NaiveFill {
  readonly maker: number;
  readonly ticks: number;
  readonly lots: bigint;
}

export interface NaiveResult {
  readonly fills: readonly NaiveFill[];
  readonly status: "new" | "partially_filled" | "filled" | "canceled";
  /** What stopped it, if anything did. */
  readonly stop: "range" | "own_order" | undefined;
}

interface Resting {
  readonly id: number;
  readonly user: number;
  readonly side: "buy" | "sell";
  readonly ticks: number;
  lots: bigint;
}

export class NaiveBook {
  private resting: Resting[] = [];

  /** The orders of a side in the order in which they trade. */
  queue(side: "buy" | "sell"): Resting[] {
    const better = side === "buy" ? -1 : 1;
    return this.resting
      .filter((order) => order.side === side)
      .sort((a, b) => better * (a.ticks - b.ticks) || a.id - b.id);
  }

  rest(order: Pick<NaiveOrder, "id" | "user" | "side" | "ticks" | "lots">): void {
    const { id, user, side, ticks, lots } = order;
    this.resting.push({ id, user, side, ticks, lots });
  }

  remove(id: number): void {
    this.resting = this.resting.filter((order) => order.id !== id);
  }

  reduce(id: number, lots: bigint): void {
    const order = this.resting.find((one) => one.id === id);
    if (!order) throw new Error(`order ${id} does not rest`);
    order.lots -= lots;
    if (order.lots < 0n) throw new Error(`order ${id} gives more than it has`);
    if (order.lots === 0n) this.remove(id);
  }

  depth(side: "buy" | "sell"): { ticks: number; lots: bigint }[] {
    const levels: { ticks: number; lots: bigint }[] = [];
    for (const { ticks, lots } of this.queue(side)) {
      const last = levels.at(-1);
      if (last?.ticks === ticks) last.lots += lots;
      else levels.push({ ticks, lots });
    }
    return levels;
  }

  /** Everything that rests, for comparison: id and what remains, in trading order. */
  content(): string[] {
    return [...this.queue("buy"), ...this.queue("sell")].map(
      ({ id, side, ticks, lots }) => `${id} ${side} ${lots} @ ${ticks}`,
    );
  }

  /** Matches an order and lets a limit's rest stand, by the letter of rulebook 2.4 and 2.7. */
  place(taker: NaiveOrder, rules: NaiveRules): NaiveResult {
    const fills: NaiveFill[] = [];
    const spends = taker.kind === "market" && taker.side === "buy";
    let left = spends ? taker.budget : taker.lots;
    let stop: NaiveResult["stop"];
    for (const maker of this.queue(taker.side === "buy" ? "sell" : "buy")) {
      const wanted = spends ? left / BigInt(maker.ticks) : left;
      if (wanted === 0n || !reaches(taker, maker)) break;
      const isOutside = taker.kind === "market" && rules.range?.isInside(maker.ticks) === false;
      if (isOutside) stop = "range";
      else if (rules.stopsSelfTrade && maker.user === taker.user) stop = "own_order";
      if (stop) break;
      const executed = fills.reduce((sum, fill) => sum + fill.lots, 0n);
      const lots = [wanted, maker.lots, LOTS_MAX - executed].reduce((a, b) => (a < b ? a : b));
      if (lots === 0n) break;
      fills.push({ maker: maker.id, ticks: maker.ticks, lots });
      left -= spends ? lots * BigInt(maker.ticks) : lots;
      this.reduce(maker.id, lots);
    }
    const end = { isStopped: stop !== undefined, hasTraded: fills.length > 0 };
    return { fills, stop, status: this.finish(taker, left, end) };
  }

  private finish(
    taker: NaiveOrder,
    left: bigint,
    { isStopped, hasTraded }: { isStopped: boolean; hasTraded: boolean },
  ): NaiveResult["status"] {
    if (taker.kind === "market") {
      const next = this.queue(taker.side === "buy" ? "sell" : "buy")[0];
      const isSpent = taker.side === "buy" && next !== undefined && left < BigInt(next.ticks);
      return hasTraded && (left === 0n || isSpent) ? "filled" : "canceled";
    }
    if (left === 0n) return "filled";
    if (isStopped) return "canceled";
    this.rest({ ...taker, lots: left });
    return hasTraded ? "partially_filled" : "new";
  }
}

function reaches(taker: NaiveOrder, maker: Resting): boolean {
  if (taker.kind === "market") return true;
  return taker.side === "buy" ? maker.ticks <= taker.ticks : maker.ticks >= taker.ticks;
}
