/**
 * Sends a stop loss and a take profit, one after the other, and tells what became of each: one that is refused
 * does not keep the other back, and is never passed over in silence.
 */
import type { BourseClient } from "../../../../src/client/client.ts";
import { formatPlain } from "../../text/format.ts";
import { sayError } from "../form/refusal.ts";
import {
  conditionOrderOf,
  LEG_NAMES,
  type ProtectedVolume,
  type ProtectionLeg,
} from "./protection.ts";

export interface PlacedLeg {
  readonly leg: ProtectionLeg;
  readonly isPlaced: boolean;
  /** What is said of it. */
  readonly text: string;
}

type Places = Pick<BourseClient["futures"], "createConditionOrder">;

export async function placeProtection(
  futures: Places,
  legs: readonly ProtectionLeg[],
  held: ProtectedVolume,
): Promise<readonly PlacedLeg[]> {
  const placed: PlacedLeg[] = [];
  for (const leg of legs) placed.push(await placeLeg(futures, leg, held));
  return placed;
}

async function placeLeg(
  futures: Places,
  leg: ProtectionLeg,
  held: ProtectedVolume,
): Promise<PlacedLeg> {
  const what = `${LEG_NAMES[leg.field]} at ${formatPlain(leg.price)}`;
  try {
    const { orderIdString } = await futures.createConditionOrder(conditionOrderOf(leg, held));
    const text = `${what} for ${formatPlain(held.volume)} contracts is placed (order ${orderIdString}).`;
    return { leg, isPlaced: true, text };
  } catch (error) {
    return { leg, isPlaced: false, text: `${what} is NOT placed: ${sayError(error)}` };
  }
}

export function sayPlaced(placed: readonly PlacedLeg[]): string {
  return placed.map(({ text }) => text).join(" ");
}
