/**
 * What both sides of a trade pay together is never below zero: a user who trades with itself would be paid
 * for it by the house. An order keeps the rates of its acceptance, so new rates are compared with those
 * as well: a resting order will be a maker, a waiting one may become a taker. Rules SPOT-FEE-1, FUT-FEE-2.
 */
import type { Catalogue, PairId } from "./catalogue/catalogue.ts";
import type { ContractId, FeeRates } from "./catalogue/contract.ts";
import { areFeesInRange } from "./catalogue/list-contract.ts";
import { areRatesInRange } from "./catalogue/list-pair.ts";
import type { Order } from "./orders/order.ts";
import type { ExchangeState } from "./state.ts";

/** All rates that a maker may pay in one market, and all that a taker may. */
interface Rates {
  readonly maker: readonly number[];
  readonly taker: readonly number[];
}

/** A market, with the rates that it has or is to have. */
export type FeeMarket =
  | { readonly pair: PairId; readonly makerRate: number; readonly takerRate: number }
  | { readonly contract: ContractId; readonly fees: FeeRates };

/** The id of a market that is not listed yet is 0: it has no orders. Rates out of range are another refusal. */
export function areFeesBelowZero({ orders }: ExchangeState, market: FeeMarket): boolean {
  if (!("pair" in market ? areRatesInRange(market) : areFeesInRange(market.fees))) return false;
  const { maker, taker } = ratesOf(market);
  const [makerLeast, takerLeast] = [Math.min(...maker), Math.min(...taker)];
  if (makerLeast + takerLeast < 0) return true;
  const isHere = "pair" in market ? isOnPair(market.pair) : isOnContract(market.contract);
  return orders.byId.some((order) => {
    if (!isHere(order)) return false;
    const mayTake = order.futures?.isWaiting ?? false;
    return order.makerRate + takerLeast < 0 || (mayTake && order.takerRate + makerLeast < 0);
  });
}

/** In any market. */
export function hasFeesBelowZero(state: ExchangeState): boolean {
  const { pairs, contracts } = state.catalogue;
  return marketsOf({ pairs, contracts }).some((market) => areFeesBelowZero(state, market));
}

function marketsOf({ pairs, contracts }: Pick<Catalogue, "pairs" | "contracts">): FeeMarket[] {
  return [
    ...pairs.map(({ id, makerRate, takerRate }) => ({ pair: id, makerRate, takerRate })),
    ...contracts.map(({ id, fees }) => ({ contract: id, fees })),
  ];
}

function ratesOf(market: FeeMarket): Rates {
  if ("pair" in market) return { maker: [market.makerRate], taker: [market.takerRate] };
  const { openMakerRate, closeMakerRate, openTakerRate, closeTakerRate } = market.fees;
  return { maker: [openMakerRate, closeMakerRate], taker: [openTakerRate, closeTakerRate] };
}

function isOnPair(pair: PairId): (order: Order) => boolean {
  return (order) => order.market === pair && order.area !== "futures";
}

function isOnContract(contract: ContractId): (order: Order) => boolean {
  return (order) => order.market === contract && order.area === "futures";
}
