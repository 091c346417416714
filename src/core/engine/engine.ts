/**
 * The engine: state × command -> state, outcome and events. Pure: the same commands with the same
 * times always give the same exchange (CORE-REPLAY-1). One command is applied completely before
 * the next (CORE-SEQ-1); its time is its batch's (CORE-TIME-1).
 */
import { assert } from "../base/assert.ts";
import type { CommandContext } from "../base/command-context.ts";
import { accept, reject } from "../base/outcome.ts";
import { foldNumber } from "../base/records/digest.ts";
import { acceptLoss } from "./accept-loss.ts";
import { USER_HANDLERS } from "./act.ts";
import { OPERATOR_HANDLERS } from "./administer.ts";
import { reachTime } from "./clock.ts";
import type { Command } from "./codec.ts";
import { openDirectory, tickHour } from "./directory.ts";
import type { ExchangeEvent } from "./events.ts";
import { followFutures, isFuturesQuiet, isSettled } from "./follow-futures.ts";
import { followPlacements, openPlacementsIn } from "./follow-placement.ts";
import { tickSecond } from "./futures/prices/tick-second.ts";
import { checkRisk } from "./margin/liquidation/check-risk.ts";
import { chargeHour } from "./margin/loans.ts";
import type { Handler, Handlers, LogCommand, OutcomeOf } from "./outcomes.ts";
import { anchorIndices, followTrades } from "./prices/index-prices.ts";
import { clearRepriced } from "./prices/prices.ts";
import { forgetOldRequests } from "./requests/named-requests.ts";
import { endCountdown } from "./spot/countdowns.ts";
import { workLists } from "./spot/lists/live-legs.ts";
import { workStops } from "./spot/lists/work-stops.ts";
import type { CancelOrder, PlaceOrder } from "./spot/spot.ts";
import type { ExchangeState } from "./state.ts";

/** The commands about the log itself and its time. */
const LOG_HANDLERS: Handlers<LogCommand> = {
  OpenDirectory: (state, command, { timeMs }) => openDirectory(state, command, timeMs),
  HourTick(state, command, { timeMs }) {
    const ticked = tickHour(state, command, timeMs);
    if (ticked.ok) forgetOldRequests(state.requests.named, timeMs); // USER-REPEAT-3
    return ticked;
  },
  SecondTick: tickSecond,
  EndCountdown: endCountdown,
  ReachTime: reachTime,
  VoidCommand: (_state, { position }) => accept({ position }),
  AcceptLoss: acceptLoss,
};

const HANDLERS: Handlers<Command> = { ...USER_HANDLERS, ...OPERATOR_HANDLERS, ...LOG_HANDLERS };

/** Applies the next command of the log. */
export function apply<C extends Command>(
  state: ExchangeState,
  command: C,
  context: CommandContext<ExchangeEvent>,
): OutcomeOf<C> {
  assert(context.timeMs >= state.timeMs, "time never goes back"); // CORE-TIME-1
  state.position++;
  state.timeMs = context.timeMs;
  state.orders.byId.rows.freeEnded();
  const { type } = command;
  // A command gets the outcome of its own handler, which the compiler cannot follow through the table.
  const outcome = dispatch(state, type, command, context) as OutcomeOf<C>;
  // CORE-SEQ-2: a refusal changes nothing, so nothing follows from it, nor from most other commands.
  const isOver = !outcome.ok || (type !== "HourTick" && isQuiet(state));
  const left = isOver ? outcome : followed(state, command, outcome, context);
  foldNumber(state.digest, outcome.ok ? state.position : -state.position);
  return left;
}

/** What a command causes; its outcome, as that has left it. */
function followed<C extends Command>(
  state: ExchangeState,
  command: C,
  outcome: OutcomeOf<C>,
  context: CommandContext<ExchangeEvent>,
): OutcomeOf<C> {
  const placed = openPlacementsIn(command, outcome);
  if (placed.length === 0) {
    followUp(state, context, command.type === "HourTick" ? command.hourMs : 0);
    return outcome;
  }
  const done = { command, outcome, placed };
  return followPlacements(state, done, context, (followed) => followUp(state, followed, 0));
}

