/**
 * The commands that users sign. The key is checked first, then whether the request was sent before:
 * a spent signature is refused, a known id is answered as the first time, and nothing
 * happens again. Rules USER-KEY-1, USER-REPEAT-1 to USER-REPEAT-4, USER-ONCE-1 to USER-ONCE-3.
 */
import { ByteWriter } from "../base/bytes.ts";
import type { CommandContext } from "../base/command-context.ts";
import { foldBytes, newDigest } from "../base/digest.ts";
import { accept, reject } from "../base/outcome.ts";
import { isInForce } from "./catalogue/rule-changes.ts";
import { type Command, encodeCommand } from "./codec.ts";
import type { ExchangeEvent } from "./events.ts";
import { movePositionMargin, setLeverage, setMarginMode } from "./futures/edit-contract-account.ts";
import { cancelAllFutures, cancelFutures } from "./futures/trading/cancel-futures.ts";
import { placeFuturesOrder } from "./futures/trading/place-futures-order.ts";
import { cancelMarginOrder, placeMarginOrder } from "./margin/place-margin-order.ts";
import { repayDebt } from "./margin/repay-debt.ts";
import {
  findNamedRequest,
  isFullFor,
  type NamedRequest,
  rememberRequest,
} from "./requests/named-requests.ts";
import { isFullAt, spendSignature } from "./requests/spent-signatures.ts";
import { batchOfNumber, numberOfBatch, withoutNumbers } from "./spot/batch-answer.ts";
import { cancelBatch, cancelOrder } from "./spot/cancel-order.ts";
import { placeBatch, placeOrder } from "./spot/place-order.ts";
import type { ExchangeState } from "./state.ts";
import { transferMoney } from "./transfer.ts";
import { mayTrade, mayTradeOnce } from "./users/users.ts";

export type UserCommand = Extract<Command, { readonly user: number; readonly key: number }>;
type Repeatable = Extract<UserCommand, { readonly clientRequestId?: string | undefined }>;

export function act(
  state: ExchangeState,
  command: UserCommand,
  context: CommandContext<ExchangeEvent>,
) {
  const { user, key, signature } = command;
  if (signature === undefined) {
    return mayTrade(state.users, user, key) ? actRepeatably(state, command, context) : keyRefused();
  }
  if (!mayTradeOnce(state.users, user, key)) return keyRefused();
  const { spent } = state.requests;
  if (spent.known.has(signature)) return reject("signature_used" as const);
  if (isFullAt(spent, context.timeMs)) return reject("signatures_full" as const);

  const outcome = actRepeatably(state, command, context);
  // CORE-SEQ-2: a refusal changes nothing, so only an accepted command spends its signature.
  if (outcome.ok) spendSignature(spent, signature, context.timeMs);
  return outcome;
}

function keyRefused() {
  return reject("key_not_allowed" as const);
}

function actRepeatably(
  state: ExchangeState,
  command: UserCommand,
  context: CommandContext<ExchangeEvent>,
) {
  if (!isNamed(command)) return carryOut(state, command, context);
  const { named } = state.requests;
  const { user, clientRequestId: id } = command;
  const [contentLow = 0, contentHigh = 0] = contentOf(command);
  const before = findNamedRequest(named, { user, id });
  if (before) {
    const isSame = before.contentLow === contentLow && before.contentHigh === contentHigh;
    return isSame ? answerAgain(command, before) : reject("request_id_used" as const);
  }
  if (isFullFor(named, user)) return reject("too_many_request_ids" as const);

  const scale = scaleOf(state, command); // Read now: the command may end what it belongs to.
  const outcome = carryOut(state, command, context);
  if (!outcome.ok) return outcome;
  const told = repeatable(state, outcome.answer);
  const { timeMs: atMs } = context;
  const answer = numberIn(told);
  rememberRequest(named, { user, id, contentLow, contentHigh, answer, scale, atMs });
  return accept(told);
}

type Named = Repeatable & { readonly clientRequestId: string };

function isNamed(command: UserCommand): command is Named {
  return "clientRequestId" in command && command.clientRequestId !== undefined;
}

const scratch = new ByteWriter();

/** USER-REPEAT-2: the content of a command, with whichever of the user's keys and in whichever request. */
function contentOf(command: Named): Int32Array {
  const plain = { clientRequestId: undefined, signature: undefined, key: 0, request: 0 };
  scratch.reset();
  encodeCommand(scratch, { ...command, ...plain });
  const digest = newDigest();
  foldBytes(digest, scratch.view());
  return digest;
}

function scaleOf({ futures }: ExchangeState, command: Named): number {
  if (command.type !== "MovePositionMargin") return 0;
  return futures.positions.get(command.position)?.contractAccount.market.contract.scale ?? 0;
}

type Answer = Extract<ReturnType<typeof carryOut>, { readonly ok: true }>["answer"];

/** USER-REPEAT-1: what can be told again; by older rules it is not kept which items were rejected. */
function repeatable(state: ExchangeState, answer: Answer): Answer {
  if (!("orderIds" in answer)) return answer;
  const isKept = isInForce(state, "batch_rejects");
  const rejected = isKept ? withoutNumbers(answer.rejected ?? []) : undefined;
  return { orderIds: answer.orderIds, rejected };
}

/** Every answer is one number, or nothing that the command does not say itself. */
function numberIn(answer: Answer): bigint {
  if ("transferId" in answer) return BigInt(answer.transferId);
  if ("repaid" in answer) return answer.repaid;
  if ("margin" in answer) return answer.margin;
  if ("orderIds" in answer) return numberOfBatch(answer);
  return 0n;
}

/** USER-REPEAT-1 */
function answerAgain(command: Named, { answer }: NamedRequest) {
  switch (command.type) {
    case "Transfer":
      return accept({ transferId: Number(answer) });
    case "Repay":
      return accept({ repaid: answer });
    case "MovePositionMargin":
      return accept({ margin: answer });
    case "PlaceBatch":
      return accept(batchOfNumber(answer, command.items.length));
    case "SetLeverage":
      return accept({ leverage: command.leverage });
    case "SetMarginMode":
      return accept({ mode: command.mode as string });
  }
}

function carryOut(
  state: ExchangeState,
  command: UserCommand,
  context: CommandContext<ExchangeEvent>,
) {
  switch (command.type) {
    case "PlaceOrder":
      return placeOrder(state, command, context);
    case "CancelOrder":
      return cancelOrder(state, command, context);
    case "PlaceFuturesOrder":
      return placeFuturesOrder(state, command, context);
    case "CancelFuturesOrder":
      return cancelFutures(state, command, context);
    case "PlaceMarginOrder":
      return placeMarginOrder(state, command, context);
    case "CancelMarginOrder":
      return cancelMarginOrder(state, command, context);
    case "PlaceBatch":
      return placeBatch(state, command, context);
    case "CancelBatch":
      return cancelBatch(state, command, context);
    case "CancelAllFutures":
      return cancelAllFutures(state, command, context);
    case "Transfer":
      return transferMoney(state, command, context);
    case "Repay":
      return repayDebt(state, command, context);
    case "SetLeverage":
      return setLeverage(state, command, context);
    case "SetMarginMode":
      return setMarginMode(state, command, context);
    case "MovePositionMargin":
      return movePositionMargin(state, command);
  }
}
