/** Trailing stops: the worked examples of their rules, what they lock and what refuses them; against a model that looks at every order. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { runs } from "../../../../test/support/runs.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import { isBeforeItsRules } from "./manage-commands.ts";

const PLENTY = { BTC: "90000", USDT: "90000000" };
const people = { ann: PLENTY, bob: PLENTY, cid: PLENTY, dan: PLENTY, eve: PLENTY };

/** A symbol whose last price is 100, and nothing rests there. */
function traded(rules = {}): Desk {
  const desk = new Desk(people, { rules });
  trade(desk, "100");
  return desk;
}

function trade(desk: Desk, price: string, lots = "1"): void {
  desk.place("dan", `sell ${lots} @ ${price}`);
  desk.place("eve", `buy ${lots} @ ${price}`);
}

function trailedTo(desk: Desk, id: number): number | undefined {
  return desk.state.orders.byId.get(id)?.instructions?.peak?.ticks;
}

test("SPOT-TRAIL-1 SPOT-TRAIL-2 SPOT-TRAIL-3 the worked example of a sell: the trigger follows the price up and never back", () => {
  const desk = traded();
  const id = desk.place("ann", "sell 1 trail 100");
  expect(desk.balances("ann")).toEqual({ BTC: "89999/1", USDT: "90000000/0" });
  trade(desk, "110");
  trade(desk, "109");
  expect([desk.status(id), trailedTo(desk, id)]).toEqual(["new", 110_00]);
  desk.place("bob", "buy 3 @ 108");
  trade(desk, "108.91");
  expect(desk.status(id)).toBe("new");

  trade(desk, "108.9");

  expect(desk.status(id)).toBe("filled");
  expect(desk.trades()).toEqual(["1 @ 108.9", "1 @ 108"]);
});

test("SPOT-TRAIL-1 SPOT-TRAIL-2 the worked example of a buy: it trails from the moment at which the price has come to its trigger", () => {
  const desk = traded();
  const id = desk.place("bob", "buy for 100 stop 90 trail 500");
  trade(desk, "95");
  trade(desk, "99.9");
  expect([desk.status(id), trailedTo(desk, id)]).toEqual(["new", undefined]);

  trade(desk, "88");
  expect(desk.events.at(-1)).toMatchObject({
    type: "OrderRested",
    id,
    instructions: { trailed: 88_00 },
  });
  trade(desk, "80");
  expect(trailedTo(desk, id)).toBe(80_00);
  trade(desk, "83.99");
  desk.place("ann", "sell 2 @ 84.6");
  expect(desk.status(id)).toBe("new");

  trade(desk, "84.5");

  expect(desk.trades()).toEqual(["1 @ 84.5", "1.182 @ 84.6"]);
});

test.each([
  ["sell 1 trail 10", "99.9", "99.91"],
  ["buy for 100 trail 10", "100.12", "100.11"],
])("SPOT-TRAIL-2 %s after 100.01 is triggered at %s and not at %s", (words, at, before) => {
  const desk = traded();
  trade(desk, "100.01");
  desk.place("ann", "sell 2 @ 120");
  desk.place("bob", "buy 2 @ 80");
  const id = desk.place("cid", words);
  trade(desk, before);
  expect(desk.status(id)).toBe("new");
  trade(desk, at);
  expect(desk.status(id)).not.toBe("new");
});

test("SPOT-TRAIL-3 stops and trailing stops are triggered in one row: as the price comes to them, then by id", () => {
  const desk = traded();
  const deep = desk.place("cid", "sell 1 trail 500");
  const plain = desk.place("ann", "sell 1 stop 97");
  const near = desk.place("cid", "sell 1 trail 100");
  const same = desk.place("ann", "sell 1 stop 99");
  desk.place("bob", "buy 9 @ 90");

  desk.place("dan", "sell 1 @ 90");

  const takers = desk.events.flatMap((e) => (e.type === "Traded" ? [e.takerOrder] : []));
  expect(takers.slice(1)).toEqual([near, same, plain, deep]);
});

