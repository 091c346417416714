/**
 * The naive books of the referee, and what the order that is just being matched still has to do: its trades, the
 * resting orders of its user that go, and how it ends. Rules SPOT-MATCH-1 to SPOT-MATCH-6, SPOT-TIF-1 to SPOT-TIF-5,
 * SPOT-STP-1 to SPOT-STP-8, SPOT-BAND-3.
 */
import { present } from "../../../src/core/base/assert.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { EndReason } from "../../../src/core/engine/orders/end-reasons.ts";
import type { SelfTrade } from "../../../src/core/engine/orders/instructions.ts";
import type { OrderStatus } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { MatchPrevented, Traded } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { contentOf } from "../../support/book-content.ts";
import { NaiveBook, type NaiveResult, type NaiveStep } from "../../support/naive-book.ts";
import type { Tally } from "../tally.ts";
import { claim } from "./claim.ts";

interface Due extends Pick<NaiveResult, "status" | "stop" | "left"> {
  readonly steps: NaiveStep[];
  readonly reason: EndReason | undefined;
  readonly mode: SelfTrade;
}

/** An order that meets the book, and what stops it. */
interface Incoming {
  readonly order: OrderDetails;
  readonly pair: Pair;
  /** What a range is around; undefined: there is none. */
  readonly reference: number | undefined;
  readonly isForced: boolean;
  /** Its place behind others; undefined: its id says it. */
  readonly turn: number | undefined;
}

export class Matches {
  private readonly tally: Tally;
  private readonly queues = new Map<number, NaiveBook>();
  private due: Due | undefined;

  constructor(tally: Tally) {
    this.tally = tally;
  }

  get isMatching(): boolean {
    return this.due !== undefined;
  }

  list(pair: number): void {
    if (!this.queues.has(pair)) this.queues.set(pair, new NaiveBook());
  }

  bookOf(pair: number): NaiveBook {
    return present(this.queues.get(pair), `book ${pair}`);
  }

  begin({ order, pair, reference, isForced, turn }: Incoming): void {
    const isInside = (ticks: number) => {
      const [value, last] = [BigInt(ticks) * 100_000_000n, BigInt(reference ?? 0)];
      if (!isLockedFor(order, ticks)) return false;
      return value >= last * BigInt(pair.rangeDown) && value <= last * BigInt(pair.rangeUp);
    };
    const selfTrade = isForced ? "none" : (order.instructions?.selfTrade ?? pair.selfTrade); // MARG-LIQ-4
    const book = this.bookOf(pair.id);
    const slice = BigInt(order.instructions?.slice ?? 0);
    const taker = { ...order, lots: BigInt(order.lots), turn, slice };
    const result = book.place(taker, {
      selfTrade,
      timeInForce: order.instructions?.timeInForce ?? "gtc",
      range: reference === undefined ? undefined : { isInside },
    });
    const reason = reasonOf(order, result);
    this.due = { ...result, steps: [...result.steps], reason, mode: selfTrade };
    this.tallyMatch(order, result);
    const isForOwn = result.stop === "fok" && book.wouldFill(taker, { selfTrade: "none" });
    if (isForOwn) this.tally.count("fok killed for an own order");
    const isOwn = (step: NaiveStep) => "expired" in step || "loser" in step;
    const hasMetOwn = result.stop === "own_order" || result.steps.some(isOwn);
    if (order.instructions && hasMetOwn) this.tally.count(`own order met: ${selfTrade}`);
  }

  private tallyMatch(order: OrderDetails, { status, steps, stop }: NaiveResult): void {
    const { area, kind, instructions } = order;
    const hasTraded = steps.some((step) => "maker" in step);
    this.tally.count(`taker ${kind} ${status}`);
    if (stop === "range") this.tally.count("stopped by range");
    if (stop === "own_order") this.tally.count(`stopped by own_order: ${kind}`);
    if (kind === "market" && !hasTraded) this.tally.count("market order that traded nothing");
    if (!instructions) return;
    const { timeInForce } = instructions;
    this.tally.count(`${area} ${kind} ${timeInForce} ${hasTraded ? "traded, " : ""}${status}`);
  }

  private next(): NaiveStep | undefined {
    return present(this.due, "a match").steps.shift();
  }

