/**
 * What a preview tells is what the exchange then does, field by field: before every order of simulated
 * crowds the market and the account are read from the live state as plain data, the order is previewed, and
 * then the engine carries it out. Refusals have the same reason and numbers; orders the same status, fills,
 * fees, loans; accounts the same money, debts, level, positions, margins and liquidation prices.
 *
 * What a preview cannot know is counted, and compared as far as it can:
 * - a maker whose own account does not bear the trade is canceled instead (FUT-DEFICIT-1): not compared;
 * - more than the order follows of the command, such as stops that it triggers and liquidations: status
 *   and fills are compared, not the account;
 * - the first mark of a contract, which its first trade brings (FUT-MARK-4): the same;
 * - a refusal at the trigger of an order that waits: it is told as one that may come later.
 * Figures of the whole order, as if its rest were taken at its price, are held against the referee's formulas;
 * what a contract order needs to be free (`needs`), and profit and liquidation price of a whole order that rests,
 * against test/console's examples. The book is read order by order. A book of whole levels hides how many orders round their fee up:
 * test/console holds that against its bound, a unit for each order that is not seen.
 */
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import { placeFuturesOrder } from "../../src/core/engine/futures/trading/place-futures-order.ts";
import { previewContractOrder } from "../../src/core/preview/contract/preview-contract-order.ts";
import { previewPairOrder } from "../../src/core/preview/pair/preview-pair-order.ts";
import { readContractView } from "../../src/core/preview/read/read-contract-view.ts";
import { readPairView } from "../../src/core/preview/read/read-pair-view.ts";
import { Desk } from "../support/desk.ts";
import { FuturesDesk } from "../support/futures-desk.ts";
import { IS_LONG, runs, seeds } from "../support/runs.ts";
import { Met } from "./compared.ts";
import { beyondIn, missingIn } from "./enough.ts";
import { runCrowd } from "./run-crowd.ts";

/** Chosen among 800 (choose-seeds.ts): together they meet every refusal there is, and those of the suite most of them. */
const SEEDS = seeds(
  [180, 211, 330, 436, 533, 534, 544, 573, 793],
  [
    12, 24, 26, 145, 147, 152, 154, 201, 216, 220, 232, 264, 268, 272, 279, 284, 311, 324, 341, 406,
    485, 592, 598, 656, 776, 781,
  ],
);
const MORE_SEEDS = Array.from({ length: runs(0, 400) }, (_, index) => 1_000 + index);
const LONG_MS = 300_000;
/** What a preview cannot know is rare: fewer than so many of a hundred orders. */
const BEYOND_PERCENT_MAX = 3;

test(
  "SPOT-CHECK-16 FUT-CHECK-1 MARG-ORDER-3 what a preview tells is what the exchange then does, field by field",
  () => {
    const met = new Met();

    for (const seed of [...SEEDS, ...MORE_SEEDS]) runCrowd(seed, met);

    if (IS_LONG) expect(missingIn(met)).toEqual([]);
    const orders = met.of("spot") + met.of("margin") + met.of("futures");
    expect(orders).toBeGreaterThan(runs(2_000, 2_000));
    expect(beyondIn(met) * 100).toBeLessThan(orders * BEYOND_PERCENT_MAX);
  },
  LONG_MS,
);

test("FUT-CHECK-8 a preview knows a position in liquidation, which only a triggered order can meet", () => {
  const desk = new FuturesDesk({ ann: { USDT: "1000" }, bob: { USDT: "1000" } });
  desk.markAt("20000");
  desk.trade("ann", "open sell 10 @ 20000");
  desk.trade("bob", "open buy 10 @ 20000");
  present(desk.position("bob", "buy"), "a long").isFrozen = true;
  const command = desk.trading("bob", "close sell 10 @ 20000");

  const preview = previewContractOrder(readContractView(desk.state, command, desk.timeMs), command);

  expect(preview).toEqual({ ok: false, reason: "position_frozen" });
  // Not sent: a position is frozen only until the command is over.
  expect(placeFuturesOrder(desk.state, command, { timeMs: 0, events: [] })).toEqual(preview);
});

test("CORE-BOUND-1 a preview knows an exchange that has as many open orders as it can hold", () => {
  const desk = new Desk({ ann: { USDT: "1000" } }, { limits: { openOrders: 1 } });
  desk.place("ann", "buy 1 @ 10");
  const command = desk.placing("ann", "buy 1 @ 9");
  const asked = { ...command, area: "spot" } as const;

  const preview = previewPairOrder(readPairView(desk.state, asked, desk.timeMs), asked);

  expect(preview).toEqual({ ok: false, reason: "too_many_open_orders" });
  expect(desk.send(command)).toEqual(preview);
});
