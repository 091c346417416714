/**
 * The settlement of profit, where a contract has it: at its interval what every position has gained
 * or lost at the mark is paid out, and its cost becomes the value at the mark. The open price stays.
 * Rule FUT-PROFIT-1, example FUT-31.
 */
import { settleProfit } from "../../ledger/clearing.ts";
import { isValueUp, unrealizedOf } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractMarket, FuturesState, Position } from "../futures-state.ts";
import { realizedOf } from "../position.ts";
import { coverBelowZero } from "../trading/cover.ts";
import { noteChange, placeOf } from "../trading/settle.ts";
import { contractIndexOf } from "./contract-index.ts";

export function settleProfits(
  state: FuturesState,
  market: ContractMarket,
  context: FuturesContext,
): void {
  const { isStale } = contractIndexOf(state, market, context.timeMs);
  if (market.mark === 0 || isStale || market.contract.status !== "trading") return;
  const { id: contract } = market.contract;
  state.ledger.journal?.begin({ market: contract });
  for (const position of market.positions.all()) settleOne(state, position, context);
  state.ledger.journal?.end();
  context.events.push({
    type: "ProfitsSettled",
    contract,
    markTicks: market.mark,
    positions: market.positions.size,
    timeMs: context.timeMs,
  });
}

function settleOne(state: FuturesState, position: Position, context: FuturesContext): void {
  const { contract } = position.contractAccount.market;
  const profit = unrealizedOf(position);
  settleProfit(state.ledger, contract.id, placeOf(state, position), profit);
  position.cost += isValueUp(contract, position.side) ? profit : -profit;
  position.settleProfit += profit;
  position.realizedBefore += realizedOf(position);
  if (position.contractAccount.mode === "isolated") coverBelowZero(state, position, context);
  noteChange(state, position, context);
  state.futures.touched.add(position.user);
}
