/**
 * What few orders of spot ask for, as their form has it: to show so much at a time, and to trail the last price by a distance
 * that is typed in percent. Rules SPOT-ICE-1, SPOT-TRAIL-1.
 */
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import { formatPlain } from "../../text/format.ts";
import { basisPointsOf, formatBasisPoints } from "../../text/percent.ts";
import { isOco } from "../lists/list-draft.ts";
import type { DraftInstructions } from "./pair-instructions.ts";

/** As typed; empty for none. */
export interface DraftTactics {
  readonly slice: string;
  readonly trailBy: string;
}

export const NO_TACTICS: DraftTactics = { slice: "", trailBy: "" };

type Draft = DraftInstructions & Pick<PairAsked, "area" | "kind">;

/** SPOT-ICE-1: only what may rest shows slices. The legs of an OCO are not asked for them here. */
export function mayShowSlices(draft: Draft): boolean {
  const { area, kind, timeInForce } = draft;
  const mayRest = timeInForce === "gtc" || timeInForce === "post_only";
  return area === "spot" && kind === "limit" && mayRest && !isOco(draft);
}

export function asksSlices(draft: Draft): boolean {
  return mayShowSlices(draft) && draft.slice.trim() !== "";
}

/** A stop with a distance, whether or not that may be sent as it stands. */
export function asksToTrail(draft: DraftInstructions & Pick<PairAsked, "area">): boolean {
  const isStop = draft.area === "spot" && draft.isStop && !isOco(draft);
  return isStop && draft.trailBy.trim() !== "";
}

/** What is not asked for, or is no distance yet, is left out. */
export function tacticsOf(draft: Draft): Pick<PairAsked, "tactics" | "trailing"> {
  const delta = asksToTrail(draft) ? basisPointsOf(draft.trailBy) : undefined;
  return {
    ...(asksSlices(draft) ? { tactics: { slice: draft.slice } } : {}),
    ...(delta === undefined ? {} : { trailing: { delta } }),
  };
}

/** `, trailing 1% from 51,000`, `, triggered at 51,000`, `, showing 2 at a time`; nothing of a plain order. */
export function sayTactics({ instructions, tactics, trailing }: PairAsked): string {
  const { triggerPrice = "" } = instructions ?? {};
  const price = formatPlain(triggerPrice);
  const from = triggerPrice === "" ? "" : ` from ${price}`;
  const plain = triggerPrice === "" ? "" : `, triggered at ${price}`;
  const stop = trailing ? `, trailing ${formatBasisPoints(trailing.delta)}${from}` : plain;
  return `${stop}${tactics ? `, showing ${formatPlain(tactics.slice)} at a time` : ""}`;
}
