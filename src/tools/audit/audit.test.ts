/** The audit sees what a state cannot show: each planted lie of the events turns up. */
import { expect, test } from "vitest";
import { FuturesRun } from "../../../test/history/futures-run.ts";
import { Desk } from "../../../test/support/desk.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { Audit } from "./audit.ts";

const balances = { alice: { BTC: "5", USDT: "500" }, bob: { USDT: "500" } };

/** Two orders that trade in part; `lie` may change each event before the audit sees it. */
function audited(lie: (event: ExchangeEvent) => ExchangeEvent[]): string[] {
  const desk = new Desk(balances);
  const audit = new Audit(desk.state);
  for (const [who, words] of [
    ["alice", "sell 2 @ 100"],
    ["bob", "buy 1 @ 100"],
    ["bob", "buy 1 @ 100"],
  ] as const) {
    desk.place(who, words);
    for (const event of desk.events) for (const told of lie(event)) audit.see(told);
  }
  audit.compare();
  return audit.broken;
}

test("I-4 I-6 I-16 I-17 what really happened passes", () => {
  expect(audited((event) => [event])).toEqual([]);
});

test.each<[string, RegExp, (event: ExchangeEvent) => ExchangeEvent[]]>([
  [
    "a trade is hidden",
    /I-4/,
    (event) => (event.type === "Traded" && event.id === 2 ? [] : [event]),
  ],
  ["a trade comes twice", /I-17/, (event) => (event.type === "Traded" ? [event, event] : [event])],
  [
    "an order ends twice",
    /I-16/,
    (event) => (event.type === "OrderEnded" ? [event, event] : [event]),
  ],
  [
    "the sides of a trade are mixed up",
    /I-4 order \d+ has one side/,
    (event) => {
      if (event.type !== "Traded") return [event];
      return [{ ...event, takerSide: event.takerSide === "buy" ? "sell" : "buy" }];
    },
  ],
  [
    "a maker is on the taker's side",
    /I-4 order \d+ has one side/,
    (event) => (event.type === "OrderRested" ? [{ ...event, side: "buy" }] : [event]),
  ],
  ["an end is hidden", /I-16/, (event) => (event.type === "OrderEnded" ? [] : [event])],
  [
    "a fee is not what was paid",
    /I-6/,
    (event) =>
      event.type === "Traded" ? [{ ...event, sellerFee: event.sellerFee + 1n }] : [event],
  ],
  [
    "a trade has one side only",
    /I-4/,
    (event) => (event.type === "Traded" ? [{ ...event, makerOrder: event.takerOrder }] : [event]),
  ],
])("%s: it is seen", (_what, sentence, lie) => {
  expect(audited(lie).join("\n")).toMatch(sentence);
});

/** A run of contracts; `lie` may change each event before the audit sees it. */
function auditedRun(seed: number, lie: (event: ExchangeEvent) => ExchangeEvent[]): string[] {
  let audit: Audit | undefined;
  const run = new FuturesRun(seed, (event) => {
    for (const told of lie(event)) audit?.see(told);
  });
  audit = new Audit(run.state);
  for (let step = 0; step < 1_000; step++) {
    run.step();
    audit.compare();
  }
  return audit.broken;
}

test.each([1, 2, 3])(
  "I-4 I-6 I-16 I-17 what really happened to contracts passes, run %i",
  (seed) => {
    expect(auditedRun(seed, (event) => [event])).toEqual([]);
  },
);

test.each<[string, RegExp, (event: ExchangeEvent) => ExchangeEvent[]]>([
  [
    "a trade of contracts is hidden",
    /I-4/,
    (event) => (event.type === "ContractTraded" && event.id % 9 === 0 ? [] : [event]),
  ],
  [
    "a fee of contracts is not what was paid",
    /I-6/,
    (event) =>
      event.type === "ContractTraded" ? [{ ...event, takerFee: event.takerFee + 1n }] : [event],
  ],
  [
    "a forced close comes twice",
    /I-17/,
    (event) => (event.type === "ForceClosed" ? [event, event] : [event]),
  ],
  [
    "a forced close bears the id of an old order",
    /I-16 I-17 order 1 /,
    (event) => (event.type === "ForceClosed" ? [{ ...event, orderId: 1 }] : [event]),
  ],
  [
    "a condition order ends twice",
    /I-16/,
    (event) => {
      const isOne = event.type === "OrderEnded" && event.futures?.trigger !== "none";
      return isOne ? [event, event] : [event];
    },
  ],
])("%s: it is seen", (_what, sentence, lie) => {
  expect(auditedRun(1, lie).join("\n")).toMatch(sentence);
});
