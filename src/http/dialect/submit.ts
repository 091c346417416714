/** Handing a command to the line, and what the line may say besides the engine's outcome. */
import type {
  CancelAllFutures,
  CancelFuturesOrder,
  MovePositionMargin,
  PlaceFuturesOrder,
  SetLeverage,
  SetMarginMode,
} from "../../engine/futures/futures.ts";
import type {
  CancelMarginOrder,
  PlaceMarginOrder,
  Repay,
  Transfer,
} from "../../engine/margin/margin.ts";
import type { CancelBatch, CancelOrder, PlaceBatch, PlaceOrder } from "../../engine/spot/spot.ts";
import type { EngineOutcome } from "../../service/submission.ts";
import type { SignedCall } from "./endpoint.ts";
import { Refusal, refusalOf } from "./errors.ts";
import { outsideWindow } from "./time-window.ts";

type SpotCommand = PlaceOrder | PlaceBatch | CancelOrder | CancelBatch;
type MarginCommand = PlaceMarginOrder | CancelMarginOrder | Transfer | Repay;
type FuturesCommand =
  | PlaceFuturesOrder
  | CancelFuturesOrder
  | CancelAllFutures
  | SetLeverage
  | SetMarginMode
  | MovePositionMargin;

type UserCommand = SpotCommand | MarginCommand | FuturesCommand;
type Answer = Extract<EngineOutcome, { readonly ok: true }>["answer"];

/** The engine's answer to a command; its no is a refusal already. */
export async function execute(call: SignedCall, command: UserCommand): Promise<Answer> {
  const outcome = await submit(call, command);
  if (!outcome.ok) throw refusalOf(outcome);
  return outcome.answer;
}

/** Hands a command to the line; what never got an outcome is a refusal already. */
export async function submit(call: SignedCall, command: UserCommand): Promise<EngineOutcome> {
  const { exchange, ts, notAfterMs } = call;
  const submitted = await exchange.submit(command, notAfterMs);
  switch (submitted.kind) {
    case "done":
      return submitted.outcome;
    case "late":
      throw outsideWindow({ nowMs: exchange.now(), ts, windowMs: notAfterMs - ts });
    case "unavailable":
      throw new Refusal("DISCONNECTED");
    case "unknown":
      throw new Refusal("TIMEOUT");
  }
}
