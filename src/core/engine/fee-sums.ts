/**
 * What both sides of a trade pay together is never below zero: a user who trades with itself would be paid
 * for it by the house. An order keeps the rates of its acceptance, so new rates are compared with those
 * as well: a resting order will be a maker, a waiting one may become a taker. And any two users may meet: the lowest
 * rate of a maker that a user has counts, and the lowest of a taker. Rules SPOT-FEE-1, SPOT-FEE-3, FUT-FEE-2, FUT-FEE-3.
 */
import type { Catalogue, PairId } from "./catalogue/catalogue.ts";
import type { ContractId, FeeRates } from "./catalogue/contract.ts";
import { areFeesInRange } from "./catalogue/list-contract.ts";
import { areRatesInRange } from "./catalogue/list-pair.ts";
import type { PairFeeRates } from "./catalogue/user-fees.ts";
import type { ExchangeState } from "./state.ts";
import type { UserId } from "./users/users.ts";

/** Rates that a user is to have at the market. */
interface OwnRates<Rates> {
  readonly user: UserId;
  readonly rates: Rates;
}

/** A market, with the rates that it has or is to have. */
export type FeeMarket =
  | (PairFeeRates & { readonly pair: PairId; readonly own?: OwnRates<PairFeeRates> })
  | {
      readonly contract: ContractId;
      readonly fees: FeeRates;
      readonly own?: OwnRates<FeeRates>;
    };

/** The lowest rate of a maker and of a taker. */
interface LeastRates {
  readonly maker: number;
  readonly taker: number;
}

/** The id of a market that is not listed yet is 0: it has no orders. Rates out of range are another refusal. */
export function areFeesBelowZero(state: ExchangeState, market: FeeMarket): boolean {
  if (!("pair" in market ? areRatesInRange(market) : areFeesInRange(market.fees))) return false;
  const { maker, taker } = leastRatesOf(state.catalogue, market);
  if (maker + taker < 0) return true;
  if (maker >= 0 && taker >= 0 && state.orders.rebated === 0) return false;
  const { byId } = state.orders;
  const { rows } = byId;
  const id = "pair" in market ? market.pair : market.contract;
  return byId.some((order) => {
    const isFutures = rows.area(order) === "futures";
    if (rows.market(order) !== id || isFutures === "pair" in market) return false;
    const told = isFutures ? rows.futures(order) : rows.instructions(order);
    const mayTake = told?.isWaiting === true || rows.instructions(order)?.isPending === true;
    return rows.makerRate(order) + taker < 0 || (mayTake && rows.takerRate(order) + maker < 0);
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

/** The market's own, and those of every user who has others there. */
function leastRatesOf({ userFees }: Catalogue, market: FeeMarket): LeastRates {
  if ("pair" in market) {
    const rates = ratesOf(userFees.pairs[market.pair - 1], market.own);
    return leastOf([leastOfPair(market), ...rates.map(leastOfPair)]);
  }
  const rates = ratesOf(userFees.contracts[market.contract - 1], market.own);
  return leastOf([leastOfContract(market.fees), ...rates.map(leastOfContract)]);
}

/** Those that users have, with what one of them is to have in place of what it has. */
function ratesOf<Rates>(
  users: ReadonlyMap<UserId, Rates> | undefined,
  own: OwnRates<Rates> | undefined,
): Rates[] {
  const rates = own ? [own.rates] : [];
  for (const [user, has] of users ?? []) if (user !== own?.user) rates.push(has);
  return rates;
}

function leastOfPair({ makerRate, takerRate }: PairFeeRates): LeastRates {
  return { maker: makerRate, taker: takerRate };
}

function leastOfContract(fees: FeeRates): LeastRates {
  return {
    maker: Math.min(fees.openMakerRate, fees.closeMakerRate),
    taker: Math.min(fees.openTakerRate, fees.closeTakerRate),
  };
}

function leastOf(all: readonly LeastRates[]): LeastRates {
  return all.reduce((least, { maker, taker }) => {
    return { maker: Math.min(least.maker, maker), taker: Math.min(least.taker, taker) };
  });
}
