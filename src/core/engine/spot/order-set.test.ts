/** Orders with instructions, at random, against a market as slow and as obvious as can be. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { type NaiveAsked, NaiveMarket } from "../../../../test/support/naive-market.ts";
import { runs } from "../../../../test/support/runs.ts";
import { ordersAt } from "../book/book.ts";
import { levelsOf } from "../book/ladder.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";

const PLENTY = { A: "1000000", B: "100000000" };
const RULES = { pricePrecision: 0, quantityPrecision: 0, selfTrade: "none" } as const;
const MARKET = { base: "A", quote: "B", scales: { A: 0, B: 0 }, rules: RULES };

const price = fc.oneof(
  { weight: 9, arbitrary: fc.integer({ min: 96, max: 104 }) },
  { weight: 1, arbitrary: fc.constantFrom(48, 210) },
);

const asked: fc.Arbitrary<NaiveAsked> = fc
  .record({
    user: fc.constantFrom("ann", "bob", "cid"),
    side: fc.constantFrom("buy", "sell"),
    price: fc.oneof({ weight: 4, arbitrary: price }, { weight: 1, arbitrary: fc.constant(0) }),
    lots: fc.integer({ min: 1, max: 9 }),
    timeInForce: fc.constantFrom("gtc", "gtc", "gtc", "ioc", "fok", "post_only"),
    selfTrade: fc.constantFrom("expire_taker", "expire_maker", "expire_both", "none"),
    trigger: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 94, max: 106 })),
  } as const)
  .map(({ lots, ...order }) => {
    const isMarket = order.price === 0;
    const isForLimit = order.timeInForce === "fok" || order.timeInForce === "post_only";
    const timeInForce = isMarket && isForLimit ? "ioc" : order.timeInForce;
    return { ...order, timeInForce, quantity: isMarket && order.side === "buy" ? lots * 99 : lots };
  });

type Step = { readonly place: NaiveAsked } | { readonly cancel: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: asked.map((place) => ({ place })) },
  { weight: 1, arbitrary: fc.nat(30).map((cancel) => ({ cancel })) },
);

function wordsOf({ side, price, quantity, timeInForce, selfTrade, trigger }: NaiveAsked): string {
  const size = price === 0 && side === "buy" ? `for ${quantity}` : `${quantity}`;
  const limit = price === 0 ? "" : ` @ ${price}`;
  const stop = trigger === 0 ? "" : ` stop ${trigger}`;
  const force = timeInForce === "gtc" ? "" : ` ${timeInForce}`;
  return `${side} ${size}${limit}${stop}${force} meets ${selfTrade}`;
}

/** `expect` runs only on a difference: this is asked after every step. */
function must(found: unknown, wanted: unknown): void {
  if (found !== wanted) expect(found).toBe(wanted);
}

function mustEqual(found: readonly string[], wanted: readonly string[]): void {
  if (found.join("\n") !== wanted.join("\n")) expect(found).toEqual(wanted);
}

/** The engine beside the model. */
class Pair {
  readonly desk = new Desk({ ann: PLENTY, bob: PLENTY, cid: PLENTY }, MARKET);
  readonly naive = new NaiveMarket();
  readonly owners = new Map<number, string>();
  readonly met = new Set<string>();

  take(at: Step): void {
    if ("cancel" in at) this.cancel(at.cancel);
    else this.place(at.place);
    this.compare();
  }

  private place(order: NaiveAsked): void {
    // SPOT-STOP-1: there is no stop before the first trade.
    const wanted = this.naive.last === 0 ? { ...order, trigger: 0 } : order;
    const outcome = this.desk.order(wanted.user, wordsOf(wanted));
    if (!outcome.ok) {
      must(outcome.reason, "no_opposite_orders");
      return;
    }
    const { orderId } = outcome.answer as { orderId: number };
    this.owners.set(orderId, wanted.user);
    this.naive.trades.length = 0;
    this.naive.place(orderId, wanted);
    mustEqual(this.trades(), this.naive.trades);
    const triggered = this.desk.events.filter(
      (event) => "instructions" in event && event.id !== orderId && event.instructions,
    );
    if (triggered.length > 0 && this.naive.trades.some((trade) => !trade.startsWith(`${orderId} `)))
      this.met.add("a stop that traded");
  }

  private cancel(nth: number): void {
    const id = [...this.owners.keys()][nth];
    if (id === undefined) return;
    const outcome = this.desk.cancel(this.owners.get(id) ?? "", id);
    if (outcome.ok) this.naive.cancel(id);
  }

  private trades(): string[] {
    return this.desk.events.flatMap((event) => {
      if (event.type !== "Traded") return [];
      const { takerOrder, makerOrder, lots, ticks } = event;
      return [`${takerOrder} takes ${lots} @ ${ticks} of ${makerOrder}`];
    });
  }

  private compare(): void {
    for (const event of this.desk.events) {
      if (event.type !== "OrderEnded") continue;
      const reason = event.reason === undefined ? "" : ` ${event.reason}`;
      const state = `${event.status} ${event.executed}${reason}`;
      must(`${event.id} ${state}`, `${event.id} ${this.naive.states.get(event.id)}`);
      this.met.add(`${event.instructions?.timeInForce} ${event.status}${reason}`);
    }
    for (const order of this.desk.state.orders.byId.sorted()) {
      const state = `${this.desk.status(order.id)} ${order.executed}`;
      must(`${order.id} ${state}`, `${order.id} ${this.naive.states.get(order.id)}`);
    }
    mustEqual(this.content(), this.naive.content());
  }

  private content(): string[] {
    const { books, stops, orders } = this.desk.state;
    const { rows } = orders.byId;
    const lines: string[] = [];
    const [book] = books;
    for (const ladder of book ? [book.bids, book.asks] : []) {
      for (const level of levelsOf(ladder)) {
        for (const order of ordersAt(rows, level)) {
          lines.push(`${rows.id(order)} ${rows.remaining(order)} @ ${rows.ticks(order)}`);
        }
      }
    }
    const open = this.desk.state.orders.byId.sorted();
    const waiting = open.filter(({ instructions }) => instructions?.isWaiting);
    must(stops.byPair[0]?.waiting ?? 0, waiting.length);
    const words = waiting.map(({ id, instructions }) => {
      return `${id} waits for ${instructions?.triggerTicks}`;
    });
    return [...lines, ...words.sort()];
  }
}

/** What the runs have met, all together. */
const met = new Set<string>();

test("SPOT-TIF-1 SPOT-TIF-2 SPOT-TIF-3 SPOT-TIF-4 SPOT-STP-4 SPOT-STOP-3 SPOT-STOP-4 SPOT-STOP-5 trades, ends and places are those of the slow model", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), (steps) => {
      const pair = new Pair();
      for (const at of steps) pair.take(at);
      const bytes = writeSnapshot(pair.desk.state);
      expect(writeSnapshot(readSnapshot(bytes, "backward"))).toEqual(bytes);
      for (const what of pair.met) met.add(what);
    }),
    { numRuns: runs(60, 600), seed: 19 },
  );
  expect([...met].sort()).toEqual(
    expect.arrayContaining([
      "a stop that traded",
      "fok canceled fill_or_kill",
      "fok filled",
      "gtc canceled",
      "gtc canceled self_trade",
      "gtc filled",
      "ioc canceled below_one_step",
      "ioc canceled empty_book",
      "ioc canceled out_of_range",
      "ioc canceled immediate_or_cancel",
      "ioc filled",
      "post_only canceled post_only",
      "post_only canceled self_trade",
      "post_only filled",
    ]),
  );
});
