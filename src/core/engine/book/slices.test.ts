/** Orders that show a slice at a time: the worked example, every way in and out, and a plain model of one price. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";

const PLENTY = { BTC: "90", USDT: "9000" };
const people = { ann: PLENTY, bob: PLENTY, cid: PLENTY, dan: PLENTY };

function hiddenOf(desk: Desk, id: number): number {
  return (desk.state.orders.byId.get(id)?.instructions?.hidden ?? 0) / 10_000;
}

test("SPOT-ICE-2 SPOT-ICE-3 the example of the rules: the next slice stands behind all orders of its price", () => {
  const desk = new Desk(people);
  const ice = desk.place("ann", "sell 10 @ 100 showing 2");
  const bobs = desk.place("bob", "sell 3 @ 100");
  expect(desk.book()).toEqual(["sell 5 @ 100"]);
  expect(desk.balances("ann")["BTC"]).toBe("80/10");

  desk.place("cid", "buy 4 @ 100");
  expect(desk.trades()).toEqual(["2 @ 100", "2 @ 100"]);
  expect(desk.book()).toEqual(["sell 3 @ 100"]);
  expect(desk.shown(bobs)).toMatchObject({ executed: "2" });

  desk.place("dan", "buy 6 @ 100");
  expect(desk.trades()).toEqual(["1 @ 100", "2 @ 100", "2 @ 100", "1 @ 100"]);
  expect(desk.book()).toEqual(["sell 1 @ 100"]);
  expect(hiddenOf(desk, ice)).toBe(2);
  expect(desk.balances("ann")["BTC"]).toBe("80/3");
});

test("SPOT-ICE-2 it trades with all that it has when it comes, and shows a slice of what rests", () => {
  const desk = new Desk(people);
  desk.place("bob", "sell 5 @ 100");

  const id = desk.place("ann", "buy 9 @ 100 showing 1");

  expect(desk.trades()).toEqual(["5 @ 100"]);
  expect(desk.book()).toEqual(["buy 1 @ 100"]);
  expect(hiddenOf(desk, id)).toBe(3);
  expect(desk.balances("ann")["USDT"]).toBe("8100/400");
});

test("SPOT-ICE-3 a price is passed only when nothing hidden is left there", () => {
  const desk = new Desk(people);
  const ice = desk.place("ann", "sell 3 @ 100 showing 1");
  desk.place("bob", "sell 5 @ 101");

  desk.place("cid", "buy 4 @ 101");

  expect(desk.trades()).toEqual(["1 @ 100", "1 @ 100", "1 @ 100", "1 @ 101"]);
  expect(desk.status(ice)).toBe("filled");
});

test.each(["cancel", "delist", "replace"])("SPOT-ICE-2 by %s all of it goes", (how) => {
  const desk = new Desk(people);
  const id = desk.place("ann", "sell 10 @ 100 showing 3");

  if (how === "cancel") desk.cancel("ann", id);
  else if (how === "delist") desk.delist();
  else desk.replace("ann", id, "sell 4 @ 101");

  expect(desk.balances("ann")["BTC"]).toBe(how === "replace" ? "86/4" : "90/0");
  expect(desk.state.books[0]?.asks.hidden.size).toBe(0);
});

test("SPOT-ICE-4 it is not amended", () => {
  const desk = new Desk(people);
  const id = desk.place("ann", "sell 10 @ 100 showing 3");

  const outcome = desk.replace("ann", id, "sell 5 @ 100 showing 3");

  expect(outcome).toMatchObject({ ok: true, answer: { amended: undefined } });
  expect(desk.status(id)).toBe("canceled");
});

test("SPOT-ICE-3 SPOT-TIF-3 FOK counts what others hide, but not behind an own order", () => {
  const desk = new Desk(people);
  desk.place("ann", "sell 10 @ 100 showing 1");

  expect(desk.status(desk.place("bob", "buy 9 @ 100 fok"))).toBe("filled");

  desk.place("ann", "sell 4 @ 100 showing 1");
  desk.place("bob", "sell 1 @ 100");
  expect(desk.status(desk.place("bob", "buy 3 @ 100 fok"))).toBe("canceled");
});

test("SPOT-ICE-1 a stop may show slices, and an order of a list", () => {
  const desk = new Desk(people);
  desk.place("bob", "sell 1 @ 100");
  desk.place("cid", "buy 1 @ 100");
  const [, stop] = desk.list("ann", "oco", [
    "sell 6 @ 95 stop 96 showing 2",
    "sell 6 @ 110 showing 3",
  ]);
  expect(desk.book()).toEqual(["sell 3 @ 110"]);
  expect(desk.balances("ann")["BTC"]).toBe("84/6");

  desk.place("bob", "buy 1 @ 96");
  desk.place("cid", "sell 1 @ 96");

  expect(desk.book()).toEqual(["sell 2 @ 95"]);
  expect(hiddenOf(desk, stop as number)).toBe(4);
});

test("SPOT-STP-6 what an order loses is taken off the slice that shows, and the next follows", () => {
  const desk = new Desk(people);
  const ice = desk.place("ann", "sell 5 @ 100 showing 2");

  desk.place("ann", "buy 3 @ 100 meets decrement");

  expect(desk.book()).toEqual(["sell 1 @ 100"]);
  expect(hiddenOf(desk, ice)).toBe(1);
  expect(desk.balances("ann")).toEqual({ BTC: "88/2", USDT: "9000/0" });
});

test.each([
  ["sell 10 showing 1", "slice_cannot_rest"],
  ["sell 10 @ 100 ioc showing 1", "slice_cannot_rest"],
  ["sell 10 @ 100 fok showing 1", "slice_cannot_rest"],
  ["sell 10 @ 100 showing 0", "slice_not_positive"],
  ["sell 10 @ 100 showing 0.00001", "slice_too_precise"],
  ["sell 10 @ 100 showing 11", "slice_out_of_bounds"],
  ["sell 10 @ 100 showing 0.0999", "slice_out_of_bounds"],
  ["sell 10 @ 100 showing 99999999999999999", "slice_out_of_bounds"],
])("SPOT-ICE-1 %s is refused: %s", (words, reason) => {
  const desk = new Desk(people);
  desk.place("bob", "buy 1 @ 99");

  expect(desk.refusal("ann", words)).toBe(reason);
});

test("SPOT-ICE-1 CORE-RULES-3 not in margin, and not before rules 8", () => {
  const margin = new MarginDesk({ ann: { BTC: "1" } });
  margin.moveIn("ann", "1 BTC");
  expect(margin.refusedMargin("ann", "sell 1 @ 100 showing 0.5")).toBe("extras_in_margin");
  const old = new Desk(people, { adopted: 7 });
  expect(old.refusal("ann", "sell 1 @ 100 showing 0.5")).toBe("rules_too_old");
});

test("SPOT-ICE-1 a slice as large as the order shows all of it", () => {
  const desk = new Desk(people);
  const id = desk.place("ann", "sell 10 @ 100 showing 10");
  expect([desk.book(), hiddenOf(desk, id)]).toEqual([["sell 10 @ 100"], 0]);
});

/** One price as plainly as it can be said: a queue of what shows, each with what it hides. */
class Queue {
  private queue: { id: number; shown: number; hidden: number; slice: number }[] = [];

