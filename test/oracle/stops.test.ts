/**
 * A judge from outside for stops and lists: the same random limit, market, stop and OCO orders and cancels at our engine and at
 * `nodejs-order-book`, and after each the same verdict, trades, orders, levels, waiting stops and last price. Where the two
 * differ, each shown by a test in stop-differences.test.ts. What is *told* is made ours by `peer-stop-book.ts`, and must be met:
 *
 * - behind_the_rest: a taker's rest stands on our book before the stops that it has triggered, on theirs after them.
 * - other_side: ours triggers stops of both sides, theirs those of the taker's side.
 * - nearest_first: ours begins with the trigger that the price comes to first, theirs with the farthest.
 * - one_after_the_other: what a stop triggers goes behind those that were triggered before it, in theirs before them.
 * - at_once: a stop at the last price is triggered at once; theirs refuses it.
 * - stop_not_canceled: a stop can be canceled; theirs knows it no more.
 * - leg_trades_at_once: an OCO whose limit leg trades at once has no stop any more; theirs keeps it.
 * - no_opposite: a market order that finds the other side empty is refused; theirs takes it.
 *
 * What is *kept away* does not come up:
 *
 * - toward: a stop may wait for the price to come to its side's better end, and a limit may lie before its trigger; theirs refuses both.
 * - range: a market order ends where its range does; theirs has none. All prices lie within the range.
 * - own: self-trade prevention sees every order of the user; theirs forgets whose an OCO is. It is off.
 * - force: a triggered IOC never rests; theirs may. Every order is GTC.
 * - market_leg: the stop of an OCO may be at market; theirs is a limit order.
 * - two_ids: legs have ids of their own; theirs share one, and so they share a name here.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../support/runs.ts";
import { OurStopBook } from "./our-stop-book.ts";
import { PeerStopBook } from "./peer-stop-book.ts";
import { type DrawnStep, Naming, type StopStep, someStopSteps } from "./stop-step.ts";

const TOLD = [
  ...["behind_the_rest", "other_side", "nearest_first", "one_after_the_other", "at_once"],
  ...["stop_not_canceled", "leg_trades_at_once", "no_opposite"],
];
const ANSWERS = ["limit", "market", "stop", "oco", "cancel"].flatMap((type) =>
  type === "limit" || type === "stop" ? [`${type} taken`] : [`${type} taken`, `${type} refused`],
);
const COMMANDS = 250;
/** A campaign plays 100,000 commands and more. */
const PATIENCE_MS = 900_000;

type Count = (what: string) => void;

/** The last price is 100 when the steps begin. */
const OPENING: readonly StopStep[] = [
  { type: "limit", name: "first ask", side: "sell", size: 1, price: 100 },
  { type: "limit", name: "first bid", side: "buy", size: 1, price: 100 },
];

function play(drawn: readonly DrawnStep[], count: Count): void {
  const ours = new OurStopBook();
  const peer = new PeerStopBook(count);
  const naming = new Naming();
  let [seen] = OPENING.map((step) => demandSame(step, ours, peer)).slice(-1);
  for (const one of drawn) {
    const step = seen && naming.stepOf(one, seen);
    if (!step) continue;
    seen = demandSame(step, ours, peer);
    count(`${step.type} ${seen.isTaken ? "taken" : "refused"}`);
    count("commands");
  }
}

/** Written out only where something differs: this is asked after every step. */
function demandSame(step: StopStep, ours: OurStopBook, peer: PeerStopBook) {
  const [one, other] = [ours.take(step), peer.take(step)];
  if (JSON.stringify(one) !== JSON.stringify(other)) {
    expect({ step, ...one }).toEqual({ step, ...other });
  }
  return one;
}

test(
  "SPOT-STOP-3 SPOT-LIST-9 stops and OCO lists come to the same as in the book of others",
  () => {
    const met = new Map<string, number>();
    const count = (what: string) => met.set(what, (met.get(what) ?? 0) + 1);
    const steps = someStopSteps(COMMANDS);
    fc.assert(
      fc.property(steps, (drawn) => play(drawn, count)),
      // A failure says the step; to find fewer takes minutes.
      { seed: 90, numRuns: runs(24, 420), endOnFailure: true },
    );

    expect([...TOLD, ...ANSWERS].filter((what) => !met.has(what))).toEqual([]);
  },
  PATIENCE_MS,
);
