/**
 * One order replaced by another in one command: the first is canceled and the second placed, with nothing in between.
 * Less at the same price is an amendment, and keeps id and place. Rules SPOT-REPLACE-1 to SPOT-REPLACE-5.
 */

import type { DeclaredOutcome } from "../../base/command.ts";
import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/digest.ts";
import { accept, reject } from "../../base/outcome.ts";
import { bigOf, minus } from "../../money/amount.ts";
import { amendResting } from "../book/book.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { isClientId } from "../orders/client-id-form.ts";
import type { Instructions } from "../orders/instructions.ts";
import { clientIdOf, type Order, openStatusOf } from "../orders/order.ts";
import { orderRested } from "../orders/order-events.ts";
import { lastTicksOf } from "../prices/prices.ts";
import { findOwnOrder, notOpen } from "./cancel-order.ts";
import { checkTerms } from "./check-order.ts";
import { countExpectedLock } from "./count-expected-lock.ts";
import { cancelResting } from "./end-order.ts";
import type { Replaced, ReplaceOrder } from "./manage-commands.ts";
import { type Lock, lockedAsset, lockOf } from "./order-value.ts";
import { placeOrReject } from "./place-order.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

export function replaceOrder(
  state: SpotState,
  command: ReplaceOrder,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof ReplaceOrder> {
  const { user, pair, area, order: id, orderClientId: clientId } = command;
  if (!isInForce(state, "order_set")) return reject("rules_too_old"); // CORE-RULES-3
  const checked = checkTerms(state, { user, area, pair }, command); // SPOT-REPLACE-1
  if (!checked.ok) return checked;
  const { clientId: newClientId } = command;
  if (newClientId !== "" && !isClientId(newClientId)) return reject("client_id_malformed"); // SPOT-REPLACE-1
  const named = { user, pair, area, order: id, clientId };
  const open = findOwnOrder(state, named, context.timeMs);
  if (!open && command.mustCancel) return notOpen(state, named, context.timeMs); // SPOT-REPLACE-2

  const wanted = checked.answer;
  const reference = lastTicksOf(state.prices, pair);
  if (open && isAmendment(open, wanted)) {
    return accept(amend(state, open, wanted.lots, context));
  }
  if (open) cancelResting(state, open, { isOwnCancel: true }, context);
  const canceled = open && { orderId: open.id, clientId: clientIdOf(open), user };
  const next = { order: wanted, reference };
  const { placed, rejected } = placeOrReject(state, next, context); // SPOT-REPLACE-4
  return accept({ canceled, amended: undefined, placed, rejected });
}

/** SPOT-REPLACE-3: the same order but for less of it, and under no new name. */
function isAmendment(open: Order, wanted: Order): boolean {
  const isSame =
    open.side === wanted.side && open.kind === wanted.kind && open.ticks === wanted.ticks;
  const isNamed = wanted.clientId === "" || wanted.clientId === open.clientId;
  const isLess = wanted.lots <= open.remaining;
  return isSame && isNamed && isLess && isTold(open.instructions, wanted.instructions);
}

/** Whether both orders have the same instructions; a stop that waits is never amended. */
function isTold(open: Instructions | undefined, wanted: Instructions | undefined): boolean {
  if (open?.isWaiting || (wanted?.triggerTicks ?? 0) > 0) return false;
  const isSameForce = (open?.timeInForce ?? "gtc") === (wanted?.timeInForce ?? "gtc");
  return isSameForce && open?.selfTrade === wanted?.selfTrade;
}

/** MARG-REPAY-3: what was lent for the part that goes is paid back with it. */
function giveBack(
  state: SpotState,
  order: Order,
  freed: Lock,
  context: CommandContext<SpotEvent>,
): void {
  const account = settlementAccountOf(state, order);
  account.release(order, freed.asset, freed.amount);
  account.ended(order, freed, context);
  const amount = bigOf(freed.amount);
  order.borrowed -= amount < order.borrowed ? amount : order.borrowed;
}

/** SPOT-REPLACE-3: what the order needs no more is free again. */
function amend(
  state: SpotState,
  order: Order,
  lots: number,
  context: CommandContext<SpotEvent>,
): Replaced {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const less = order.remaining - lots;
  const before = lockOf(pair, order);
  if (less > 0) {
    amendResting(order, less);
    countExpectedLock(state, order, -less);
    giveBack(
      state,
      order,
      { asset: lockedAsset(pair, order), amount: minus(before, lockOf(pair, order)) },
      context,
    );
  }
  foldNumber(state.digest, order.id);
  foldNumber(state.digest, order.remaining);
  context.events.push(orderRested(order));
  const { id: orderId, executed } = order;
  const placed = { orderId, status: openStatusOf(order), executed, timeMs: order.placedAtMs };
  const { clientId, instructions } = order;
  const amended = { clientId, lots: order.lots, instructions: instructions && { ...instructions } };
  return { canceled: undefined, amended, placed, rejected: undefined };
}
