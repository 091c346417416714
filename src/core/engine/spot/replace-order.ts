/**
 * One order replaced by another in one command: the first is canceled and the second placed, with nothing in between.
 * Less at the same price is an amendment, and keeps id and place. Rules SPOT-REPLACE-1 to SPOT-REPLACE-5.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome } from "../../base/records/command.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { minus } from "../../money/amount.ts";
import { amendResting, type Book } from "../book/book.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { isClientId } from "../orders/client-id-form.ts";
import type { Instructions } from "../orders/instructions.ts";
import { findOpen, notOpen } from "../orders/open-orders.ts";
import type { Order } from "../orders/order.ts";
import { orderRested } from "../orders/order-events.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { canceledOf } from "./cancel-order.ts";
import { checkTerms } from "./check-order.ts";
import { countExpectedLock } from "./count-expected-lock.ts";
import { cancelResting, listOf } from "./end-order.ts";
import type { Replaced, ReplaceOrder } from "./manage-commands.ts";
import { lockAt } from "./order-value.ts";
import { placeOrReject } from "./place-order.ts";
import { giveBack } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";
import { isStop } from "./stops.ts";

export function replaceOrder(
  state: SpotState,
  command: ReplaceOrder,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof ReplaceOrder> {
  const { user, pair, area, order: id, orderClientId: clientId } = command;
  const { draft: wanted } = state;
  if (!isInForce(state, "order_set")) return reject("rules_too_old"); // CORE-RULES-3
  const no = checkTerms(state, wanted, command, area); // SPOT-REPLACE-1
  if (no) return no;
  const { clientId: newClientId } = command;
  if (newClientId !== "" && !isClientId(newClientId)) return reject("client_id_malformed"); // SPOT-REPLACE-1
  const named = { user, area, market: pair, order: id, clientId };
  const open = findOpen(state.orders, named);
  const isOpen = open !== NO_ORDER;
  if (!isOpen && command.mustCancel) return notOpen(state.orders, named, context.timeMs); // SPOT-REPLACE-2

  const stage = isOpen ? listOf(state, open)?.stage : undefined;
  if (stage !== undefined && stage !== "over") return reject("order_in_list"); // SPOT-LIST-14
  const { rows } = state.orders.byId;
  if (isOpen && isAmendment(rows, open, wanted)) {
    return accept(amend(state, open, wanted.lots, context));
  }
  const canceled = isOpen
    ? canceledOf(cancelResting(state, open, { isOwnCancel: true }, context))
    : undefined;
  const { placed, rejected } = placeOrReject(state, wanted, context); // SPOT-REPLACE-4
  return accept({ canceled, amended: undefined, placed, rejected });
}

/** SPOT-REPLACE-3: the same order but for less of it, and under no new name. */
function isAmendment(rows: OrderRows, open: OrderRow, wanted: Order): boolean {
  const isSame = rows.side(open) === wanted.side && rows.kind(open) === wanted.kind;
  const isNamed = wanted.clientId === "" || rows.isNamed(open, wanted.clientId);
  const isLess = wanted.ticks === rows.ticks(open) && wanted.lots <= rows.remaining(open);
  return isSame && isNamed && isLess && isTold(rows.instructions(open), wanted.instructions);
}

/** Whether both orders have the same instructions; a stop that waits is never amended. */
function isTold(open: Instructions | undefined, wanted: Instructions | undefined): boolean {
  if (open?.isWaiting || (wanted && isStop(wanted))) return false;
  if ((open?.slice ?? 0) > 0 || (wanted?.slice ?? 0) > 0) return false; // SPOT-ICE-4
  const isSameForce = (open?.timeInForce ?? "gtc") === (wanted?.timeInForce ?? "gtc");
  return isSameForce && open?.selfTrade === wanted?.selfTrade;
}

/** SPOT-REPLACE-3: what the order needs no more is free again. */
function amend(
  state: SpotState,
  order: OrderRow,
  lots: number,
  context: CommandContext<SpotEvent>,
): Replaced {
  const { rows } = state.orders.byId;
  const pair = state.catalogue.pairs[rows.market(order) - 1] as Pair;
  const less = rows.remaining(order) - lots;
  const before = lockAt(pair, rows, order);
  if (less > 0) {
    amendResting(state.books[pair.id - 1] as Book, order, less);
    countExpectedLock(state, order, -less);
    giveBack(state, order, minus(before, lockAt(pair, rows, order)), context);
  }
  foldNumber(state.digest, rows.id(order));
  foldNumber(state.digest, rows.remaining(order));
  const rested = orderRested(rows, order);
  context.events.push(rested);
  const { id: orderId, executed, clientId, instructions } = rested;
  const status = executed === 0 ? "new" : "partially_filled";
  const lost = instructions?.prevented;
  const told = { orderId, status, executed, timeMs: rested.placedAtMs } as const;
  const placed = { ...told, ...(lost && { prevented: lost }) };
  const amended = { clientId, lots: rested.lots, instructions };
  return { canceled: undefined, amended, placed, rejected: undefined };
}
