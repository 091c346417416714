/**
 * Placing an order list: all its orders, or none. The checks of its orders come first, then those of the list, then names, room and
 * money. Then every order has its row before any of them trades, since the first to trade acts on the others.
 * Halts, frozen users and new fees are as for any order, when it comes and not later (SPOT-LIST-15).
 * Rules SPOT-LIST-1, SPOT-LIST-4, SPOT-LIST-6 to SPOT-LIST-8, SPOT-LIST-11, SPOT-LIST-17.
 */
import type { CommandContext } from "../../../base/command-context.ts";
import { accept, type Rejected, reject } from "../../../base/outcome.ts";
import type { DeclaredOutcome } from "../../../base/records/command.ts";
import type { Pair } from "../../catalogue/catalogue.ts";
import { isInForce } from "../../catalogue/rule-changes.ts";
import { sweepClientIds } from "../../orders/client-ids.ts";
import { instructionsOf } from "../../orders/instructions.ts";
import { enterOrder, nextOrderId, openCountOf } from "../../orders/open-orders.ts";
import { openStatusOf } from "../../orders/order.ts";
import { EndsOf, type OrderEnded, orderRested } from "../../orders/order-events.ts";
import {
  enterList,
  LIST_SIZES,
  listOpened,
  moveTo,
  type OrderList,
  orderIdsOf,
} from "../../orders/order-lists.ts";
import { lastTicksOf } from "../../prices/prices.ts";
import { giveRow, placementOf } from "../accept-order.ts";
import {
  checkPlaceable,
  checkTerms,
  type PlaceableState,
  type TermsState,
} from "../check-order.ts";
import { newDraft, type OrderDraft } from "../order-draft.ts";
import type { Placement, PlaceReject, SpotEvent, SpotState } from "../spot.ts";
import {
  checkList,
  checkSize,
  type ListDrafts,
  type ListRefusal,
  listDraftsOf,
  risesOf,
} from "./check-list.ts";
import type { PlacedList, PlaceOrderList } from "./list-commands.ts";
import { goLive, refuseMoney } from "./live-legs.ts";

