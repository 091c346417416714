/**
 * The engine: state × command -> state, outcome and events. Pure: the same commands with the same
 * times always give the same exchange (CORE-REPLAY-1). One command is applied completely before
 * the next (CORE-SEQ-1); its time is its batch's (CORE-TIME-1).
 */
import { assert } from "../base/assert.ts";
import type { CommandContext } from "../base/command-context.ts";
import { foldNumber } from "../base/digest.ts";
import { accept, reject } from "../base/outcome.ts";
import { acceptLoss } from "./accept-loss.ts";
import { act } from "./act.ts";
import { administer } from "./administer.ts";
import { advanceClock, freezeClock, reachTime, resumeClock } from "./clock.ts";
import type { Command } from "./codec.ts";
import { loadState, openDirectory, tickHour } from "./directory.ts";
import type { ExchangeEvent } from "./events.ts";
import { followFutures, isFuturesQuiet } from "./follow-futures.ts";
import { tickSecond } from "./futures/prices/tick-second.ts";
import { cancelFuturesByOperator } from "./futures/trading/cancel-futures.ts";
import { importCandles } from "./import-candles.ts";
import { checkRisk } from "./margin/liquidation/check-risk.ts";
import { chargeHour } from "./margin/loans.ts";
import { anchorIndices, followTrades, setIndex } from "./prices/index-prices.ts";
import { clearRepriced } from "./prices/prices.ts";
import { forgetOldRequests } from "./requests/named-requests.ts";
import { adoptRules } from "./rule-versions.ts";
import { cancelByOperator } from "./spot/cancel-order.ts";
import type { ExchangeState } from "./state.ts";

/** Applies the next command of the log. */
export function apply(
  state: ExchangeState,
  command: Command,
  context: CommandContext<ExchangeEvent>,
) {
  assert(context.timeMs >= state.timeMs, "time never goes back"); // CORE-TIME-1
  state.position++;
  state.timeMs = context.timeMs;
  const outcome = dispatch(state, command, context);
  // CORE-SEQ-2: a refusal changes nothing, so nothing follows from it.
  if (outcome.ok) followUp(state, context, command.type === "HourTick" ? command.hourMs : 0);
  foldNumber(state.digest, outcome.ok ? state.position : -state.position);
  return outcome;
}

/** CORE-SEQ-1: everything a command causes comes before the next: prices, then risk. */
function followUp(
  state: ExchangeState,
  context: CommandContext<ExchangeEvent>,
  hourMs: number,
): void {
  const { prices, margin } = state;
  if (prices.pendingIndexPairs.length > 0) followTrades(state);
  if (hourMs > 0 || !isFuturesQuiet(state)) followFutures(state, hourMs, context);
  if (hourMs > 0) {
    anchorIndices(state); // PRICE-INDEX-6
    chargeHour(state); // MARG-INT-1
  }
  const isQuiet = prices.repriced.length === 0 && margin.touched.size === 0 && !margin.isRetryDue;
  if (!isQuiet || hourMs > 0) checkRisk(state, context, hourMs);
  if (prices.repriced.length > 0) clearRepriced(prices);
}

/** LOG-VOID-1: counts a command that was made void, and does nothing else. */
export function passOver(state: ExchangeState, timeMs: number): void {
  state.position++;
  state.timeMs = Math.max(state.timeMs, timeMs); // CORE-TIME-1: the command may have faulted on its time
  foldNumber(state.digest, 0);
}

function dispatch(state: ExchangeState, command: Command, context: CommandContext<ExchangeEvent>) {
  if (state.kind === "unopened" && command.type !== "OpenDirectory") {
    return reject("directory_not_open" as const);
  }
  switch (command.type) {
    case "PlaceOrder":
    case "CancelOrder":
    case "PlaceBatch":
    case "CancelBatch":
    case "PlaceMarginOrder":
    case "CancelMarginOrder":
    case "Transfer":
    case "Repay":
    case "PlaceFuturesOrder":
    case "CancelFuturesOrder":
    case "CancelAllFutures":
    case "SetLeverage":
    case "SetMarginMode":
    case "MovePositionMargin":
      return act(state, command, context);
    case "CancelByOperator":
      return state.orders.byId.get(command.order)?.area === "futures"
        ? cancelFuturesByOperator(state, command, context)
        : cancelByOperator(state, command, context);
    case "SecondTick":
      return tickSecond(state, command, context);
    case "SetIndex":
      return setIndex(state, command, context);
    case "HourTick":
    case "VoidCommand":
    case "OpenDirectory":
    case "LoadState":
    case "AdoptRules":
    case "AcceptLoss":
      return keepRecord(state, command, context);
    case "ImportCandles":
      return importCandles(state, command, context);
    case "FreezeClock":
      return freezeClock(state);
    case "AdvanceClock":
      return advanceClock(state, command);
    case "ReachTime":
      return reachTime(state, command);
    case "ResumeClock":
      return resumeClock(state, command);
    default:
      return administer(state, command, context);
  }
}

type LogRecord = Extract<
  Command,
  {
    type:
      | ("HourTick" | "VoidCommand" | "OpenDirectory")
      | ("LoadState" | "AdoptRules" | "AcceptLoss");
  }
>;

/** The commands about the log itself. */
function keepRecord(
  state: ExchangeState,
  command: LogRecord,
  context: CommandContext<ExchangeEvent>,
) {
  const { timeMs } = context;
  switch (command.type) {
    case "HourTick": {
      const ticked = tickHour(state, command, timeMs);
      if (ticked.ok) forgetOldRequests(state.requests.named, timeMs); // USER-REPEAT-3
      return ticked;
    }
    case "VoidCommand":
      return accept({ position: command.position });
    case "OpenDirectory":
      return openDirectory(state, command, timeMs);
    case "LoadState":
      return loadState(state, command);
    case "AdoptRules":
      return adoptRules(state, command, context);
    case "AcceptLoss":
      return acceptLoss(state, command);
  }
}
