/**
 * What an order on a pair asks for beyond side, price and quantity, as its form has it: time in force, the trigger of a
 * stop, and what happens to orders of the user's own; what few ask for is in pair-tactics.ts. Rules SPOT-TIF-1 to SPOT-TIF-5,
 * SPOT-STP-3, SPOT-STOP-1.
 */
import type { OrderInstructions, SelfTradeMode } from "../../../../src/client/client.ts";
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import { compareDecimals } from "../../text/exact.ts";
import { hasTraded } from "../../text/format.ts";
import { API_FORCES, type AskedForce } from "../form/time-in-force.ts";
import { isOco, type ListDraft, NO_LIST } from "../lists/list-draft.ts";
import { type DraftTactics, NO_TACTICS } from "./pair-tactics.ts";

export type PairInstructions = NonNullable<PairAsked["instructions"]>;
type SelfTradeAsked = NonNullable<PairInstructions["selfTrade"]>;

/** As chosen and typed. */
export interface DraftInstructions extends ListDraft, DraftTactics {
  readonly timeInForce: AskedForce;
  readonly isStop: boolean;
  readonly triggerPrice: string;
  /** `as_market`: nothing is asked for. */
  readonly selfTrade: SelfTradeAsked | "as_market";
}

export const PLAIN: DraftInstructions = {
  timeInForce: "gtc",
  isStop: false,
  triggerPrice: "",
  selfTrade: "as_market",
  ...NO_TACTICS,
  ...NO_LIST,
};

/** Undefined of a plain order, which is sent as ever. SPOT-TIF-5: a market order has no time in force. */
export function instructionsOf(
  draft: DraftInstructions & Pick<PairAsked, "area" | "kind">,
): PairInstructions | undefined {
  // SPOT-LIST-2: the limit leg of an OCO rests.
  const isPlainForce = draft.kind === "market" || isOco(draft);
  const timeInForce = isPlainForce ? "gtc" : draft.timeInForce;
  const triggerPrice = isStop(draft) ? draft.triggerPrice : "";
  const selfTrade = selfTradeOf(draft);
  const isPlain = timeInForce === "gtc" && triggerPrice === "" && selfTrade === undefined;
  return isPlain ? undefined : { timeInForce, triggerPrice, selfTrade };
}

/** The order itself waits for its trigger; that of an OCO is of its other leg. */
export function isStop(draft: DraftInstructions & Pick<PairAsked, "area">): boolean {
  return draft.isStop && !isOco(draft);
}

/** As asked for of an order, and of every other one of its list. */
export function selfTradeOf({ selfTrade }: DraftInstructions): PairInstructions["selfTrade"] {
  return selfTrade === "as_market" ? undefined : selfTrade;
}

const SELF_TRADES: Readonly<Record<SelfTradeAsked, SelfTradeMode>> = {
  expire_taker: "EXPIRE_TAKER",
  expire_maker: "EXPIRE_MAKER",
  expire_both: "EXPIRE_BOTH",
  none: "NONE",
  decrement: "DECREMENT",
};

const API_UNITS = { base: "BASE", quote: "QUOTE" } as const;

/** As the API takes them; what is not asked for is left out. */
export function apiInstructions({
  instructions,
  extras,
  tactics,
  trailing,
}: Pick<PairAsked, "instructions" | "extras" | "tactics" | "trailing">): OrderInstructions {
  const { timeInForce = "gtc", triggerPrice = "", selfTrade } = instructions ?? {};
  const { unit } = extras ?? {};
  return {
    ...(timeInForce === "gtc" ? {} : { timeInForce: API_FORCES[timeInForce] }),
    ...(triggerPrice === "" ? {} : { triggerPrice }),
    ...(selfTrade === undefined ? {} : { selfTrade: SELF_TRADES[selfTrade] }),
    ...(tactics ? { icebergQty: tactics.slice } : {}),
    ...(trailing ? { trailingDelta: trailing.delta } : {}),
    ...(unit === undefined ? {} : { volumeUnit: API_UNITS[unit] }),
  };
}

/** SPOT-STOP-1: the way that the last price has to go; undefined at the trigger itself, and before the first trade. */
export function wayToTrigger(triggerPrice: string, last: string): "rises" | "falls" | undefined {
  if (triggerPrice === "" || !hasTraded(last)) return undefined;
  const way = compareDecimals(triggerPrice, last);
  return way === 0 ? undefined : way > 0 ? "rises" : "falls";
}
