/** Order lists among other orders, at random, against a model as slow and as obvious as can be. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../../../../../test/support/book-content.ts";
import { Desk } from "../../../../../test/support/desk.ts";
import {
  type NaiveItem,
  type NaiveKind,
  NaiveLists,
} from "../../../../../test/support/naive-lists.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { readSnapshot, writeSnapshot } from "../../snapshot/snapshot.ts";

const USERS = ["ann", "bob", "cid"] as const;
/** So little that some legs cannot be paid for. */
const HAD = { base: 16, quote: 1_600 };
const MONEY = { A: `${HAD.base}`, B: `${HAD.quote}` };
const RULES = { pricePrecision: 0, quantityPrecision: 0, selfTrade: "none" } as const;
const MARKET = { base: "A", quote: "B", scales: { A: 0, B: 0 }, rules: RULES };

const user = fc.constantFrom(...USERS);
const side = fc.constantFrom("buy" as const, "sell" as const);
const lots = fc.integer({ min: 1, max: 7 });
const price = fc.integer({ min: 95, max: 105 });
/** At these prices the trigger of one that trails is one step away, or a few. */
const delta = fc.constantFrom(10, 100, 101, 300, 2_000);
const selfTrade = fc.constantFrom("none", "none", "expire_taker", "expire_maker", "expire_both");
const forces = ["gtc", "gtc", "gtc", "gtc", "ioc", "fok", "post_only"] as const;

const item: fc.Arbitrary<NaiveItem> = fc
  .record({
    side,
    lots,
    selfTrade,
    price: fc.oneof({ weight: 5, arbitrary: price }, { weight: 1, arbitrary: fc.constant(0) }),
    timeInForce: fc.constantFrom(...forces),
    trigger: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: price }),
    delta: fc.oneof({ weight: 7, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: delta }),
  } as const)
  .map((one) => (one.price === 0 ? { ...one, timeInForce: "gtc" } : one));

/** A leg rests, or it waits. */
const leg = item.map((one): NaiveItem => {
  if (one.delta > 0) return { ...one, trigger: 0 }; // SPOT-LIST-18
  if (one.trigger > 0) return one;
  const timeInForce = one.timeInForce === "post_only" ? "post_only" : "gtc";
  return { ...one, price: one.price || 100, timeInForce };
});

/** Of one side and quantity, and one of them a stop. */
const legs = fc.tuple(leg, leg, price).map(([one, other, trigger]) => {
  const { side, lots } = one;
  if (other.delta > 0) return [one, { ...other, side, lots }];
  return [one, { ...other, side, lots, trigger: other.trigger || trigger }];
});

interface Listing {
  readonly kind: NaiveKind;
  readonly items: readonly NaiveItem[];
}
const listing: fc.Arbitrary<Listing> = fc.oneof(
  legs.map((items) => ({ kind: "oco" as const, items })),
  fc.tuple(item, leg).map((items) => ({ kind: "oto" as const, items })),
  fc.tuple(item, legs).map(([one, two]) => ({ kind: "otoco" as const, items: [one, ...two] })),
);

type Step =
  | { readonly user: string; readonly place: NaiveItem }
  | { readonly user: string; readonly list: Listing }
  | { readonly cancel: number }
  | { readonly cancelList: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ user, place: item }) },
  { weight: 9, arbitrary: fc.record({ user, list: listing }) },
  { weight: 1, arbitrary: fc.nat(30).map((cancel) => ({ cancel })) },
  { weight: 1, arbitrary: fc.nat(9).map((cancelList) => ({ cancelList })) },
);

function wordsOf(item: NaiveItem): string {
  const { side, price, lots, timeInForce, selfTrade, trigger, delta } = item;
  const size = price === 0 && side === "buy" ? `just ${lots}` : `${lots}`;
  const limit = price === 0 ? "" : ` @ ${price}`;
  const stop = trigger === 0 ? "" : ` stop ${trigger}`;
  const trail = delta === 0 ? "" : ` trail ${delta}`;
  const force = timeInForce === "gtc" ? "" : ` ${timeInForce}`;
  return `${side} ${size}${limit}${stop}${trail}${force} meets ${selfTrade}`;
}

/** `expect` runs only on a difference: this is asked after every step. */
function mustEqual(found: readonly string[], wanted: readonly string[]): void {
  if (found.join("\n") !== wanted.join("\n")) expect(found).toEqual(wanted);
}

/** The engine beside the model. */
class Pair {
  readonly desk = new Desk(Object.fromEntries(USERS.map((name) => [name, MONEY])), MARKET);
  readonly naive = new NaiveLists(USERS, HAD);
  readonly met = new Set<string>();

