/**
 * What was said of an order against how it stands. LOG-DUR-1: 200 is exactly once, 4xx and 503 never,
 * anything else and no answer zero or one times; what was told or seen may have gone on, but not back.
 */
import type { HttpAnswer } from "../../support/signed-client.ts";
import { type AreaName, type Asked, type OrderRow, unitsOf } from "./areas.ts";
import { isFinal } from "./contradictions.ts";

/** What came back: an answer, or none. */
export type Told = HttpAnswer | undefined;

export interface Placement extends Asked {
  readonly user: string;
  readonly clientId: string;
  told: Told;
  /** Less of it was asked for. */
  isAmended?: boolean;
  /** 200 was on its way when a blow fell, and nobody heard it. */
  isAnswered?: boolean;
}

export interface Cancellation {
  readonly user: string;
  readonly area: AreaName;
  readonly orderId: number;
  told: Told;
}

/** Of what was told by an answer of the API (docs/api.md): 4xx and 503 were never executed. */
export function isTold(told: Told, what: "done" | "never"): boolean {
  if (!told) return false;
  const isNever = told.status === 503 || (told.status >= 400 && told.status < 500);
  return what === "done" ? told.status === 200 : isNever;
}

/** Every sentence that should be true and is not; `seen` is how it stood the last time. */
export function brokenOfPlacement(
  placement: Placement,
  now: OrderRow | undefined,
  seen: OrderRow | undefined,
): string[] {
  const { clientId, told, side, price, volume, isAnswered } = placement;
  const [isDone, isNever] = [isTold(told, "done"), isTold(told, "never")];
  if (!now) {
    return [
      ...claim(!isDone, `order ${clientId} was acknowledged and is missing`, { told }),
      ...claim(!isAnswered, `order ${clientId} was answered, unheard, and is missing`, {}),
      ...claim(!seen, `order ${clientId} is gone`, { seen }),
    ];
  }
  const isLess = placement.isAmended === true && unitsOf(now.origQty, 5) <= unitsOf(volume, 5);
  const isSize = now.origQty === volume || isLess;
  const isAsked = now.side === side && now.price === price && isSize;
  return [
    ...claim(!isNever, `order ${clientId} was refused and exists`, { told, now }),
    ...(isDone ? brokenSince(told?.json, now) : []),
    ...(seen ? brokenSince(seen, now) : []),
    ...claim(isAsked, `order ${clientId} is not as asked`, { placement, now }),
    ...brokenOfForce(placement, now),
  ];
}

/** SPOT-TIF-2, SPOT-TIF-3: what does not stay is over, and FOK is whole or nothing; a stop may wait. */
function brokenOfForce({ instructions, clientId }: Placement, now: OrderRow): string[] {
  const { timeInForce = "GTC", triggerPrice } = instructions ?? {};
  const isShort = timeInForce === "IOC" || timeInForce === "FOK";
  const isOver = isFinal(now.status) || (triggerPrice !== undefined && now.status === "NEW");
  const traded = unitsOf(now.executedQty, 5);
  const isWhole = timeInForce !== "FOK" || traded === 0n || traded === unitsOf(now.origQty, 5);
  return [
    ...claim(!isShort || isOver, `order ${clientId} rests against its ${timeInForce}`, { now }),
    ...claim(isWhole, `order ${clientId} is filled in part`, { now }),
  ];
}

/** Of a cancel that was acknowledged. */
export function brokenOfCancellation(
  { orderId, told }: Cancellation,
  now: OrderRow | undefined,
): string[] {
  const sentence = `the cancel of ${orderId} does not hold`;
  return claim(now?.status === "CANCELED", sentence, { told, now });
}

/** A reply of futures tells the id only. */
function brokenSince(told: Pick<OrderRow, "orderId"> & Partial<OrderRow>, now: OrderRow): string[] {
  const { orderId, clientOrderId = now.clientOrderId, status, executedQty } = told;
  const isSame = orderId === now.orderId && clientOrderId === now.clientOrderId;
  const names = claim(isSame, "an order has other names than before", { told, now });
  if (status === undefined || executedQty === undefined) return names;
  const isKept = status === now.status && executedQty === now.executedQty;
  const hasMore = unitsOf(now.executedQty, 5) >= unitsOf(executedQty, 5);
  return [
    ...names,
    ...claim(!isFinal(status) || isKept, "a final order changed", { told, now }),
    ...claim(hasMore, "a fill was taken back", { told, now }),
  ];
}

function claim(isTrue: boolean, sentence: string, seen: unknown): string[] {
  return isTrue ? [] : [`${sentence}: ${JSON.stringify(seen)}`];
}
