/**
 * The state of a user and of the market, at one moment: balances of the assets concerned, the
 * margin level, the futures account with its positions, and the limits of an order.
 */

import type { Book } from "../../../core/engine/book/book.ts";
import type { AssetId, Pair } from "../../../core/engine/catalogue/catalogue.ts";
import { contractRatesOf, pairRatesOf } from "../../../core/engine/catalogue/user-fees.ts";
import type { PositionFields } from "../../../core/engine/futures/fields.ts";
import type { ContractMarket } from "../../../core/engine/futures/futures-state.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import { type Balance, findBalance } from "../../../core/engine/ledger/ledger.ts";
import { INTEREST_ONE } from "../../../core/engine/margin/loans.ts";
import { openCountOf } from "../../../core/engine/orders/open-orders.ts";
import { lastTicksOf } from "../../../core/engine/prices/prices.ts";
import { accountFieldsOf } from "../../../core/engine/read/futures-account.ts";
import { findDebtOf, standingOf as marginStandingOf } from "../../../core/engine/read/margin.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS, RATE_ONE } from "../../../core/money/rate.ts";
import type { FuturesStanding, PositionTold, StateBefore, ToldBalance } from "./explanation.ts";
import { Names, type TradedMarket } from "./names.ts";
import type { Subject } from "./subject.ts";

type Told = Readonly<Record<string, string>>;

export function standingOf(state: ExchangeState, subject: Subject): StateBefore {
  const { user, areas, assets, place } = subject;
  const isUser = user > 0;
  const pairAreas = areas.filter((area) => area !== "futures" || !place);
  return {
    market: place && marketOf(state, place),
    balances: isUser
      ? pairAreas.flatMap((area) => assets.map((asset) => balanceOf(state, area, user, asset)))
      : [],
    margin: isUser && areas.includes("margin") ? marginStandingOf(state, user) : undefined,
    futures: isUser && place?.area === "futures" ? futuresOf(state, user, assets[0]) : undefined,
  };
}

const EMPTY: Pick<Balance, "free" | "locked"> = { free: 0n, locked: 0n };

function balanceOf(state: ExchangeState, area: Area, user: number, asset: AssetId): ToldBalance {
  const names = new Names(state);
  const { free, locked } = findBalance(state.ledger, area, user, asset) ?? EMPTY;
  const balance = {
    area,
    asset: names.asset(asset),
    free: names.units(asset, free),
    locked: names.units(asset, locked),
  };
  return area === "margin" ? { ...balance, ...debtOf(state, user, asset) } : balance;
}

function debtOf(state: ExchangeState, user: number, asset: AssetId) {
  const debt = findDebtOf(state.margin, user, asset);
  const scale = state.catalogue.assets[asset - 1]?.scale ?? 0;
  const interestDecimals = scale + INTEREST_ONE.toString().length - 1;
  return {
    borrowed: formatUnits(debt?.principal ?? 0n, scale),
    interest: formatUnits(debt?.interest ?? 0n, interestDecimals),
  };
}

function futuresOf(
  state: ExchangeState,
  user: number,
  coin: AssetId | undefined,
): FuturesStanding | undefined {
  if (coin === undefined) return undefined;
  const names = new Names(state);
  const fields = accountFieldsOf(state, user, coin);
  return {
    coin: names.asset(coin),
    normal: names.units(coin, fields.free),
    locked: names.units(coin, fields.locked),
    equity: names.units(coin, fields.crossEquity),
    unrealized: names.units(coin, fields.unrealized),
    positions: fields.positions.map((one) => positionOf(names, coin, one)),
  };
}

function positionOf(names: Names, coin: AssetId, fields: PositionFields): PositionTold {
  const { position, openPrice, liquidationPrice: reducePrice } = fields;
  const { id, contractAccount, side, volume } = position;
  return {
    id,
    contract: contractAccount.market.contract.name,
    side: side === "buy" ? "long" : "short",
    volume: `${volume}`,
    mode: contractAccount.mode,
    leverage: contractAccount.leverage,
    openPrice: formatUnits(openPrice, RATE_DECIMALS),
    unrealized: names.units(coin, fields.unrealized),
    margin: names.units(coin, fields.heldMargin),
    liquidationPrice: reducePrice > 0n ? formatUnits(reducePrice, RATE_DECIMALS) : "none",
  };
}

