/** What holds of the orders of every list that was taken. Rules SPOT-LIST-1 to SPOT-LIST-3, SPOT-LIST-5. */
import { present } from "../../../src/core/base/assert.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { PlaceOrderList } from "../../../src/core/engine/spot/lists/list-commands.ts";
import type { OrderRequest } from "../../../src/core/engine/spot/spot.ts";
import { unitsOf } from "../../../src/core/money/decimal.ts";
import { claim } from "./claim.ts";

export type ListItem = PlaceOrderList["items"][number] & Pick<OrderRequest, "trailing">;

export const LIST_SIZES = { oco: 2, oto: 2, otoco: 3 } as const;

/** The market as it was before the command. */
export interface Given {
  readonly items: readonly ListItem[];
  readonly pair: Pair;
  readonly last: number;
}

export function checkForm(kind: PlaceOrderList["kind"], { items, pair, last }: Given): void {
  claim(items.length === LIST_SIZES[kind], `SPOT-LIST-1 an ${kind} has its orders`);
  const legs = kind === "oco" ? items : items.slice(1);
  for (const leg of legs) {
    const force = leg.instructions?.timeInForce ?? "gtc";
    const isResting = leg.kind === "limit" && (force === "gtc" || force === "post_only");
    claim(isStop(leg) || isResting, "SPOT-LIST-2 SPOT-LIST-5 a leg waits or rests");
    const isFromPrice = leg.trailing !== undefined && Boolean(leg.instructions?.triggerPrice);
    claim(!isFromPrice, "SPOT-LIST-18 a leg trails as soon as it is live");
  }
  if (legs.length < 2) return;
  const [one, other] = [present(legs[0], "a leg"), present(legs[1], "another leg")];
  const [lots, others] = [one, other].map((leg) => unitsOf(leg.quantity, pair.quantityPrecision));
  claim(one.side === other.side && lots === others, "SPOT-LIST-2 legs are of one side and size");
  claim(legs.every(isOfBase), "SPOT-LIST-2 legs count the base asset");
  claim(legs.some(isStop), "SPOT-LIST-2 one of two legs is a stop");
  const [low, high] = [one, other].sort((a, b) => (pointOf(a, pair) < pointOf(b, pair) ? -1 : 1));
  const [below, above] = [present(low, "a leg below"), present(high, "a leg above")];
  const passive = one.side === "sell" ? above : below;
  claim(pointOf(below, pair) < pointOf(above, pair), "SPOT-LIST-3 one leg is above the other");
  const isPassive = legs.every((leg) => isStop(leg) || leg === passive);
  claim(isPassive, "SPOT-LIST-3 a LIMIT leg that sells is above, one that buys below");
  const isAround = pointOf(below, pair) < last && last < pointOf(above, pair);
  claim(kind !== "oco" || isAround, "SPOT-LIST-3 the legs of an OCO stand around the last price");
}

function isStop({ instructions, trailing }: ListItem): boolean {
  return trailing !== undefined || Boolean(instructions?.triggerPrice);
}

function isOfBase({ kind, side, extras }: ListItem): boolean {
  if (kind === "limit") return true;
  return side === "buy" ? extras?.unit === "base" : extras?.unit !== "quote";
}

/** Above every price. */
const ABOVE = 10n ** 40n;

/** SPOT-LIST-3, SPOT-LIST-18: the point of a leg. */
export function pointOf(item: ListItem, pair: Pair): bigint {
  if (item.trailing) return item.side === "sell" ? 0n : ABOVE;
  return triggerOf(item, pair) || priceOf(item, pair);
}

export function triggerOf({ instructions }: ListItem, { pricePrecision }: Pair): bigint {
  return unitsOf(instructions?.triggerPrice || "0", pricePrecision) ?? 0n;
}

export function priceOf({ kind, price }: ListItem, { pricePrecision }: Pair): bigint {
  return kind === "limit" ? (unitsOf(price, pricePrecision) ?? 0n) : 0n;
}