test("SPOT-TRAIL-4 a MARKET BUY by quantity needs no more than it has locked, wherever it was triggered", () => {
  const desk = traded({ rangeUp: 110_000_000 });
  // It trails from 105 on, so it locks as much as it takes at 105 + 1% and 10% more.
  const id = desk.place("bob", "buy just 1 stop 105 trail 100");
  expect(desk.balances("bob")["USDT"]).toBe("89999883.35/116.65");
  trade(desk, "200");
  desk.place("ann", "sell 1 @ 202");
  trade(desk, "202");
  expect(desk.endOf(id)).toMatchObject({ status: "canceled", reason: "out_of_range" });
  expect(desk.balances("bob")["USDT"]).toBe("90000000/0");
});

test("SPOT-TRAIL-4 SPOT-LIST-18 nor does a leg that is live when the price has gone on since it was checked", () => {
  const desk = traded({ rangeUp: 110_000_000 });
  const [, , leg = 0] = desk.list("bob", "oto", ["sell 1 @ 200", "buy just 1 trail 500"]);
  desk.place("eve", "buy 1 @ 200");
  expect(desk.balances("bob")["USDT"]).toBe("90000084.5/115.5");
  desk.place("ann", "sell 1 @ 215");
  trade(desk, "210");
  expect(desk.endOf(leg)).toMatchObject({ status: "canceled", reason: "out_of_range" });
  expect(desk.balances("bob")["USDT"]).toBe("90000200/0");
});

test("SPOT-TRAIL-4 nor does an item of a batch that begins to trail where the one before it has traded", () => {
  const desk = traded({ rangeDown: 50_000_000 });
  desk.place("dan", "buy 1 @ 40");
  desk.batch("bob", ["sell 1 @ 40", "sell for 100 trail 1000"]);
  const trailing = desk.state.orders.orderIdLast;
  // Checked at 90, it has locked what brings 100 at 45.
  expect(desk.balances("bob")["BTC"]).toBe("89996.7777/2.2223");
  trade(desk, "41");
  desk.place("ann", "buy 9 @ 30");
  trade(desk, "36.9");
  expect(desk.endOf(trailing)).toMatchObject({ status: "canceled", reason: "out_of_range" });
});

test.each([
  ["SPOT-TRAIL-1", "sell 1 trail 9", "delta_out_of_range"],
  ["SPOT-TRAIL-1", "sell 1 trail 2001", "delta_out_of_range"],
  ["SPOT-CHECK-10", "sell 1 stop 501 trail 100", "price_out_of_band"],
  [
    "SPOT-CHECK-10 of its limit, around the trigger that it would have",
    "buy 1 @ 551 trail 1000",
    "price_out_of_band",
  ],
  ["SPOT-CHECK-14", "sell 90001 trail 100", "insufficient_balance"],
])("%s SPOT-TRAIL-1 %s is refused: %s", (_, words, reason) => {
  expect(traded().refusal("cid", words)).toBe(reason);
});

test("SPOT-TRAIL-1 without a last price, and before rules 9, there is none", () => {
  expect(new Desk(people).refusal("cid", "sell 1 trail 100")).toBe("no_last_price");
  const old = new Desk(people, { adopted: 8 });
  trade(old, "100");
  expect(old.refusal("cid", "sell 1 trail 100")).toBe("rules_too_old");
  const command = { type: "PlaceOrder", trailing: { delta: 100 } };
  expect([8, 9].map((rules) => isBeforeItsRules({ rules }, command))).toEqual([true, false]);
});

test("SPOT-TRAIL-3 a halt keeps them, and a delisting cancels them by their ids", () => {
  const desk = traded();
  const ids = ["sell 1 trail 300", "buy for 100 trail 100"].map((words) =>
    desk.place("cid", words),
  );
  trade(desk, "99.5");
  ids.push(desk.place("ann", "sell 1 trail 100"));
  const stop = desk.place("ann", "sell 1 stop 50");
  desk.halt();
  desk.delist();
  const ended = desk.events.flatMap((event) => (event.type === "OrderEnded" ? [event.id] : []));
  expect(ended).toEqual([stop, ...ids]);
});

