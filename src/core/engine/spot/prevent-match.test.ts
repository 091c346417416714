/** Orders of one user that meet, from rules 8 on: what DECREMENT takes off both, and what is told of every prevented match. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { isBeforeItsRules } from "./manage-commands.ts";

const PLENTY = { BTC: "90", USDT: "9000" };
const people = { ann: PLENTY, bob: PLENTY, cid: PLENTY };

function endsOf(desk: Desk): string[] {
  return desk.events.flatMap((event) => {
    if (event.type !== "OrderEnded") return [];
    return [`${event.id} ${event.status} ${event.reason ?? ""}`.trim()];
  });
}

/** The prevented matches of the last command, in whole units. */
function preventedBy(desk: Desk): string[] {
  return desk.events.flatMap((event) => {
    if (event.type !== "MatchPrevented") return [];
    const { id, mode, ticks, makerOrder, takerOrder } = event;
    const [maker, taker] = [event.makerLots, event.takerLots].map((lots) => lots / 10_000);
    return [`${id} ${mode} @ ${ticks / 100}: ${makerOrder} loses ${maker}, ${takerOrder} ${taker}`];
  });
}

function lossOf(desk: Desk, id: number): number | undefined {
  const lots = desk.state.orders.byId.get(id)?.instructions?.prevented;
  return lots === undefined ? undefined : lots / 10_000;
}

test("SPOT-STP-6 SPOT-STP-7 the example of the rules: neither trades, and the incoming order goes on", () => {
  const desk = new Desk(people);
  const own = desk.place("ann", "sell 2 @ 101");
  const others = desk.place("bob", "sell 4 @ 101");

  const id = desk.place("ann", "buy 5 @ 101 meets decrement");

  expect(preventedBy(desk)).toEqual([`1 decrement @ 101: ${own} loses 2, ${id} 2`]);
  expect(desk.trades()).toEqual(["3 @ 101"]);
  expect(endsOf(desk)).toEqual([`${own} canceled self_trade`, `${id} canceled self_trade`]);
  expect(desk.shown(id)).toMatchObject({ status: "canceled", executed: "3" });
  expect(desk.balances("ann")).toEqual({ BTC: "93/0", USDT: "8697/0" });
  expect(desk.status(others)).toBe("partially_filled");
});

test("SPOT-STP-6 the resting order keeps its place, and has less to trade", () => {
  const desk = new Desk(people);
  const own = desk.place("ann", "sell 2 @ 101");
  desk.place("bob", "sell 4 @ 101");

  const id = desk.place("ann", "buy 0.5 @ 101 meets decrement");

  expect(endsOf(desk)).toEqual([`${id} canceled self_trade`]);
  expect(lossOf(desk, own)).toBe(0.5);
  expect(desk.balances("ann")).toEqual({ BTC: "88.5/1.5", USDT: "9000/0" });
  desk.place("cid", "buy 2 @ 101");
  expect(desk.trades()).toEqual(["1.5 @ 101", "0.5 @ 101"]);
  // It has traded all that it had left, which is not all that it was asked for.
  expect(endsOf(desk)[0]).toBe(`${own} canceled self_trade`);
});

test("SPOT-STP-6 what an order lost twice adds up, and what is left of it rests", () => {
  const desk = new Desk(people);
  desk.place("ann", "sell 1 @ 100");
  desk.place("ann", "sell 2 @ 101");

  const id = desk.place("ann", "buy 5 @ 102 meets decrement");

  expect(preventedBy(desk)).toHaveLength(2);
  expect(lossOf(desk, id)).toBe(3);
  expect(desk.balances("ann")).toEqual({ BTC: "90/0", USDT: "8796/204" });
  desk.place("bob", "sell 2 @ 102");
  expect(desk.balances("ann")).toEqual({ BTC: "92/0", USDT: "8796/0" });
});

test.each([
  ["buy for 250", ["1.51 @ 100"], { BTC: "91.51/0", USDT: "8849/0" }],
  ["buy just 2", ["1 @ 100"], { BTC: "91/0", USDT: "8900/0" }],
  ["sell for 250", ["1.49 @ 100"], { BTC: "88.51/0", USDT: "9149/0" }],
])(
  "SPOT-STP-6 at market the loss counts at the price of the one that rests: %s",
  (words, trades, left) => {
    const desk = new Desk(people);
    desk.place("bob", "sell 1 @ 100");
    desk.place("cid", "buy 1 @ 100");
    const isBuying = words.startsWith("buy");
    desk.place("ann", isBuying ? "sell 1 @ 99" : "buy 1 @ 101");
    desk.place("bob", isBuying ? "sell 5 @ 100" : "buy 5 @ 100");

    const id = desk.place("ann", `${words} meets decrement`);

    expect(desk.trades()).toEqual(trades);
    expect(endsOf(desk).at(-1)).toBe(`${id} canceled self_trade`);
    expect(desk.balances("ann")).toEqual(left);
  },
);

