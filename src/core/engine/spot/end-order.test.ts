/** Every row of the table of states: from where, by what, to where, and what goes with it. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";

const balances = {
  alice: { BTC: "5", USDT: "500" },
  bob: { BTC: "5", USDT: "500" },
};
const ALL_FREE = { BTC: "5/0", USDT: "500/0" };

interface Row {
  readonly rule: string;
  readonly event: string;
  /** Orders before; the first is the order under test if none comes after. */
  readonly given: readonly [string, string][];
  readonly when: (desk: Desk) => unknown;
  /** Id of the order under test. */
  readonly order: number;
  readonly from?: string;
  readonly to: string;
  readonly bob: Record<string, string>;
}

const place = (who: string, words: string) => (desk: Desk) => desk.place(who, words);

const ROWS: readonly Row[] = [
  {
    rule: "SPOT-STATE-1",
    event: "a LIMIT order is accepted and does not trade",
    given: [["alice", "sell 1 @ 100"]],
    when: place("bob", "buy 2 @ 99"),
    order: 2,
    to: "new",
    bob: { BTC: "5/0", USDT: "302/198" },
  },
  {
    rule: "SPOT-STATE-2",
    event: "a LIMIT order trades and something remains",
    given: [["alice", "sell 1 @ 100"]],
    when: place("bob", "buy 2 @ 101"),
    order: 2,
    to: "partially_filled",
    bob: { BTC: "6/0", USDT: "299/101" },
  },
  {
    rule: "SPOT-STATE-3",
    event: "a LIMIT order trades completely",
    given: [["alice", "sell 1 @ 100"]],
    when: place("bob", "buy 1 @ 101"),
    order: 2,
    to: "filled",
    bob: { BTC: "6/0", USDT: "400/0" },
  },
  {
    rule: "SPOT-STATE-3",
    event: "a MARKET BUY trades completely",
    given: [["alice", "sell 2 @ 100"]],
    when: place("bob", "buy for 100.005"),
    order: 2,
    to: "filled",
    bob: { BTC: "6/0", USDT: "400/0" },
  },
  {
    rule: "SPOT-STATE-3",
    event: "a MARKET SELL trades completely",
    given: [["alice", "buy 2 @ 100"]],
    when: place("bob", "sell 2"),
    order: 2,
    to: "filled",
    bob: { BTC: "3/0", USDT: "700/0" },
  },
  {
    rule: "SPOT-STATE-4",
    event: "the user's own order is next for a LIMIT order",
    given: [
      ["alice", "sell 1 @ 99"],
      ["bob", "sell 1 @ 100"],
    ],
    when: place("bob", "buy 3 @ 100"),
    order: 3,
    to: "canceled",
    bob: { BTC: "5/1", USDT: "401/0" },
  },
  {
    rule: "SPOT-STATE-5",
    event: "a MARKET order is stopped before it is complete",
    given: [["alice", "sell 1 @ 99"]],
    when: place("bob", "buy for 200"),
    order: 2,
    to: "canceled",
    bob: { BTC: "6/0", USDT: "401/0" },
  },
  {
    rule: "SPOT-STATE-6",
    event: "an item of a batch may not be placed",
    given: [],
    when: (desk) => desk.batch("bob", ["buy 6 @ 100"]),
    order: 1,
    to: "rejected",
    bob: ALL_FREE,
  },
  {
    rule: "SPOT-STATE-7",
    event: "a trade as maker, something remains",
    given: [["bob", "buy 2 @ 100"]],
    when: place("alice", "sell 1.5 @ 90"),
    order: 1,
    from: "new",
    to: "partially_filled",
    bob: { BTC: "6.5/0", USDT: "300/50" },
  },
  {
    rule: "SPOT-STATE-8",
    event: "a trade as maker, nothing remains",
    given: [["bob", "buy 2 @ 100"]],
    when: place("alice", "sell 2 @ 90"),
    order: 1,
    from: "new",
    to: "filled",
    bob: { BTC: "7/0", USDT: "300/0" },
  },
  {
    rule: "SPOT-STATE-8",
    event: "a last trade as maker",
    given: [
      ["bob", "buy 2 @ 100"],
      ["alice", "sell 1 @ 100"],
    ],
    when: place("alice", "sell 1"),
    order: 1,
    from: "partially_filled",
    to: "filled",
    bob: { BTC: "7/0", USDT: "300/0" },
  },
  {
    rule: "SPOT-STATE-9",
    event: "another trade as maker, something remains",
    given: [
      ["bob", "sell 3 @ 100"],
      ["alice", "buy 1 @ 100"],
    ],
    when: place("alice", "buy 1 @ 100"),
    order: 1,
    from: "partially_filled",
    to: "partially_filled",
    bob: { BTC: "2/1", USDT: "700/0" },
  },
  {
    rule: "SPOT-STATE-10",
    event: "the owner cancels",
    given: [["bob", "buy 2 @ 100"]],
    when: (desk) => desk.cancel("bob", 1),
    order: 1,
    from: "new",
    to: "canceled",
    bob: ALL_FREE,
  },
  {
    rule: "SPOT-STATE-10",
    event: "the owner cancels in a batch",
    given: [
      ["bob", "sell 2 @ 100"],
      ["alice", "buy 1 @ 100"],
    ],
    when: (desk) => desk.cancelBatch("bob", [1]),
    order: 1,
    from: "partially_filled",
    to: "canceled",
    bob: { BTC: "4/0", USDT: "600/0" },
  },
  {
    rule: "SPOT-STATE-11",
    event: "the operator cancels",
    given: [["bob", "sell 2 @ 100"]],
    when: (desk) => desk.cancelByOperator(1),
    order: 1,
    from: "new",
    to: "canceled",
    bob: ALL_FREE,
  },
  {
    rule: "SPOT-STATE-11",
    event: "the symbol is delisted",
    given: [
      ["bob", "buy 2 @ 100"],
      ["alice", "sell 1 @ 100"],
    ],
    when: (desk) => desk.delist(),
    order: 1,
    from: "partially_filled",
    to: "canceled",
    bob: { BTC: "6/0", USDT: "400/0" },
  },
];