test("SPOT-LIST-18 the worked example: a leg trails from the moment at which it is live", () => {
  const desk = traded();
  const [, , above = 0, below = 0] = desk.list("cid", "otoco", [
    "buy 1 @ 99",
    "sell 1 @ 110",
    "sell 1 trail 500",
  ]);
  trade(desk, "100.5");
  desk.place("dan", "sell 1 @ 99");
  expect(trailedTo(desk, below)).toBe(99_00);
  trade(desk, "105");
  trade(desk, "99.76");
  expect(desk.status(below)).toBe("new");
  desk.place("bob", "buy 1 @ 98");
  trade(desk, "99.7");
  expect(desk.endOf(above)).toMatchObject({ status: "canceled", reason: "other_leg" });
  expect(desk.endOf(below)).toMatchObject({ status: "filled" });
});

test.each([
  ["oco", ["sell 1 @ 110", "sell 1 trail 500"], "taken"],
  ["oco", ["buy 1 @ 90", "buy just 1 trail 500"], "taken"],
  ["oco", ["sell 1 @ 110", "sell 1 stop 105 trail 500"], "leg_trails_from_price"],
  ["oco", ["sell 1 stop 90", "sell 1 trail 500"], "leg_prices_crossed"],
  ["oco", ["sell 1 trail 100", "sell 1 trail 500"], "leg_prices_crossed"],
  ["oto", ["buy 1 stop 90 trail 100", "sell 1 trail 500"], "taken"],
] as const)("SPOT-LIST-18 %s of %s: %s", (kind, words, wanted) => {
  const desk = traded();
  const outcome = desk.send(
    desk.listing(
      "cid",
      kind,
      words.map((one) => one.replace("buy 1 stop", "buy 1 @ 91 stop")),
    ),
  );
  expect(outcome.ok ? "taken" : outcome.reason).toBe(wanted);
});

/** What each order has seen, one by one. */
class NaiveTrail {
  readonly side: "buy" | "sell";
  readonly delta: number;
  best: number;

  constructor(side: "buy" | "sell", delta: number, last: number) {
    this.side = side;
    this.delta = delta;
    this.best = last;
  }

  /** Whether the last price triggers it. */
  sees(last: number): boolean {
    const pick = this.side === "sell" ? Math.max : Math.min;
    this.best = pick(this.best, last);
    const points = this.side === "sell" ? 10_000 - this.delta : 10_000 + this.delta;
    return this.side === "sell"
      ? last * 10_000 <= this.best * points
      : last * 10_000 >= this.best * points;
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 9_000, max: 11_000 }).map((price) => ({ price })) },
  {
    weight: 5,
    arbitrary: fc.record({
      side: fc.constantFrom("buy" as const, "sell" as const),
      delta: fc.oneof(fc.constantFrom(10, 50, 2_000), fc.integer({ min: 10, max: 2_000 })),
    }),
  },
  { weight: 1, arbitrary: fc.nat(30).map((cancel) => ({ cancel })) },
);

test("SPOT-TRAIL-2 SPOT-TRAIL-3 what is triggered, when, and the best prices are those of a model that looks at every order", () => {
  let met = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 90 }), (steps) => {
      const desk = traded({ openOrdersMax: 1_000 });
      const naive = new Map<number, NaiveTrail>();
      let last = 100_00;
      for (const at of steps) {
        if ("price" in at) {
          trade(desk, `${at.price / 100}`);
          last = at.price;
          for (const [id, one] of [...naive]) if (one.sees(last)) naive.delete(id);
        } else if ("side" in at) {
          // It rests or ends when it is triggered, and trades with nobody.
          const id = desk.place(
            "cid",
            `${at.side} 0.001 @ ${at.side === "sell" ? 300 : 30} trail ${at.delta}`,
          );
          naive.set(id, new NaiveTrail(at.side, at.delta, last));
        } else {
          const id = [...naive.keys()][at.cancel];
          if (id === undefined) continue;
          desk.cancel("cid", id);
          naive.delete(id);
        }
        const waiting = desk.state.orders.byId
          .sorted()
          .filter((order) => order.instructions?.isWaiting);
        met += waiting.length;
        expect(waiting.map(({ id }) => [id, trailedTo(desk, id)])).toEqual(
          [...naive].map(([id, { best }]) => [id, best]),
        );
      }
      const bytes = writeSnapshot(desk.state);
      for (const direction of ["forward", "backward"] as const) {
        expect(writeSnapshot(readSnapshot(bytes, direction))).toEqual(bytes);
      }
    }),
    { numRuns: runs(60, 1_000), seed: 45 },
  );
  expect(met).toBeGreaterThan(0);
});
