/**
 * Placing a spot order, alone or in a batch. First the checks of check-order.ts: any that fails returns
 * a reject and leaves the state as it was (SPOT-CHECK-15, CORE-SEQ-2). Then the changes, which are
 * accept-order.ts. Rules SPOT-CHECK-14, SPOT-STATE-6, SPOT-BATCH-1 to SPOT-BATCH-3, SPOT-BATCH-6, SPOT-BATCH-7.
 */
import { assert } from "../../base/assert.ts";
import type { CommandContext } from "../../base/command-context.ts";
import { accept, type Outcome, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome } from "../../base/records/command.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { isClientId } from "../orders/client-id-form.ts";
import { type Area, newOrder, type Order } from "../orders/order.ts";
import { orderEnded } from "../orders/order-events.ts";
import { lastTicksOf } from "../prices/prices.ts";
import { acceptOrder, newRow, placementOf } from "./accept-order.ts";
import { checkPlaceable, checkTerms, type PlaceableState, type TermsState } from "./check-order.ts";
import { type Lock, newLock } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import {
  BATCH_MAX,
  type OrderRequest,
  type PlaceBatch,
  type Placement,
  type PlaceOrder,
  type PlaceReject,
  type RejectedItem,
  type SpotEvent,
  type SpotState,
} from "./spot.ts";

export function placeOrder(
  state: SpotState,
  command: UserOrderRequest,
  context: CommandContext<SpotEvent>,
  area: Area = "spot",
): Outcome<Placement, PlaceReject> {
  const { user, pair } = command;
  const checked = checkTerms(state, { user, area, pair }, command);
  if (!checked.ok) return checked;
  const order = checked.answer;
  const lock = newLock(getPair(state, order), order);
  const no =
    checkPlaceable(state, order, context.timeMs) ?? checkMoney(state, order, lock, context);
  if (no) return no;

  const reference = lastTicksOf(state.prices, pair);
  return accept(acceptOrder(state, { order, lock, reference, isForced: false }, context));
}

/** What an order of any area asks for, and its sender. */
export type UserOrderRequest = OrderRequest & Pick<PlaceOrder, "user" | "pair">;

function getPair({ catalogue }: SpotState, order: Order): Pair {
  return catalogue.pairs[order.market - 1] as Pair;
}

/** SPOT-CHECK-14: the last check. */
function checkMoney(
  state: SpotState,
  order: Order,
  lock: Lock,
  { timeMs }: CommandContext<SpotEvent>,
) {
  return settlementAccountOf(state, order.area).refuse(order, lock, timeMs);
}

/** SPOT-CHECK-16: every check but the one about money, and no effect. */
export function testOrder(
  state: TermsState & PlaceableState,
  command: UserOrderRequest,
  timeMs: number,
): Outcome<Order, PlaceReject> {
  const { user, pair } = command;
  const checked = checkTerms(state, { user, area: "spot", pair }, command);
  if (!checked.ok) return checked;
  return checkPlaceable(state, checked.answer, timeMs) ?? checked;
}

/** The fields of a market order that the exchange itself places. */
export type ForcedOrder = Pick<Order, "user" | "area" | "market" | "side" | "lots" | "budget">;

/** Places an order that fits the book exactly, without checks: neither bands nor limits stop it. */
export function forceOrder(
  state: SpotState,
  forced: ForcedOrder,
  context: CommandContext<SpotEvent>,
): Placement {
  const { makerRate, takerRate } = state.catalogue.pairs[forced.market - 1] as Pair;
  const order = newOrder({
    ...forced,
    kind: "market",
    ticks: 0,
    makerRate,
    takerRate,
  });
  const lock = newLock(getPair(state, order), order);
  const placed = acceptOrder(state, { order, lock, reference: 0, isForced: true }, context);
  assert(placed.status === "filled", "a forced order trades all that was planned");
  return placed;
}

/** Reasons that refuse the whole batch, though they are checked for each item. */
const OF_ALL: ReadonlySet<string> = new Set<PlaceReject>([
  "pair_not_found",
  "pair_halted",
  "user_frozen",
]);

/**
 * SPOT-BATCH-2: a wrong form of any item refuses the whole batch. SPOT-BATCH-3: then the items run
 * one after the other, and one that may not be placed ends rejected while the next goes on.
 */
export function placeBatch(
  state: SpotState,
  { user, pair, items, instructions }: PlaceBatch,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof PlaceBatch> {
  if (items.length === 0) return reject("batch_empty"); // SPOT-BATCH-1
  if (items.length > BATCH_MAX) return reject("batch_too_large"); // SPOT-BATCH-1
  const orders: Order[] = [];
  for (const [at, item] of items.entries()) {
    const asked = instructions ? { ...item, instructions: instructions[at] } : item;
    const checked = checkTerms(state, { user, area: "spot", pair }, asked);
    if (!checked.ok) return OF_ALL.has(checked.reason) ? checked : { ...checked, item: at }; // SPOT-BATCH-6
    orders.push(checked.answer);
  }

  const reference = lastTicksOf(state.prices, pair); // SPOT-BAND-3: one for the whole command
  const rejected: RejectedItem[] = [];
  const orderIds = orders.map((order, index) => {
    const item = placeOrReject(state, { order, reference }, context);
    if (item.rejected) rejected.push({ index, ...item.rejected }); // SPOT-BATCH-7
    return item.placed.orderId;
  });
  return accept({ orderIds, rejected });
}

/** An order of the right form, and the last price before its command. */
export interface DraftedOrder {
  readonly order: Order;
  readonly reference: number;
}

/** SPOT-BATCH-3, SPOT-REPLACE-4: one that may not be placed has an id and ends rejected. */
export function placeOrReject(
  state: SpotState,
  { order, reference }: DraftedOrder,
  context: CommandContext<SpotEvent>,
): { readonly placed: Placement; readonly rejected: Omit<RejectedItem, "index"> | undefined } {
  const lock = newLock(getPair(state, order), order);
  const no =
    checkPlaceable(state, order, context.timeMs) ?? checkMoney(state, order, lock, context);
  if (!no) {
    const placed = acceptOrder(state, { order, lock, reference, isForced: false }, context);
    return { placed, rejected: undefined };
  }
  const { ok: _, ...rejected } = no;
  return { placed: rejectItem(state, order, context), rejected };
}

/** SPOT-STATE-6: the item gets an id and nothing else; its client id is not taken (SPOT-CLIENT-5). */
function rejectItem(state: SpotState, asked: Order, context: CommandContext<SpotEvent>): Placement {
  const { timeMs } = context;
  const { rows } = state.orders.byId;
  // A client id of the wrong form is not kept: no reply may show it again.
  const order = newRow(
    state,
    isClientId(asked.clientId) ? asked : { ...asked, clientId: "" },
    timeMs,
  );
  context.events.push(orderEnded(rows, order, { status: "rejected" }, timeMs));
  rows.drop(order);
  return placementOf(rows, order, { status: "rejected" }, timeMs);
}