  trade({ id, ticks, lots, makerOrder }: Traded): void {
    const step = this.next();
    const fill = step && "maker" in step ? step : undefined;
    const isDue = fill?.maker === makerOrder && fill.ticks === ticks && fill.lots === BigInt(lots);
    claim(
      isDue,
      `SPOT-MATCH-1 trade ${id} of ${lots} @ ${ticks} with ${makerOrder} is the next due`,
    );
  }

  /** SPOT-STP-6, SPOT-STP-7: two orders of one user have met. */
  prevent(event: MatchPrevented, room: bigint): void {
    const { id, ticks, mode, makerOrder, makerLots, takerLots } = event;
    const { steps, left, stop, mode: due } = present(this.due, "a match");
    claim(mode === due, `SPOT-STP-7 match ${id} was prevented as its taker asked for`);
    this.tally.count(`match prevented: ${mode}`);
    if (mode === "decrement") {
      const step = this.next();
      const isDue =
        step !== undefined &&
        "loser" in step &&
        step.loser === makerOrder &&
        step.ticks === ticks &&
        step.lots === BigInt(makerLots) &&
        makerLots === takerLots;
      claim(isDue, `SPOT-STP-6 both lose ${makerLots} @ ${ticks} in match ${id}`);
      return;
    }
    const [next] = steps;
    const isMakers = next !== undefined && "expired" in next && next.expired === makerOrder;
    claim(isMakers === makerLots > 0, `SPOT-STP-7 match ${id} costs order ${makerOrder} its rest`);
    claim(
      (stop === "own_order") === takerLots > 0,
      `SPOT-STP-7 match ${id} costs the taker its rest`,
    );
    if (takerLots > 0) {
      // SPOT-MATCH-5: no more than a number holds.
      const isLeft = [left, left / BigInt(ticks), room].includes(BigInt(takerLots));
      claim(
        isLeft && BigInt(takerLots) <= room,
        `SPOT-STP-7 the taker of match ${id} loses ${left}, not ${takerLots}`,
      );
    }
  }

  /** SPOT-STP-4: a resting order of the same user goes without a trade. */
  expire(id: number): void {
    const step = this.next();
    const isDue = step !== undefined && "expired" in step && step.expired === id;
    claim(isDue, `SPOT-STP-4 order ${id} is canceled for the order of its user`);
  }

  end({ id }: OrderDetails, status: OrderStatus, reason: EndReason | undefined): void {
    const { steps, status: due, reason: dueReason } = present(this.due, "a match");
    claim(steps.length === 0, `SPOT-MATCH-3 order ${id} has made all its trades`);
    claim(status === due, `SPOT-STATE order ${id} is ${due} after matching, not ${status}`);
    claim(reason === dueReason, `SPOT-TIF-1 order ${id} ended for ${dueReason}, not ${reason}`);
    this.due = undefined;
  }

  inspect(state: ExchangeState, pair: number): void {
    const content = contentOf(present(state.books[pair - 1], `book ${pair}`));
    const naive = this.bookOf(pair).content();
    claim(content.join() === naive.join(), `I-5 book ${pair} equals the naive book`);
  }

  inspectAll(state: ExchangeState): void {
    for (const pair of this.queues.keys()) this.inspect(state, pair);
  }
}

/** SPOT-TRAIL-4: whether a market order that trailed can pay at a price for all that it asked for. */
function isLockedFor({ instructions, side, lots, budget, ...order }: OrderDetails, ticks: number) {
  if (!instructions?.delta || !instructions.unit) return true;
  if (side === "buy") return budget > 0n || ticks <= order.ticks;
  return BigInt(lots) * BigInt(ticks) >= budget;
}

/** Why an order ends when it is canceled after it came. */
function reasonOf(
  { instructions, kind }: OrderDetails,
  { status, stop, isDone, hasLost }: NaiveResult,
): EndReason | undefined {
  if (status !== "canceled") return undefined;
  if (stop === "own_order" || (isDone && hasLost)) return "self_trade"; // SPOT-STP-1, SPOT-STP-6
  if (stop === "range") return "out_of_range";
  if (stop === "empty_book") return "empty_book";
  if (stop === "fok") return "fill_or_kill";
  if (stop === "post_only") return "post_only";
  if (instructions?.timeInForce === "ioc" && kind === "limit") return "immediate_or_cancel";
  return isDone ? "below_one_step" : undefined;
}
