/**
 * The commands that users sign, and their handlers. The key is checked first, then whether the request was
 * sent before: a spent signature is refused, a known id is answered as the first time, and nothing
 * happens again. Rules USER-KEY-1, USER-REPEAT-1 to USER-REPEAT-4, USER-ONCE-1 to USER-ONCE-3.
 */

import { accept, reject } from "../base/outcome.ts";
import { ByteWriter } from "../base/records/bytes.ts";
import { foldBytes, newDigest } from "../base/records/digest.ts";
import { ANSWERS_AGAIN, type AnswerAgain, type Repeatable } from "./answer-again.ts";
import { encodeCommand } from "./codec.ts";
import { movePositionMargin, setLeverage, setMarginMode } from "./futures/edit-contract-account.ts";
import { cancelAllFutures, cancelFutures } from "./futures/trading/cancel-futures.ts";
import { placeFuturesOrder } from "./futures/trading/place-futures-order.ts";
import {
  cancelMarginOrder,
  placeMarginOrder,
  replacePairOrder,
} from "./margin/place-margin-order.ts";
import { repayDebt } from "./margin/repay-debt.ts";
import type { Handler, Handlers, UserCommand } from "./outcomes.ts";
import { findNamedRequest, isFullFor, rememberRequest } from "./requests/named-requests.ts";
import { isFullAt, spendSignature } from "./requests/spent-signatures.ts";
import { cancelAllOrders } from "./spot/cancel-all.ts";
import { cancelBatch, cancelOrder } from "./spot/cancel-order.ts";
import { setCountdown } from "./spot/countdowns.ts";
import { cancelList } from "./spot/lists/cancel-list.ts";
import { placeList } from "./spot/lists/place-list.ts";
import { placeBatch, placeOrder } from "./spot/place-order.ts";
import type { CancelOrder, PlaceOrder } from "./spot/spot.ts";
import { transferMoney } from "./transfer.ts";
import { mayTrade, mayTradeOnce } from "./users/users.ts";

export const USER_HANDLERS: Handlers<UserCommand> = {
  PlaceOrder: signed<PlaceOrder>(placeOrder),
  CancelOrder: signed<CancelOrder>(cancelOrder),
  PlaceBatch: signed(named(placeBatch, ANSWERS_AGAIN.PlaceBatch)),
  CancelBatch: signed(cancelBatch),
  PlaceOrderList: signed(placeList),
  CancelOrderList: signed(cancelList),
  CancelAllOrders: signed(cancelAllOrders),
  ReplaceOrder: signed(replacePairOrder),
  SetCountdown: signed(setCountdown),
  PlaceMarginOrder: signed(placeMarginOrder),
  CancelMarginOrder: signed(cancelMarginOrder),
  Transfer: signed(named(transferMoney, ANSWERS_AGAIN.Transfer)),
  Repay: signed(named(repayDebt, ANSWERS_AGAIN.Repay)),
  PlaceFuturesOrder: signed(placeFuturesOrder),
  CancelFuturesOrder: signed(cancelFutures),
  CancelAllFutures: signed(cancelAllFutures),
  SetLeverage: signed(named(setLeverage, ANSWERS_AGAIN.SetLeverage)),
  SetMarginMode: signed(named(setMarginMode, ANSWERS_AGAIN.SetMarginMode)),
  MovePositionMargin: signed(named(movePositionMargin, ANSWERS_AGAIN.MovePositionMargin)),
};

/** USER-KEY-1, USER-ONCE-1: the handler behind the checks of key and signature. */
function signed<C extends UserCommand>(handle: Handler<C>): Handler<C> {
  return (state, command, context) => {
    const { user, key, signature } = command;
    if (signature === undefined) {
      const isAllowed = mayTrade(state.users, user, key);
      return isAllowed ? handle(state, command, context) : reject("key_not_allowed");
    }
    if (!mayTradeOnce(state.users, user, key)) return reject("key_not_allowed");
    const { spent } = state.requests;
    if (spent.known.has(signature)) return reject("signature_used");
    if (isFullAt(spent, context.timeMs)) return reject("signatures_full");

    const outcome = handle(state, command, context);
    // CORE-SEQ-2: a refusal changes nothing, so only an accepted command spends its signature.
    if (outcome.ok) spendSignature(spent, signature, context.timeMs);
    return outcome;
  };
}

/** USER-REPEAT-1: the handler of a command that may be sent again under an id of its client. */
function named<C extends Repeatable>(handle: Handler<C>, again: AnswerAgain<C>): Handler<C> {
  return (state, command, context) => {
    const { user, clientRequestId: id } = command;
    if (id === undefined) return handle(state, command, context);
    const { named: requests } = state.requests;
    const [contentLow = 0, contentHigh = 0] = contentOf(command);
    const before = findNamedRequest(requests, { user, id });
    if (before) {
      const isSame = before.contentLow === contentLow && before.contentHigh === contentHigh;
      return isSame ? accept(again.answer(before.answer, command)) : reject("request_id_used");
    }
    if (isFullFor(requests, user)) return reject("too_many_request_ids");

    const scale = again.scale?.(state, command) ?? 0; // Read now: the command may end what it belongs to.
    const outcome = handle(state, command, context);
    if (!outcome.ok) return outcome;
    const told = again.told?.(state, outcome.answer) ?? outcome.answer;
    const { timeMs: atMs } = context;
    const answer = again.number(told);
    rememberRequest(requests, { user, id, contentLow, contentHigh, answer, scale, atMs });
    return accept(told);
  };
}

const scratch = new ByteWriter();

/** USER-REPEAT-2: the content of a command, with whichever of the user's keys and in whichever request. */
function contentOf(command: Repeatable): Int32Array {
  const plain = { clientRequestId: undefined, signature: undefined, key: 0, request: 0 };
  scratch.reset();
  encodeCommand(scratch, { ...command, ...plain });
  const digest = newDigest();
  foldBytes(digest, scratch.view());
  return digest;
}