test.each(ROWS)("$rule $event: $to", ({ given, when, order, from, to, bob }) => {
  const desk = new Desk(balances);
  for (const [who, words] of given) desk.place(who, words);
  if (from !== undefined) expect(desk.status(order)).toBe(from);

  when(desk);

  expect(desk.status(order)).toBe(to);
  expect(desk.balances("bob")).toEqual(bob);
});

test("SPOT-STATE-12 SPOT-STATE-13 a final order never changes again, whatever happens", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 100"); // 1: will be filled
  desk.place("bob", "buy 2 @ 99"); // 2: will be cancelled, half filled
  desk.batch("bob", ["buy 99 @ 99"]); // 3: rejected
  desk.place("alice", "sell 2 @ 99");
  desk.cancel("bob", 2);
  const before = [1, 2, 3].map((id) => desk.shown(id));
  expect(before.map(({ status }) => status)).toEqual(["filled", "canceled", "rejected"]);

  for (const id of [1, 2, 3]) {
    expect(desk.cancel("bob", id)).toMatchObject({ reason: "order_not_open" });
    expect(desk.cancelByOperator(id)).toMatchObject({ reason: "order_not_open" });
  }
  expect(desk.cancelBatch("bob", [1, 2, 3])).toMatchObject({ answer: { failed: [1, 2, 3] } });
  desk.place("alice", "sell 1 @ 99");
  desk.place("bob", "buy 3 @ 99");
  desk.delist();

  expect([1, 2, 3].map((id) => desk.shown(id))).toEqual(before);
});

test("SPOT-STATE-8 the end of an order is told once, with its time", () => {
  const desk = new Desk(balances);
  desk.place("bob", "buy 1 @ 100");
  desk.advance(50);

  desk.place("alice", "sell 1 @ 100");

  const ended = desk.events.filter(({ type }) => type === "OrderEnded");
  expect(ended).toMatchObject([
    { id: 1, status: "filled", timeMs: desk.timeMs },
    { id: 2, status: "filled", timeMs: desk.timeMs },
  ]);
});
