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
  /** What an order for an amount may trade for, in ticks × lots; 0 of one for a quantity. */
  readonly budget: bigint;
  /** Its place among the orders of one price; undefined: its id says it. */
  readonly turn?: number | undefined;
  /** What it shows at a time; undefined or 0 of an order that shows all. */
  readonly slice?: bigint | undefined;
}

export interface NaiveRules {
  readonly selfTrade: "expire_taker" | "expire_maker" | "expire_both" | "none" | "decrement";
  readonly timeInForce: "gtc" | "ioc" | "fok" | "post_only";
  /** Lowest and highest price of a market order; undefined: any. */
  readonly range: { readonly isInside: (ticks: number) => boolean } | undefined;
}

export interface NaiveFill {
  readonly maker: number;
  readonly ticks: number;
  readonly lots: bigint;
}

/** What two orders of one user lose when they meet. */
export interface NaiveLoss {
  readonly loser: number;
  readonly ticks: number;
  readonly lots: bigint;
}

/** A trade, or a resting order of the same user that goes without one, or what both lose. */
export type NaiveStep = NaiveFill | NaiveLoss | { readonly expired: number };

export interface NaiveResult {
  readonly steps: readonly NaiveStep[];
  readonly status: "new" | "partially_filled" | "filled" | "canceled";
  /** What stopped it, if anything did. */
  readonly stop: "range" | "own_order" | "fok" | "post_only" | "empty_book" | undefined;
  /** Whether all that it wanted was traded, or no more of it could be paid for. */
  readonly isDone: boolean;
  /** What it still wanted when it stopped, in lots, or in ticks × lots of an amount; and whether it lost any to its user's own. */
  readonly left: bigint;
  readonly hasLost: boolean;
}

interface Resting {
  readonly id: number;
  readonly user: number;
  readonly side: "buy" | "sell";
  readonly ticks: number;
  readonly slice: bigint;
  turn: number;
  /** Of the slice that shows. */
  lots: bigint;
  hidden: bigint;
}

export class NaiveBook {
  private resting: Resting[] = [];

  /** The orders of a side in the order in which they trade. */
  queue(side: "buy" | "sell"): Resting[] {
    const better = side === "buy" ? -1 : 1;
    return this.resting
      .filter((order) => order.side === side)
      .sort((a, b) => better * (a.ticks - b.ticks) || a.turn - b.turn);
  }

  rest(
    order: Pick<NaiveOrder, "id" | "user" | "side" | "ticks" | "lots" | "turn" | "slice">,
  ): void {
    const { id, user, side, ticks, lots: all, turn = id, slice = 0n } = order;
    const lots = slice > 0n && slice < all ? slice : all;
    this.resting.push({ id, user, side, ticks, lots, hidden: all - lots, turn, slice });
  }

  /** What of an order rests, seen or not. */
  hiddenOf(id: number): bigint {
    return this.resting.find((one) => one.id === id)?.hidden ?? 0n;
  }

  remove(id: number): void {
    this.resting = this.resting.filter((order) => order.id !== id);
  }

  reduce(id: number, lots: bigint): void {
    const order = this.resting.find((one) => one.id === id);
    if (!order) throw new Error(`order ${id} does not rest`);
    order.lots -= lots;
    if (order.lots < 0n) throw new Error(`order ${id} gives more than it has`);
    if (order.lots > 0n) return;
    this.remove(id);
    if (order.hidden > 0n) this.showNext(order);
  }

  /** SPOT-ICE-3: behind all that stand there, and before whatever comes with the next id. */
  private showNext({ hidden, ...order }: Resting): void {
    const last = Math.max(order.turn, ...this.resting.map(({ turn }) => turn));
    this.rest({ ...order, lots: hidden, turn: last + 0.001 });
  }

  /** SPOT-REPLACE-3: less of it, in the same place. */
  amend(id: number, lots: bigint): void {
    const order = this.resting.find((one) => one.id === id);
    if (!order) throw new Error(`order ${id} does not rest`);
    order.lots = lots;
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
    const { timeInForce } = rules;
    const nothing = { steps: [], left: taker.lots, hasLost: false } as const;
    const before = { ...nothing, status: "canceled", isDone: false } as const;
    if (timeInForce === "post_only" && this.facing(taker).length > 0) {
      return { ...before, stop: "post_only" };
    }
    if (timeInForce === "fok" && !this.wouldFill(taker, rules)) return { ...before, stop: "fok" };
    return this.trade(taker, rules);
  }