function marketOf(state: ExchangeState, place: TradedMarket): Told | undefined {
  const names = new Names(state);
  const symbol = names.symbol(place);
  if (place.area === "futures") {
    const market = state.futures.markets[place.market - 1];
    if (!market) return undefined;
    const { last, mark, index } = market;
    return {
      symbol,
      ...bestOf(names, place, market.book),
      ...pricesOf(names, place, { last, mark, index }),
    };
  }
  const book = state.books[place.market - 1];
  if (!book) return undefined;
  const last = lastTicksOf(state.prices, place.market);
  return { symbol, ...bestOf(names, place, book), ...pricesOf(names, place, { last }) };
}

function bestOf(names: Names, place: TradedMarket, { bids, asks }: Book): Told {
  return pricesOf(names, place, { bid: bids.best?.ticks ?? 0, ask: asks.best?.ticks ?? 0 });
}

/** A price that does not exist is "none". */
function pricesOf(
  names: Names,
  place: TradedMarket,
  ticks: Readonly<Record<string, number>>,
): Told {
  const told = Object.entries(ticks).map(([name, at]) => [
    name,
    at === 0 ? "none" : names.price(place, at),
  ]);
  return Object.fromEntries(told);
}

/** The limits of a new order (SPOT-CHECK-8 to SPOT-CHECK-12, FUT-CHECK-10 to FUT-CHECK-14). */
export function limitsOf(state: ExchangeState, { user, place }: Subject): Told {
  if (!place || user === 0) return {};
  if (place.area === "futures")
    return contractLimits(state, user, state.futures.markets[place.market - 1]);
  const pair = state.catalogue.pairs[place.market - 1];
  return pair ? pairLimits(state, user, place, pair) : {};
}

function pairLimits(state: ExchangeState, user: number, place: TradedMarket, pair: Pair): Told {
  const names = new Names(state);
  const { area } = place;
  const last = lastTicksOf(state.prices, pair.id);
  const open = openCountOf(state.orders, { area, user }, pair.id);
  const decimals = pair.pricePrecision + RATE_DECIMALS;
  const times = (rate: number) => formatUnits(BigInt(last) * BigInt(rate), decimals);
  const rates = pairRatesOf(state.catalogue.userFees, user, pair); // SPOT-FEE-2
  const band = last === 0 ? {} : { priceMin: times(pair.limitDown), priceMax: times(pair.limitUp) };
  return {
    ...band,
    quantityMin: names.quantity(place, pair.lotsMin),
    quantityMax: names.quantity(place, pair.lotsMax),
    ...(pair.notionalMin > 0n ? { valueMin: names.money(pair.quote, pair.notionalMin) } : {}),
    openOrders: `${open} of ${pair.openOrdersMax}`,
    makerFee: formatRate(rates.makerRate),
    takerFee: formatRate(rates.takerRate),
  };
}

function contractLimits(
  state: ExchangeState,
  user: number,
  market: ContractMarket | undefined,
): Told {
  if (!market) return {};
  const { contract, mark } = market;
  const names = new Names(state);
  const rates = contractRatesOf(state.catalogue.userFees, user, contract); // FUT-FEE-3
  const open = openCountOf(state.orders, { area: "futures", user }, contract.id);
  const decimals = contract.pricePrecision + RATE_DECIMALS;
  const times = (rate: number) => formatUnits(BigInt(mark) * BigInt(rate), decimals);
  const band =
    mark === 0
      ? {}
      : {
          sellPriceMin: times(RATE_ONE - contract.priceRange),
          buyPriceMax: times(RATE_ONE + contract.priceRange),
        };
  return {
    ...band,
    volumeMin: `${contract.volumeMin}`,
    limitVolumeMax: `${contract.limitVolumeMax}`,
    marketVolumeMax: `${contract.marketVolumeMax}`,
    valueMin: names.money(contract.marginCoin, contract.moneyMin),
    openOrders: `${open} of ${contract.ordersMax}`,
    openTakerFee: formatRate(rates.openTakerRate),
    closeTakerFee: formatRate(rates.closeTakerRate),
  };
}

function formatRate(rate: number): string {
  return rate < 0 ? `-${formatSteps(-rate, RATE_DECIMALS)}` : formatSteps(rate, RATE_DECIMALS);
}
