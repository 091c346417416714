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
import type { Area } from "../ledger/area.ts";
import { isClientId } from "../orders/client-id-form.ts";
import type { Order } from "../orders/order.ts";
import { orderEnded } from "../orders/order-events.ts";
import { acceptOrder, giveRow, placementOf } from "./accept-order.ts";
import {
  checkPlaceable,
  checkTerms,
  type PlaceableState,
  type TermsState,
  type UserOrderRequest,
} from "./check-order.ts";
import { askFor, beginDraft, newDraft, type OrderDraft, setLock } from "./order-draft.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import {
  BATCH_MAX,
  type PlaceBatch,
  type Placement,
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
  const { draft } = state;
  const { timeMs } = context;
  const no =
    checkTerms(state, draft, command, area) ??
    checkPlaceable(state, draft, timeMs) ??
    checkMoney(state, draft, timeMs);
  if (no) return no;

  return accept(acceptOrder(state, draft, context));
}

/** SPOT-CHECK-14: the last check. */
function checkMoney(state: SpotState, draft: OrderDraft, timeMs: number) {
  return settlementAccountOf(state, draft.area).refuse(draft, timeMs);
}

/** SPOT-CHECK-16: every check but the one about money, and no effect. */
export function testOrder(
  state: TermsState & PlaceableState,
  command: UserOrderRequest,
  timeMs: number,
): Outcome<Order, PlaceReject> {
  const draft = newDraft();
  const no = checkTerms(state, draft, command, "spot") ?? checkPlaceable(state, draft, timeMs);
  return no ?? accept(draft);
}

/** The fields of a market order that the exchange itself places. */
export type ForcedOrder = Pick<Order, "user" | "area" | "market" | "side" | "lots" | "budget">;

/** Places an order that fits the book exactly, without checks: neither bands nor limits stop it. */
export function forceOrder(
  state: SpotState,
  forced: ForcedOrder,
  context: CommandContext<SpotEvent>,
): Placement {
  const { user, area, side, lots, budget } = forced;
  const pair = state.catalogue.pairs[forced.market - 1] as Pair;
  const { draft } = state;
  beginDraft(draft, { user, side, kind: "market", pair: pair.id, clientId: "" }, area);
  draft.isForced = true;
  draft.reference = 0;
  draft.budget = budget;
  askFor(draft, lots);
  draft.makerRate = pair.makerRate;
  draft.takerRate = pair.takerRate;
  setLock(draft, pair);
  const placed = acceptOrder(state, draft, context);
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
  { user, pair, items, instructions, extras, tactics, trailing }: PlaceBatch,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof PlaceBatch> {
  if (items.length === 0) return reject("batch_empty"); // SPOT-BATCH-1
  if (items.length > BATCH_MAX) return reject("batch_too_large"); // SPOT-BATCH-1
  const drafts: OrderDraft[] = [];
  for (const [at, item] of items.entries()) {
    const draft = newDraft();
    const besides = {
      instructions: instructions?.[at],
      extras: extras?.[at],
      tactics: tactics?.[at],
      trailing: trailing?.[at],
    };
    const asked = { ...item, ...besides, user, pair };
    const no = checkTerms(state, draft, asked, "spot");
    if (no) return OF_ALL.has(no.reason) ? no : { ...no, item: at }; // SPOT-BATCH-6
    drafts.push(draft);
  }

  const rejected: RejectedItem[] = [];
  const orderIds = drafts.map((draft, index) => {
    const item = placeOrReject(state, draft, context);
    if (item.rejected) rejected.push({ index, ...item.rejected }); // SPOT-BATCH-7
    return item.placed.orderId;
  });
  return accept({ orderIds, rejected });
}

/** SPOT-BATCH-3, SPOT-REPLACE-4: an order of the right form that may not be placed has an id and ends rejected. */
export function placeOrReject(
  state: SpotState,
  draft: OrderDraft,
  context: CommandContext<SpotEvent>,
): { readonly placed: Placement; readonly rejected: Omit<RejectedItem, "index"> | undefined } {
  const { timeMs } = context;
  const no = checkPlaceable(state, draft, timeMs) ?? checkMoney(state, draft, timeMs);
  if (!no) return { placed: acceptOrder(state, draft, context), rejected: undefined };
  const { ok: _, ...rejected } = no;
  return { placed: rejectItem(state, draft, context), rejected };
}

/** SPOT-STATE-6: the item gets an id and nothing else; its client id is not taken (SPOT-CLIENT-5). */
function rejectItem(
  state: SpotState,
  draft: OrderDraft,
  context: CommandContext<SpotEvent>,
): Placement {
  const { timeMs } = context;
  const { rows } = state.orders.byId;
  if (!isClientId(draft.clientId)) draft.clientId = ""; // No reply may show it again.
  const order = giveRow(state, draft, timeMs);
  context.events.push(orderEnded(rows, order, { status: "rejected" }, timeMs));
  rows.drop(order);
  return placementOf(rows, order, { status: "rejected" }, timeMs);
}
