/** Handing a command to the line, and what the line may say besides the engine's outcome. */
import type {
  CancelMarginOrder,
  PlaceMarginOrder,
  Repay,
  Transfer,
} from "../../engine/margin/margin.ts";
import type { CancelBatch, CancelOrder, PlaceBatch, PlaceOrder } from "../../engine/spot/spot.ts";
import type { EngineOutcome } from "../../service/submission.ts";
import type { SignedCall } from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { outsideWindow } from "./time-window.ts";

type SpotCommand = PlaceOrder | PlaceBatch | CancelOrder | CancelBatch;
type MarginCommand = PlaceMarginOrder | CancelMarginOrder | Transfer | Repay;

/** Hands a command to the line; what never got an outcome is a refusal already. */
export async function submit(
  call: SignedCall,
  command: SpotCommand | MarginCommand,
): Promise<EngineOutcome> {
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
