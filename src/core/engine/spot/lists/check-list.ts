/**
 * Whether orders of the right form make a list: as many as it has, of which the legs can wait for each other, at prices on both
 * sides. Nothing has changed when one of these fails. Rules SPOT-LIST-1 to SPOT-LIST-7.
 */
import { type Rejected, reject } from "../../../base/outcome.ts";
import { isClientId } from "../../orders/client-id-form.ts";
import {
  isListNamed,
  LIST_SIZES,
  LISTS_OF_USER_MAX,
  openListsOf,
} from "../../orders/order-lists.ts";
import { lastTicksOf } from "../../prices/prices.ts";
import type { OrderDraft } from "../order-draft.ts";
import type { PlaceReject, SpotState } from "../spot.ts";
import { isStop } from "../stops.ts";
import type { LIST_REJECTS, PlaceOrderList } from "./list-commands.ts";

/** `item`: which of its orders it is about, where it is about one. */
export type ListRefusal = Rejected<PlaceReject | (typeof LIST_REJECTS)[number]> & {
  readonly item?: number;
};

/** The orders of a list, the legs apart. */
export interface ListDrafts {
  readonly first: OrderDraft | undefined;
  readonly legs: readonly OrderDraft[];
}

export function listDraftsOf(
  { kind }: Pick<PlaceOrderList, "kind">,
  drafts: readonly OrderDraft[],
): ListDrafts {
  if (kind === "oco") return { first: undefined, legs: drafts };
  return { first: drafts[0], legs: drafts.slice(1) };
}

export function checkSize({ kind, items }: PlaceOrderList): ListRefusal | undefined {
  return items.length === LIST_SIZES[kind] ? undefined : reject("list_size_wrong"); // SPOT-LIST-1
}

export function checkList(
  state: Pick<SpotState, "prices" | "lists">,
  command: PlaceOrderList,
  drafts: ListDrafts,
): ListRefusal | undefined {
  const { first, legs } = drafts;
  const at = first ? 1 : 0;
  for (const [index, leg] of legs.entries()) {
    if (!mayBeLeg(leg)) return { ...reject("leg_cannot_rest"), item: at + index }; // SPOT-LIST-2, SPOT-LIST-5
    if (trailsFromPrice(leg)) return { ...reject("leg_trails_from_price"), item: at + index }; // SPOT-LIST-18
  }
  const no = legs.length === 2 ? checkPair(state, command, legs) : undefined;
  return no ?? checkOpenLists(state, command);
}

/** SPOT-LIST-5: a stop, or what rests. */
function mayBeLeg(leg: OrderDraft): boolean {
  if (isStopLeg(leg)) return true;
  const timeInForce = leg.instructions?.timeInForce ?? "gtc";
  return leg.kind === "limit" && (timeInForce === "gtc" || timeInForce === "post_only");
}

function isStopLeg({ instructions }: OrderDraft): boolean {
  return instructions !== undefined && isStop(instructions);
}

function trailsFromPrice({ instructions }: OrderDraft): boolean {
  return (instructions?.delta ?? 0) > 0 && (instructions?.triggerTicks ?? 0) > 0;
}

/** The price at which a leg begins to work; of one that trails, beyond all others on its side (SPOT-LIST-18). */
function pointOf({ side, ticks, instructions }: OrderDraft): number {
  const isTrailing = (instructions?.delta ?? 0) > 0;
  if (isTrailing) return side === "sell" ? 0 : Number.POSITIVE_INFINITY;
  return instructions?.triggerTicks || ticks;
}

/** SPOT-LIST-2, SPOT-LIST-3: of two legs one cancels the other. */
function checkPair(
  state: Pick<SpotState, "prices">,
  { kind, pair }: PlaceOrderList,
  legs: readonly OrderDraft[],
): ListRefusal | undefined {
  const [one, other] = legs as readonly [OrderDraft, OrderDraft];
  if (legs.some(({ budget }) => budget !== 0n)) return reject("leg_counts_quote");
  if (one.side !== other.side || one.lots !== other.lots) return reject("legs_differ");
  if (!legs.some(isStopLeg)) return reject("no_leg_waits");
  const [below, above] = pointOf(one) < pointOf(other) ? [one, other] : [other, one];
  const last = lastTicksOf(state.prices, pair);
  const isApart = pointOf(below) < pointOf(above);
  const isAround = kind !== "oco" || (pointOf(below) < last && last < pointOf(above));
  const passive = one.side === "sell" ? above : below;
  const isPassive = legs.every((leg) => isStopLeg(leg) || leg === passive);
  return isApart && isAround && isPassive ? undefined : reject("leg_prices_crossed");
}

/** SPOT-LIST-6, SPOT-LIST-7 */
function checkOpenLists(
  { lists }: Pick<SpotState, "lists">,
  { user, pair, clientId }: PlaceOrderList,
): ListRefusal | undefined {
  if (clientId !== "") {
    if (!isClientId(clientId)) return reject("list_id_malformed");
    if (isListNamed(lists, user, clientId)) return reject("list_id_used");
  }
  const count = openListsOf(lists, { user, pair }).length;
  if (lists.byId.size >= lists.countMax || count >= LISTS_OF_USER_MAX) {
    const numbers = { had: `${count}`, needed: `${LISTS_OF_USER_MAX}` };
    return reject("too_many_lists", numbers);
  }
  return undefined;
}

/** SPOT-LIST-4: whether each leg waits for a rise, if it waits. */
export function risesOf({ first, legs }: ListDrafts, last: number): boolean[] {
  const [one, other] = legs as readonly [OrderDraft, OrderDraft | undefined];
  if (other) return [pointOf(one) > pointOf(other), pointOf(other) > pointOf(one)];
  const from = first ? pricedAt(first) || last : last;
  return [pointOf(one) > from];
}

/** Its price, or else its trigger; 0 of a market order that waits for nothing. */
function pricedAt(first: OrderDraft): number {
  if (first.kind === "limit") return first.ticks;
  return first.instructions?.triggerTicks ?? 0;
}