  /** The orders that it crosses, in the order in which they trade. */
  private facing(taker: NaiveOrder): Resting[] {
    return this.queue(otherSide(taker)).filter((maker) => reaches(taker, maker));
  }

  /** SPOT-TIF-3: only what would really trade counts. */
  wouldFill(taker: NaiveOrder, { selfTrade }: Pick<NaiveRules, "selfTrade">): boolean {
    const isOwn = (maker: Resting) => maker.user === taker.user && selfTrade !== "none";
    const facing = this.facing(taker);
    const end = selfTrade === "expire_maker" ? -1 : facing.findIndex(isOwn);
    const counted = (end < 0 ? facing : facing.slice(0, end)).filter((maker) => !isOwn(maker));
    // What others hide at the price of an own order comes behind it.
    const ended = end < 0 ? undefined : facing[end]?.ticks;
    const allOf = ({ ticks, lots, hidden }: Resting) => (ticks === ended ? lots : lots + hidden);
    return counted.reduce((sum, maker) => sum + allOf(maker), 0n) >= taker.lots;
  }

  private trade(taker: NaiveOrder, rules: NaiveRules): NaiveResult {
    const steps: NaiveStep[] = [];
    const spends = taker.budget > 0n;
    let left = spends ? taker.budget : taker.lots;
    let executed = 0n;
    let lost = 0n;
    let stop: NaiveResult["stop"];
    for (let [maker] = this.facing(taker); maker; [maker] = this.facing(taker)) {
      const { ticks } = maker;
      const wanted = spends ? left / BigInt(maker.ticks) : left;
      if (wanted === 0n) break;
      const isOutside = taker.kind === "market" && rules.range?.isInside(maker.ticks) === false;
      const isOwn = rules.selfTrade !== "none" && maker.user === taker.user;
      if (isOutside) stop = "range";
      else if (isOwn && rules.selfTrade.startsWith("expire") && rules.selfTrade !== "expire_maker")
        stop = "own_order";
      const isExpired = rules.selfTrade === "expire_maker" || rules.selfTrade === "expire_both";
      if (isOwn && !isOutside && isExpired) {
        steps.push({ expired: maker.id });
        this.remove(maker.id);
      }
      if (stop) break;
      if (isOwn && isExpired) continue;
      const room = LOTS_MAX - executed - lost;
      const lots = [wanted, maker.lots, room].reduce((a, b) => (a < b ? a : b));
      if (lots === 0n) break;
      const at = { ticks, lots };
      steps.push(isOwn ? { loser: maker.id, ...at } : { maker: maker.id, ...at });
      if (isOwn) lost += lots;
      else executed += lots;
      left -= spends ? lots * BigInt(maker.ticks) : lots;
      this.reduce(maker.id, lots);
      // SPOT-UNIT-3: what an amount leaves of a bid is in front of all lower ones.
      if (maker.lots > 0n) break;
    }
    const end = this.finish(taker, rules, {
      left,
      stop,
      hasTraded: executed > 0n,
      hasLost: lost > 0n,
    });
    const isEmpty = taker.kind === "market" && this.queue(otherSide(taker)).length === 0;
    const stopped = stop ?? (isEmpty && !end.isDone ? "empty_book" : undefined);
    return { steps, stop: stopped, ...end, left, hasLost: lost > 0n };
  }

  private finish(
    taker: NaiveOrder,
    { timeInForce }: NaiveRules,
    ended: { left: bigint; stop: NaiveResult["stop"]; hasTraded: boolean; hasLost: boolean },
  ): Pick<NaiveResult, "status" | "isDone"> {
    const { left, stop, hasTraded, hasLost } = ended;
    if (taker.kind === "market") {
      const next = this.queue(otherSide(taker))[0];
      const isSpent = taker.budget > 0n && next !== undefined && left < BigInt(next.ticks);
      const isDone = stop === undefined && (left === 0n || isSpent);
      return { status: hasTraded && isDone && !hasLost ? "filled" : "canceled", isDone };
    }
    if (left === 0n) return { status: hasLost ? "canceled" : "filled", isDone: true }; // SPOT-STP-6
    if (stop || timeInForce === "ioc") return { status: "canceled", isDone: false };
    this.rest({ ...taker, lots: left });
    return { status: hasTraded ? "partially_filled" : "new", isDone: false };
  }
}

function otherSide({ side }: NaiveOrder): "buy" | "sell" {
  return side === "buy" ? "sell" : "buy";
}

function reaches(taker: NaiveOrder, maker: Resting): boolean {
  if (taker.kind === "market") return true;
  return taker.side === "buy" ? maker.ticks <= taker.ticks : maker.ticks >= taker.ticks;
}
