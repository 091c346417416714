/** The trigger of a stop on a pair, and what is known of the way to it. */
import { expect, test } from "vitest";
import type { AccountOrder } from "../exchange.ts";
import {
  isTrailing,
  isTriggeredStop,
  isWaiting,
  sayStopTrigger,
  sayStopWait,
  sayTrailingPrice,
  waitsForPrice,
} from "./say-trigger.ts";

test.each([
  ["51000", "50000", "when it rises"],
  ["49000", "50000", "when it falls"],
  ["9000", "10000", "when it falls"],
  ["50000.0", "50000", "waits"],
  ["51000", "0", "waits"],
  ["51000", undefined, "waits"],
])("SPOT-STOP-1 a stop at %s with the last price at %s: %s", (trigger, last, said) => {
  expect(sayStopWait(trigger, last)).toBe(said);
});

test("SPOT-STOP-2 a stop waits while it is NEW and not triggered; an ended one does not", () => {
  const order = (part: object) => ({ area: "spot", status: "NEW", ...part }) as AccountOrder;
  const stop = { triggerPrice: "51000", triggered: false };

  expect(isWaiting(order(stop))).toBe(true);
  expect(isWaiting(order({}))).toBe(false);
  expect(isWaiting(order({ ...stop, triggered: true }))).toBe(false);
  expect(isWaiting(order({ ...stop, status: "CANCELED" }))).toBe(false);
  expect(isWaiting({ area: "futures", status: "INIT" } as AccountOrder)).toBe(true);
  // SPOT-LIST-11: a leg that is not live, with a trigger or without.
  expect(isWaiting(order({ ...stop, status: "PENDING_NEW" }))).toBe(true);
  expect(isWaiting(order({ status: "PENDING_NEW" }))).toBe(true);
  expect([isTriggeredStop(order(stop)), isTriggeredStop(order({ triggered: true }))]).toEqual([
    false,
    true,
  ]);
});

test("the trigger of a stop stands behind its order, and of another there is none", () => {
  expect(sayStopTrigger({ triggerPrice: "51000" })).toBe(", stop at 51,000");
  expect(sayStopTrigger({})).toBe("");
});

test("SPOT-TRAIL-2 of one that trails it is said by how much, and where its trigger is at the least", () => {
  expect(sayStopTrigger({ trailingDelta: 105 })).toBe(", trailing 1.05%");
  expect(sayStopTrigger({ trailingDelta: 100, triggerPrice: "51000" })).toBe(
    ", trailing 1% from 51,000",
  );
  const trailingPrice = "49500.5";
  expect(sayTrailingPrice({ side: "SELL", trailingPrice })).toBe("trigger 49,500.5 or higher");
  expect(sayTrailingPrice({ side: "BUY", trailingPrice })).toBe("trigger 49,500.5 or lower");
});

test("SPOT-TRAIL-1 one that trails waits for no price that could be set; before that it waits for its own", () => {
  const order = (part: object) =>
    ({ area: "spot", status: "NEW", triggered: false, ...part }) as AccountOrder;
  const both = (part: object) => [waitsForPrice(order(part)), isTrailing(order(part))];

  expect(both({ triggerPrice: "51000" })).toEqual([true, false]);
  expect(both({ triggerPrice: "51000", trailingDelta: 100 })).toEqual([true, false]);
  const begun = { trailingDelta: 100, trailingPrice: "50490" };
  expect(both({ ...begun, triggerPrice: "51000" })).toEqual([false, true]);
  expect(both(begun)).toEqual([false, true]);
  expect(both({ trailingDelta: 100, status: "PENDING_NEW" })).toEqual([false, true]);
  expect(both({ ...begun, triggered: true })).toEqual([false, false]);
  const waiting = { area: "futures", status: "INIT" } as AccountOrder;
  expect([waitsForPrice(waiting), isTrailing(waiting)]).toEqual([true, false]);
});