  rest(id: number, lots: number, slice: number): void {
    const shown = Math.min(lots, slice);
    this.queue.push({ id, shown, hidden: lots - shown, slice });
  }

  take(lots: number): string[] {
    const fills: string[] = [];
    for (let left = lots; left > 0; ) {
      const first = this.queue[0];
      if (!first) break;
      const traded = Math.min(left, first.shown);
      fills.push(`${first.id}: ${traded}`);
      left -= traded;
      first.shown -= traded;
      if (first.shown > 0) continue;
      this.queue.shift();
      if (first.hidden > 0) this.rest(first.id, first.hidden, first.slice);
    }
    return fills;
  }

  get shown(): number {
    return this.queue.reduce((sum, { shown }) => sum + shown, 0);
  }
}

const steps = fc.array(
  fc.record({ isTaken: fc.boolean(), lots: fc.integer({ min: 1, max: 30 }), slices: fc.nat(12) }),
  { maxLength: 25 },
);

test("SPOT-ICE-2 SPOT-ICE-3 at one price slices trade as in a plain queue, also after a snapshot", () => {
  fc.assert(
    fc.property(steps, (all) => {
      const money = { BTC: "900", USDT: "99000" };
      const desk = new Desk({ ann: money, bob: money, cid: money });
      const queue = new Queue();
      for (const [at, { isTaken, lots, slices }] of all.entries()) {
        if (isTaken) {
          desk.place("cid", `buy ${lots} @ 10 ioc`);
          const fills = desk.events.flatMap((event) => {
            return event.type === "Traded" ? [`${event.makerOrder}: ${event.lots / 10_000}`] : [];
          });
          expect(fills).toEqual(queue.take(lots));
        } else {
          const slice = slices === 0 ? lots : Math.min(slices, lots);
          const showing = slices === 0 ? "" : ` showing ${slice}`;
          queue.rest(
            desk.place(at % 2 ? "ann" : "bob", `sell ${lots} @ 10${showing}`),
            lots,
            slice,
          );
        }
        expect(desk.book()).toEqual(queue.shown > 0 ? [`sell ${queue.shown} @ 10`] : []);
        const bytes = writeSnapshot(desk.state);
        expect(writeSnapshot(readSnapshot(bytes.slice()))).toEqual(bytes);
      }
    }),
    { numRuns: runs(40, 1_000), seed: 1 },
  );
});