test.each([
  ["expire_taker", "0", "3"],
  ["expire_maker", "2", "0"],
  ["expire_both", "2", "3"],
])(
  "SPOT-STP-7 with %s the resting order loses %s and the incoming one %s",
  (mode, maker, taker) => {
    const desk = new Desk(people);
    const own = desk.place("ann", "sell 2 @ 101");

    const id = desk.place("ann", `buy 3 @ 101 meets ${mode}`);

    expect(preventedBy(desk)).toEqual([`1 ${mode} @ 101: ${own} loses ${maker}, ${id} ${taker}`]);
  },
);

test("SPOT-STP-8 a FOK order is not filled by what is only taken off", () => {
  const desk = new Desk(people);
  const own = desk.place("ann", "sell 1 @ 101");
  desk.place("bob", "sell 1 @ 101");

  const id = desk.place("ann", "buy 2 @ 101 fok meets decrement");

  expect(endsOf(desk)).toEqual([`${id} canceled fill_or_kill`]);
  expect(desk.status(own)).toBe("new");
  expect(preventedBy(desk)).toEqual([]);
});

test("SPOT-STP-8 SPOT-LIST-9 a leg that loses something works by it: the other one ends", () => {
  const desk = new Desk(people);
  desk.place("bob", "sell 1 @ 100");
  desk.place("ann", "buy 1 @ 100");
  const [, limit, stop] = desk.list("ann", "oco", ["sell 2 @ 110", "sell 2 stop 95"]);

  desk.place("ann", "buy 0.5 @ 110 meets decrement");

  expect(endsOf(desk)).toContain(`${stop} canceled other_leg`);
  expect(lossOf(desk, limit as number)).toBe(0.5);
  expect(desk.balances("ann")["BTC"]).toBe("89.5/1.5");
});

test("SPOT-STP-8 SPOT-LIST-10 a first order that has lost something ends its list", () => {
  const desk = new Desk(people);
  desk.place("bob", "sell 1 @ 100");
  desk.place("ann", "buy 1 @ 100");
  const [, first, leg] = desk.list("ann", "oto", ["buy 2 @ 99", "sell 2 stop 95"]);
  desk.place("ann", "sell 0.5 @ 99 meets decrement");

  desk.place("bob", "sell 1.5 @ 99");

  expect(endsOf(desk)).toEqual([
    `${first} canceled self_trade`,
    `${leg} canceled list_ended`,
    expect.stringMatching(/ filled$/),
  ]);
});

test("SPOT-STP-6 MARG-REPAY-3 what was lent for the part that is lost is paid back with it", () => {
  const desk = new MarginDesk({ ann: { BTC: "1", USDT: "100" }, bob: { BTC: "5" } });
  desk.index("BTC", "100");
  desk.lend("1000 USDT", "0.00001");
  desk.moveIn("ann", "1 BTC");
  desk.placeMargin("ann", "sell 1 @ 100");
  desk.moveIn("ann", "100 USDT");

  desk.placeMargin("ann", "buy 1.5 @ 100 meets decrement");

  const repaid = desk.events.flatMap((event) =>
    event.type === "Repaid" ? [event.principal + event.interest] : [],
  );
  expect(repaid).toEqual([5_000_000_000n]);
  expect(preventedBy(desk)[0]).toMatch(/^1 decrement @ 100/);
});

test("CORE-RULES-3 before rules 8 DECREMENT is refused, and no match is told", () => {
  const desk = new Desk(people, { adopted: 7 });
  desk.place("ann", "sell 1 @ 101");

  expect(desk.order("ann", "buy 1 @ 101 meets decrement")).toMatchObject({
    reason: "rules_too_old",
  });

  desk.place("ann", "buy 1 @ 101");
  expect(preventedBy(desk)).toEqual([]);
  expect(desk.state.orders.preventedIdLast).toBe(0);
});

const TOLD = { timeInForce: "gtc", selfTrade: "decrement", triggerPrice: "" } as const;

test.each([
  ["PlaceOrder", { instructions: TOLD }],
  ["PlaceMarginOrder", { instructions: TOLD }],
  ["ReplaceOrder", { instructions: TOLD }],
  ["PlaceBatch", { items: [{}, {}], instructions: [undefined, TOLD] }],
  ["PlaceOrderList", { items: [{}, { instructions: TOLD }] }],
])("CORE-RULES-3 before rules 8 no log gets a %s that says DECREMENT", (type, fields) => {
  const command = { type, ...fields };

  expect([7, 8].map((rules) => isBeforeItsRules({ rules }, command))).toEqual([true, false]);
});
