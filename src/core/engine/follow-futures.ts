/**
 * What a command causes in futures once it is done: funding at the hour, the first mark of a
 * contract, condition orders whose trigger price is reached, and risk, until nothing follows any more. Also
 * what a change of a contract means for its market. Rules FUT-FOLLOW-1, FUT-CONTRACT-2, FUT-CONTRACT-3.
 */
import type { Contract, ContractId } from "./catalogue/contract.ts";
import { newContractMarket } from "./futures/contract-market.ts";
import type { FuturesContext } from "./futures/futures.ts";
import type { ContractMarket, FuturesState } from "./futures/futures-state.ts";
import { checkFuturesRisk } from "./futures/liquidation/check-risk.ts";
import { contractIndexOf } from "./futures/prices/contract-index.ts";
import { endFundingInterval } from "./futures/prices/funding.ts";
import { setMark } from "./futures/prices/mark.ts";
import { settleProfits } from "./futures/prices/settle-profit.ts";
import { queueTriggered } from "./futures/trading/trigger-queue.ts";
import { workTriggers } from "./futures/trading/work-triggers.ts";
import { reassess, touchUndecided } from "./futures/watch.ts";

const HOUR_MS = 3_600_000;

/** Whether the command has left nothing to follow in futures. */
export function isFuturesQuiet({ futures, prices }: FuturesState): boolean {
  if (!isSettled(futures)) return false;
  return (
    prices.repriced.length === 0 ||
    futures.markets.every(({ riskBounds }) => riskBounds.waitingCount === 0)
  );
}

/** FUT-FOLLOW-1; `hourMs` is the hour that has ticked, 0 for any other command. */
export function followFutures(state: FuturesState, hourMs: number, context: FuturesContext): void {
  const { futures, prices } = state;
  if (hourMs > 0) hourTicks(state, hourMs, context);
  for (const asset of prices.repriced) touchWaiting(state, asset);
  do {
    workTriggers(state, context);
    setFirstMarks(state, context.timeMs);
    checkFuturesRisk(state, context);
  } while (!isSettled(futures));
}

/** Nothing waits to be followed, whatever the indexes do. */
export function isSettled({ touched, traded, triggered }: FuturesState["futures"]): boolean {
  return touched.size === 0 && traded.size === 0 && triggered.length === 0;
}

/** FUT-FUND-4, FUT-PROFIT-1: multiples of the interval from 00:00 UTC. */
function hourTicks(state: FuturesState, hourMs: number, context: FuturesContext): void {
  const isMultiple = (hours: number) => hours > 0 && hourMs % (hours * HOUR_MS) === 0;
  for (const market of state.futures.markets) {
    const { status, fundingHours, settlementHours } = market.contract;
    if (status === "delisted") continue;
    if (isMultiple(fundingHours)) endFundingInterval(state, market, hourMs, context);
    if (isMultiple(settlementHours)) settleProfits(state, market, context);
  }
}

/** FUT-RISK-5: an asset has a new index, and accounts that waited for it can be assessed. */
function touchWaiting({ futures, catalogue }: FuturesState, asset: number): void {
  for (const market of futures.markets) {
    const { base, quote } = market.contract;
    const isAbout = base === asset || catalogue.assetsByName.get(quote)?.id === asset;
    if (isAbout) touchUndecided(futures, market);
  }
}

/** FUT-MARK-4: a position always has a mark. */
function setFirstMarks(state: FuturesState, timeMs: number): void {
  const { traded } = state.futures;
  if (traded.size === 0) return;
  for (const market of traded) setMarkNow(state, market, timeMs);
  traded.clear();
}

function setMarkNow(state: FuturesState, market: ContractMarket, timeMs: number): void {
  const { ticks, isStale } = contractIndexOf(state, market, timeMs);
  market.index = isStale ? 0 : ticks;
  setMark(state, market, timeMs);
}

/** Opens the contract market of a new contract, and gives that of an old one its rules. */
export function enterMarket(
  { catalogue, futures, orders }: FuturesState,
  id: ContractId,
): ContractMarket {
  const contract = catalogue.contracts[id - 1] as Contract;
  const market = futures.markets[id - 1] ?? newContractMarket(contract, orders.byId.rows);
  market.contract = contract;
  futures.markets[id - 1] = market;
  return market;
}

/** FUT-CONTRACT-2: every contract account with a position is assessed by the new rules. */
export function retouchMarket(state: FuturesState, id: ContractId): void {
  const market = enterMarket(state, id);
  for (const { contractAccount } of market.positions.all())
    reassess(state.futures, contractAccount);
}

/** FUT-CONTRACT-3, FUT-FUND-7: does what waited for the contract to resume. */
export function resumeMarket(state: FuturesState, id: ContractId, context: FuturesContext): void {
  const market = enterMarket(state, id);
  if (market.isFundingDue) endFundingInterval(state, market, context.timeMs, context);
  touchUndecided(state.futures, market);
  queueTriggered(state, market);
}
