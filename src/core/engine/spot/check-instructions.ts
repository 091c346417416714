/**
 * Whether the instructions of an order go together with its kind, its area and what its symbol allows, and
 * the trigger of a stop. Rules SPOT-CHECK-17, SPOT-STOP-1, SPOT-UNIT-1, SPOT-UNIT-4, SPOT-ICE-1, SPOT-TRAIL-1.
 */

import { type Rejected, reject } from "../../base/outcome.ts";
import { formatSteps, isPositive, stepsOf, TOO_LARGE, TOO_PRECISE } from "../../money/decimal.ts";
import { DELTA } from "../book/trailing-price.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import type { Area } from "../ledger/area.ts";
import {
  type AskedExtras,
  type AskedInstructions,
  type AskedTactics,
  type AskedTrailing,
  type Instructions,
  instructionsOf,
} from "../orders/instructions.ts";
import { places } from "../orders/refusal-numbers.ts";
import { lastTicksOf, type Prices } from "../prices/prices.ts";
import type { OrderRequest, PlaceReject } from "./spot.ts";
import { isStop } from "./stops.ts";

/** SPOT-ICE-1 */
const SLICES_MAX = 100;

/** The order, and what its instructions are held against. */
export interface InstructedOrder {
  readonly pair: Pair;
  readonly area: Area;
  readonly kind: OrderRequest["kind"];
  /** The last price; 0 before the first trade. */
  readonly last: number;
  readonly rules: number;
}

export function checkInstructions(
  { pair, area, kind, last, rules }: InstructedOrder,
  { timeInForce, selfTrade, triggerPrice }: AskedInstructions,
): Rejected<PlaceReject> | undefined {
  const change = selfTrade === "decrement" ? "prevented_matches" : "order_set";
  if (!isInForce({ rules }, change)) return reject("rules_too_old"); // CORE-RULES-3
  // SPOT-TIF-5: a market order never rests, so it can be told nothing but that.
  const isForLimit = timeInForce === "fok" || timeInForce === "post_only";
  if (kind === "market" && isForLimit) return reject("time_in_force_with_market");
  const isPrevented = pair.selfTrade === "expire_taker";
  if (selfTrade === "none" && isPrevented) return reject("self_trade_not_allowed"); // SPOT-STP-3
  if (triggerPrice === "") return undefined;
  if (area === "margin") return reject("trigger_in_margin"); // SPOT-STOP-1
  return last === 0 ? reject("no_last_price") : undefined; // SPOT-STOP-1
}

/** What an order asks for since rules 7. */
export function checkExtras(
  { area, kind, last, rules }: InstructedOrder,
  { unit }: AskedExtras,
): Rejected<PlaceReject> | undefined {
  if (!isInForce({ rules }, "order_extras")) return reject("rules_too_old"); // CORE-RULES-3
  if (area === "margin") return reject("extras_in_margin");
  if (unit === undefined) return undefined;
  if (kind === "limit") return reject("unit_with_limit"); // SPOT-UNIT-1
  return last === 0 ? reject("no_range") : undefined; // SPOT-UNIT-4
}

/** SPOT-ICE-1: only what rests can show a slice at a time. */
export function checkTactics(
  { area, rules }: Pick<InstructedOrder, "area" | "rules">,
  { kind, instructions, tactics }: OrderRequest,
): Rejected<PlaceReject> | undefined {
  if (!isInForce({ rules }, "icebergs")) return reject("rules_too_old"); // CORE-RULES-3
  if (area === "margin") return reject("extras_in_margin");
  const { timeInForce = "gtc" } = instructions ?? {};
  const rests = kind === "limit" && timeInForce !== "ioc" && timeInForce !== "fok";
  if (!rests) return reject("slice_cannot_rest");
  return isPositive(tactics?.slice ?? "") ? undefined : reject("slice_not_positive");
}

/** SPOT-TRAIL-1: a stop that trails the last price. */
export function checkTrailing(
  { area, last, rules }: Pick<InstructedOrder, "area" | "last" | "rules">,
  { delta }: AskedTrailing,
): Rejected<PlaceReject> | undefined {
  if (!isInForce({ rules }, "trailing_stops")) return reject("rules_too_old"); // CORE-RULES-3
  if (area === "margin") return reject("trigger_in_margin");
  if (delta < DELTA.least || delta > DELTA.most) {
    const needed = `${DELTA.least} to ${DELTA.most}`;
    return reject("delta_out_of_range", { had: `${delta}`, needed });
  }
  return last === 0 ? reject("no_last_price") : undefined;
}

/** SPOT-ICE-1: so that an order of so many lots has no more slices than that. */
export function checkSlice(
  { quantityPrecision, lotsMin }: Pair,
  { slice }: AskedTactics,
  lots: number,
): Rejected<PlaceReject> | undefined {
  const steps = stepsOf(slice, quantityPrecision);
  if (steps === TOO_PRECISE) return reject("slice_too_precise", places(slice, quantityPrecision));
  const least = Math.max(lotsMin, Math.floor((lots - 1) / SLICES_MAX) + 1);
  if (steps !== TOO_LARGE && steps >= least && steps <= lots) return undefined;
  const shown = (count: number) => formatSteps(count, quantityPrecision);
  const needed = `${shown(least)} to ${shown(lots)}`;
  return reject("slice_out_of_bounds", { had: slice, needed });
}

/** The trigger in ticks, or why it is none; 0 of an order that waits for nothing. */
export function triggerTicksOf({ pricePrecision }: Pair, asked: AskedInstructions): number {
  return asked.triggerPrice === "" ? 0 : stepsOf(asked.triggerPrice, pricePrecision);
}

/** SPOT-STOP-1: the side from which the price comes is known when the stop comes. */
export function instructionsFrom(
  {
    instructions: asked = NO_INSTRUCTIONS,
    extras,
    tactics,
    trailing,
  }: Pick<OrderRequest, "instructions" | "extras" | "tactics" | "trailing">,
  pair: Pair,
  prices: Pick<Prices, "last">,
): Instructions {
  const { timeInForce, selfTrade } = asked;
  const triggerTicks = triggerTicksOf(pair, asked);
  const isRise = triggerTicks >= lastTicksOf(prices, pair.id);
  const delta = trailing?.delta ?? 0;
  const isWaiting = isStop({ triggerTicks, delta });
  const { unit } = extras ?? {};
  const slice = tactics ? stepsOf(tactics.slice, pair.quantityPrecision) : 0;
  const told = { timeInForce, selfTrade, triggerTicks, isRise, isWaiting, unit, slice, delta };
  return instructionsOf(told);
}

/** Of an order that asks for extras alone. */
const NO_INSTRUCTIONS: AskedInstructions = {
  timeInForce: "gtc",
  selfTrade: undefined,
  triggerPrice: "",
};