export function placeList(
  state: SpotState,
  command: PlaceOrderList,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof PlaceOrderList> {
  const checked = checkWhole(state, command, context.timeMs);
  if ("reason" in checked) return checked;
  const { first, legs } = checked.parts;
  const poor = refuseMoney(state, first ? [first] : legs, context.timeMs);
  if (poor) return poor;

  return accept(acceptList(state, command, checked, context));
}

/** What the checks of a list look at beside money. */
export type ListChecks = TermsState & PlaceableState & Pick<SpotState, "prices" | "lists">;

/** SPOT-LIST-17: every check but the one about money, and no effect. */
export function testList(
  state: ListChecks,
  command: PlaceOrderList,
  timeMs: number,
): ListRefusal | undefined {
  const checked = checkWhole(state, command, timeMs);
  return "reason" in checked ? checked : undefined;
}

/** The drafts of its orders, if all that is asked before money is right. */
function checkWhole(
  state: ListChecks,
  command: PlaceOrderList,
  timeMs: number,
): CheckedList | ListRefusal {
  if (!isInForce(state, "order_extras")) return reject("rules_too_old"); // CORE-RULES-3
  const wrong = checkSize(command);
  if (wrong) return wrong;
  const drafts: OrderDraft[] = [];
  for (const [item, asked] of command.items.entries()) {
    const draft = newDraft();
    const besides = { tactics: command.tactics?.[item], trailing: command.trailing?.[item] };
    const no = checkTerms(state, draft, { ...asked, ...besides, ...ownerOf(command) }, "spot");
    if (no) return OF_ALL.has(no.reason) ? no : { ...no, item };
    drafts.push(draft);
  }
  const parts = listDraftsOf(command, drafts);
  const no = checkList(state, command, parts) ?? checkAllPlaceable(state, drafts, timeMs);
  return no ?? { parts, drafts };
}

function ownerOf({ user, pair }: PlaceOrderList) {
  return { user, pair };
}

/** What is wrong with all of them is said of the list. */
const OF_ALL: ReadonlySet<string> = new Set<PlaceReject>([
  "pair_not_found",
  "pair_halted",
  "user_frozen",
]);

/** SPOT-CHECK-11 to SPOT-CHECK-13 of each, beside the others. */
function checkAllPlaceable(
  state: PlaceableState,
  drafts: readonly OrderDraft[],
  timeMs: number,
): (Rejected<PlaceReject> & { readonly item?: number }) | undefined {
  const names = new Set<string>();
  for (const [item, draft] of drafts.entries()) {
    const no = checkPlaceable(state, draft, timeMs);
    if (no) return { ...no, item };
    if (names.has(draft.clientId)) return { ...reject("client_id_used"), item };
    if (draft.clientId !== "") names.add(draft.clientId);
  }
  const [one] = drafts as readonly [OrderDraft];
  const { openOrdersMax } = state.catalogue.pairs[one.market - 1] as Pair;
  const open = openCountOf(state.orders, one, one.market);
  const isFull = state.orders.byId.size + drafts.length > state.orders.openMax; // CORE-BOUND-1
  if (!isFull && open + drafts.length <= openOrdersMax) return undefined;
  return reject("too_many_open_orders", { had: `${open}`, needed: `${openOrdersMax}` });
}

interface CheckedList {
  readonly parts: ListDrafts;
  readonly drafts: readonly OrderDraft[];
}

/** From here on nothing can refuse. */
function acceptList(
  state: SpotState,
  command: PlaceOrderList,
  { parts, drafts }: CheckedList,
  context: CommandContext<SpotEvent>,
): PlacedList {
  const { timeMs } = context;
  sweepClientIds(state.orders.clientIds, timeMs);
  const list = openList(state, command, timeMs);
  joinList(state, list, parts);
  const events = new EndsOf(orderIdsOf(list), context.events);
  events.push(listOpened(list));
  const { rows } = state.orders.byId;
  for (const draft of drafts) enterOrder(state.orders, giveRow(state, draft, timeMs));
  for (const { order } of parts.first ? parts.legs : []) events.push(orderRested(rows, order));
  goLive(state, list, parts.first ? [parts.first] : parts.legs, { timeMs, events });
  return placedListOf(state, list.id, drafts, { timeMs, ends: events.ends });
}

function openList(state: SpotState, command: PlaceOrderList, timeMs: number): OrderList {
  const { user, pair, kind, clientId } = command;
  const id = nextOrderId(state.orders);
  const list: OrderList = {
    id,
    user,
    pair,
    kind,
    clientId,
    placedAtMs: timeMs,
    stage: "first",
    open: LIST_SIZES[kind],
  };
  enterList(state.lists, list);
  moveTo(state.lists, list, "first");
  return list;
}

/** SPOT-LIST-4, SPOT-LIST-11: each order knows its list; a leg knows from which side its price comes, and whether it is live. */
function joinList({ prices }: SpotState, { id, pair }: OrderList, parts: ListDrafts): void {
  const { first, legs } = parts;
  const rises = risesOf(parts, lastTicksOf(prices, pair));
  if (first) first.instructions = instructionsOf({ ...first.instructions, list: id });
  for (const [at, leg] of legs.entries()) {
    const isRise = rises[at] === true;
    const isPending = first !== undefined;
    leg.instructions = instructionsOf({ ...leg.instructions, list: id, isRise, isPending });
  }
}

/** How the orders stand now, or how they ended. */
function placedListOf(
  { orders }: SpotState,
  listId: number,
  drafts: readonly OrderDraft[],
  seen: { readonly timeMs: number; readonly ends: ReadonlyMap<number, OrderEnded> },
): PlacedList {
  const { rows } = orders.byId;
  const placed = drafts.map(({ order, id }): Placement => {
    const status = seen.ends.get(id)?.status ?? openStatusOf(rows.orderAt(order));
    const reason = seen.ends.get(id)?.reason;
    return placementOf(rows, order, { status, reason }, seen.timeMs);
  });
  return { listId, orders: placed };
}