/** `type` is the command's: to read it of commands of all kinds is slow, so that is done once. */
function dispatch(
  state: ExchangeState,
  type: Command["type"],
  command: Command,
  context: CommandContext<ExchangeEvent>,
): OutcomeOf<Command> {
  if (state.kind === "unopened" && type !== "OpenDirectory") {
    return reject("directory_not_open"); // CORE-DIR-1
  }
  // Most commands place or cancel a spot order: V8 calls a handler that is named here directly.
  if (type === "PlaceOrder") return HANDLERS.PlaceOrder(state, command as PlaceOrder, context);
  if (type === "CancelOrder") return HANDLERS.CancelOrder(state, command as CancelOrder, context);
  const handle = HANDLERS[type] as Handler<Command>;
  return handle(state, command, context);
}

/** What may follow from any accepted command, beside the events of its own declaration. */
export const FOLLOWING_EVENTS = [
  // Margin: a warning, or a liquidation with its forced trades.
  "MarginCalled",
  "LiquidationBegan",
  "LiquidationOver",
  "Insured",
  "LossCovered",
  "Traded",
  "MatchPrevented",
  "Repaid",
  // Futures: funding at the hour, triggered orders, liquidations.
  "FundingSettled",
  "ProfitsSettled",
  "ContractTraded",
  "OrderRested",
  "OrderEnded",
  "OrderListEnded",
  "PositionEnded",
  "ForceClosed",
  "FuturesLiquidated",
  "DeficitCovered",
] as const satisfies readonly ExchangeEvent["type"][];

/** Nothing follows from a command that has left this: no trigger, no price, no account to assess. */
function isQuiet({ prices, margin, stops, lists, futures }: ExchangeState): boolean {
  if (prices.pendingIndexPairs.length > 0 || prices.repriced.length > 0) return false;
  if (lists.due.length > 0) return false;
  if (stops.triggered.length > 0 || margin.touched.size > 0 || margin.isRetryDue) return false;
  return isSettled(futures);
}

/** CORE-SEQ-1: everything a command causes comes before the next: stops, prices, then risk. */
function followUp(
  state: ExchangeState,
  context: CommandContext<ExchangeEvent>,
  hourMs: number,
): void {
  const { prices, margin, stops, lists } = state;
  setOff(state, context);
  if (prices.pendingIndexPairs.length > 0) followTrades(state);
  if (hourMs > 0 || !isFuturesQuiet(state)) followFutures(state, hourMs, context);
  if (hourMs > 0) {
    anchorIndices(state); // PRICE-INDEX-6
    chargeHour(state); // MARG-INT-1
  }
  const isQuiet = prices.repriced.length === 0 && margin.touched.size === 0 && !margin.isRetryDue;
  if (!isQuiet || hourMs > 0) checkRisk(state, context, hourMs);
  if (prices.repriced.length > 0) clearRepriced(prices);
  // A liquidation trades on the books, too, and its trades trigger stops; an index follows them later (PRICE-INDEX-3).
  while (stops.triggered.length > 0 || lists.due.length > 0) {
    setOff(state, context);
    if (margin.touched.size > 0) checkRisk(state, context);
  }
}

/** What trades have set off: legs of lists go live before the next triggered stop (SPOT-LIST-11, SPOT-STOP-3). */
function setOff(state: ExchangeState, context: CommandContext<ExchangeEvent>): void {
  const { stops, lists } = state;
  while (stops.triggered.length > 0 || lists.due.length > 0) {
    if (lists.due.length > 0) workLists(state, context);
    else workStops(state, context);
  }
}

/** LOG-VOID-1: counts a command that was made void, and does nothing else. */
export function passOver(state: ExchangeState, timeMs: number): void {
  state.position++;
  state.timeMs = Math.max(state.timeMs, timeMs); // CORE-TIME-1: the command may have faulted on its time
  foldNumber(state.digest, 0);
}
