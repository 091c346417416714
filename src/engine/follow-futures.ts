/**
 * What a command causes in futures once it is done: funding at the hour, the first mark of a
 * contract, condition orders whose price has come, and risk, until nothing follows any more. Also
 * what a change of a contract means for its pit. Rules FUT-FOLLOW-1, FUT-CONTRACT-2, FUT-CONTRACT-3.
 */
import type { Contract, ContractId } from "./catalogue/contract.ts";
import type { FuturesContext, FuturesState } from "./futures/futures.ts";
import { checkFuturesRisk } from "./futures/liquidation/check-risk.ts";
import { newPit, type Pit } from "./futures/pit.ts";
import { contractIndexOf } from "./futures/prices/contract-index.ts";
import { endFundingInterval } from "./futures/prices/funding.ts";
import { setMark } from "./futures/prices/mark.ts";
import { settleProfits } from "./futures/prices/settle-profit.ts";
import { queueTriggered } from "./futures/trading/trigger-queue.ts";
import { workTriggers } from "./futures/trading/work-triggers.ts";
import { judgeAnew, touchUndecided } from "./futures/watch.ts";

const HOUR_MS = 3_600_000;

/** Has the command left nothing to follow up here? */
export function isFuturesQuiet({ futures, prices }: FuturesState): boolean {
  if (!isSettled(futures)) return false;
  return prices.ticked.length === 0 || futures.pits.every(({ undecided }) => undecided.size === 0);
}

/** FUT-FOLLOW-1; `hourMs` is the hour that has struck, 0 for any other command. */
export function followFutures(state: FuturesState, hourMs: number, context: FuturesContext): void {
  const { futures, prices } = state;
  if (hourMs > 0) hourTicks(state, hourMs, context);
  for (const asset of prices.ticked) touchJudged(state, asset);
  do {
    workTriggers(state, context);
    setFirstMarks(state, context.timeMs);
    checkFuturesRisk(state, context);
  } while (!isSettled(futures));
}

function isSettled({ touched, traded, triggered }: FuturesState["futures"]): boolean {
  return touched.size === 0 && traded.size === 0 && triggered.length === 0;
}

/** FUT-FUND-4, FUT-PROFIT-1: multiples of the interval from 00:00 UTC. */
function hourTicks(state: FuturesState, hourMs: number, context: FuturesContext): void {
  const isMultiple = (hours: number) => hours > 0 && hourMs % (hours * HOUR_MS) === 0;
  for (const pit of state.futures.pits) {
    const { status, fundingHours, settlementHours } = pit.contract;
    if (status === "delisted") continue;
    if (isMultiple(fundingHours)) endFundingInterval(state, pit, context);
    if (isMultiple(settlementHours)) settleProfits(state, pit, context);
  }
}

/** FUT-RISK-5: an index has spoken, and those who waited for it can be judged. */
function touchJudged({ futures, catalogue }: FuturesState, asset: number): void {
  for (const pit of futures.pits) {
    const { base, quote } = pit.contract;
    const isAbout = base === asset || catalogue.assetsByName.get(quote)?.id === asset;
    if (isAbout) touchUndecided(futures, pit);
  }
}

/** FUT-MARK-4: a position always has a mark. */
function setFirstMarks(state: FuturesState, timeMs: number): void {
  const { traded } = state.futures;
  if (traded.size === 0) return;
  for (const pit of traded) setMarkNow(state, pit, timeMs);
  traded.clear();
}

function setMarkNow(state: FuturesState, pit: Pit, timeMs: number): void {
  const { ticks, isStale } = contractIndexOf(state, pit, timeMs);
  pit.index = isStale ? 0 : ticks;
  setMark(state, pit, timeMs);
}

/** Opens the pit of a new contract, and tells that of an old one its rules. */
export function enterPit({ catalogue, futures }: FuturesState, id: ContractId): Pit {
  const contract = catalogue.contracts[id - 1] as Contract;
  const pit = futures.pits[id - 1] ?? newPit(contract);
  pit.contract = contract;
  futures.pits[id - 1] = pit;
  return pit;
}

/** FUT-CONTRACT-2: everyone here is judged by the new rules. */
export function retouchPit(state: FuturesState, id: ContractId): void {
  const pit = enterPit(state, id);
  for (const { seat } of pit.positions.all()) judgeAnew(state.futures, seat);
}

/** FUT-CONTRACT-3, FUT-FUND-7: what waited for the contract to resume. */
export function resumePit(state: FuturesState, id: ContractId, context: FuturesContext): void {
  const pit = enterPit(state, id);
  if (pit.isFundingDue) endFundingInterval(state, pit, context);
  touchUndecided(state.futures, pit);
  queueTriggered(state, pit);
}