  /** The last price is 100. */
  constructor() {
    const plain = {
      price: 100,
      lots: 1,
      timeInForce: "gtc",
      selfTrade: "none",
      trigger: 0,
      delta: 0,
    } as const;
    this.take({ user: "ann", place: { ...plain, side: "sell" } });
    this.take({ user: "bob", place: { ...plain, side: "buy" } });
  }

  take(at: Step): void {
    const { naive, desk } = this;
    [naive.trades, naive.ends] = [[], []];
    if ("place" in at) {
      const refusal = naive.place(at.user, at.place);
      const outcome = desk.order(at.user, wordsOf(at.place));
      mustEqual([outcome.ok ? "" : outcome.reason], [refusal ?? ""]);
    } else if ("list" in at) this.takeList(at.user, at.list);
    else this.cancel(at);
    this.compare();
  }

  private takeList(owner: string, { kind, items }: Listing): void {
    const refusal = this.naive.placeList(owner, kind, items);
    const outcome = this.desk.send(this.desk.listing(owner, kind, items.map(wordsOf)));
    mustEqual([outcome.ok ? "" : outcome.reason], [refusal ?? ""]);
    this.met.add(refusal ?? `${kind} placed`);
  }

  private cancel(at: Extract<Step, { readonly cancel: number } | { readonly cancelList: number }>) {
    const { naive, desk } = this;
    if ("cancel" in at) {
      const [id, order] = [...naive.open][at.cancel] ?? [];
      if (id === undefined || !order) return this.nothing();
      expect(desk.cancel(order.user, id).ok).toBe(true);
      naive.cancel(id);
      return;
    }
    const [id, list] = [...naive.lists][at.cancelList] ?? [];
    if (id === undefined || !list) return this.nothing();
    expect(desk.cancelList(list.user, id).ok).toBe(true);
    naive.cancelList(id);
  }

  private nothing(): void {
    this.desk.events = [];
  }

  private compare(): void {
    const { naive } = this;
    const [trades, ends]: [string[], string[]] = [[], []];
    for (const event of this.desk.events) {
      if (event.type === "Traded") {
        const { takerOrder, makerOrder, lots, ticks } = event;
        trades.push(`${takerOrder} takes ${lots} @ ${ticks} of ${makerOrder}`);
      }
      if (event.type !== "OrderEnded") continue;
      const how = event.reason === undefined ? event.status : `${event.status} ${event.reason}`;
      ends.push(`${event.id} ${how} ${event.executed}`);
      if (event.instructions?.list) this.met.add(how);
      const { delta = 0, list = 0, isWaiting } = event.instructions ?? {};
      if (delta > 0 && list > 0 && !isWaiting) this.met.add(`trailing: ${how}`);
    }
    mustEqual(trades, naive.trades);
    mustEqual(ends.sort(), naive.ends.sort());
    mustEqual(this.content(), naive.content());
  }

  private content(): string[] {
    const { books, orders } = this.desk.state;
    const waiting = orders.byId.sorted().flatMap(({ id, instructions: told }) => {
      if (told?.isPending) return [`${id} pending`];
      if (!told?.isWaiting) return [];
      if (!told.peak) return [`${id} waits for ${told.triggerTicks}`];
      this.met.add("trails");
      return [`${id} has seen ${told.peak.ticks}`];
    });
    return [...books.flatMap(contentOf), ...waiting.sort()];
  }
}

/** What the runs have met, all together. */
const met = new Set<string>();

test("SPOT-LIST-1 SPOT-LIST-3 SPOT-LIST-4 SPOT-LIST-8 SPOT-LIST-9 SPOT-LIST-10 SPOT-LIST-11 SPOT-LIST-12 SPOT-LIST-13 trades, ends and open orders are those of the slow model", () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 40, maxLength: 80 }), (steps) => {
      const pair = new Pair();
      for (const at of steps) pair.take(at);
      const bytes = writeSnapshot(pair.desk.state);
      expect(writeSnapshot(readSnapshot(bytes, "backward"))).toEqual(bytes);
      for (const what of pair.met) met.add(what);
    }),
    { numRuns: runs(150, 1_700), seed: 29 },
  );
  expect([...met].sort()).toEqual(
    expect.arrayContaining([
      "canceled other_leg",
      "canceled list_ended",
      "rejected insufficient_balance",
      ...["trails", "trailing: filled"],
      "insufficient_balance",
      "leg_prices_crossed",
      ...["oco placed", "oto placed", "otoco placed"],
      ...["canceled self_trade", "canceled post_only", "canceled fill_or_kill", "filled"],
    ]),
  );
});
