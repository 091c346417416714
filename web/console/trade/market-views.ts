/** What the console knows now, put together for a preview. No request is made for it. */
import type { Contract, ListedSymbol } from "../../../src/client/client.ts";
import type {
  ContractAccountView,
  ContractMarketView,
  MarginMode,
  OwnFuturesOrder,
} from "../../../src/core/preview/contract/contract-market-view.ts";
import type {
  OwnPairOrder,
  PairMarketView,
} from "../../../src/core/preview/pair/pair-market-view.ts";
import { bookOf, type OwnResting } from "../../../src/core/preview/visible-book.ts";
import { openSizeOf, shownSizeOf } from "../exchange/account/counted-size.ts";
import { isWaiting } from "../exchange/account/say-trigger.ts";
import type {
  AccountBalance,
  AccountOrder,
  AccountPosition,
  AccountRates,
  MarginLevel,
  ShownBook,
  ShownMarket,
  ShownTicker,
} from "../exchange/exchange.ts";
import { lastIn } from "../exchange/market/counted-in.ts";
import { addDecimals } from "../text/exact.ts";
import { contractAccountViewOf, otherAccountsOf } from "./contract/told-positions.ts";
import { contractFeesOf, contractTermsOf, pairFeesOf, pairTermsOf } from "./listed-terms.ts";
import { type MarginWorth, marginWorthOf } from "./pair/margin-worth.ts";

/** What a ticket on a pair is made of. */
export interface PairTicketView extends PairMarketView {
  /** Of a margin account; no part of the preview. */
  readonly lending?: MarginStanding | undefined;
}

/** What a margin account owes, and what it is worth. */
export interface MarginStanding {
  /** With interest. */
  readonly owed: { readonly base: string; readonly quote: string };
  /** Undefined while something that is owed has no price. */
  readonly worth: MarginWorth | undefined;
  /** What one of each is worth; undefined while that is not known. */
  readonly price: { readonly base: string | undefined; readonly quote: string | undefined };
  /** Undefined until it is told. */
  readonly leverageMax: number | undefined;
}

/** What a ticket on a contract is made of. */
export interface ContractTicketView extends ContractMarketView {
  /** The margin mode that its orders ask for. */
  readonly mode: MarginMode;
}

/** All that is read of the stores, by value, so that a view can tell whether it has changed. */
export interface Known {
  readonly market: ShownMarket;
  /** No orders are taken there now. */
  readonly isHalted: boolean;
  readonly markets: readonly ShownMarket[];
  readonly book: ShownBook | undefined;
  readonly last: string;
  readonly mark: string;
  readonly isSignedIn: boolean;
  readonly orders: readonly AccountOrder[];
  readonly balances: readonly AccountBalance[];
  readonly positions: readonly AccountPosition[];
  readonly rates: AccountRates;
  readonly tickers: ReadonlyMap<string, ShownTicker>;
  readonly margin: MarginLevel | undefined;
}

export const NO_BOOK: ShownBook = { bids: [], asks: [] };

/** Every asset is told, also one of which there is none: an empty list is one that has not come yet. */
function isMoneyKnown({ isSignedIn, balances }: Known): boolean {
  return isSignedIn && balances.length > 0;
}

/** The market is a pair. */
export function pairTicketViewOf(known: Known, area: "spot" | "margin"): PairTicketView {
  const { market, book, last } = known;
  const balanceOf = (asset: string) => ({ free: freeOf(known, area, asset) });
  const balances = { base: balanceOf(market.base), quote: balanceOf(market.quote) };
  return {
    terms: pairTermsOf(symbolOf(market)),
    book: bookOf(book ?? NO_BOOK, ownPairOrders(known), market),
    last,
    balances: isMoneyKnown(known) ? balances : undefined,
    fees: pairFeesOf(known.rates.symbols.get(market.name)),
    lending: area === "margin" ? lendingOf(known) : undefined,
  };
}

function lendingOf(known: Known): MarginStanding {
  const { balances, markets, tickers, margin, market } = known;
  const { base, quote } = market;
  const priceOf = lastIn(markets, tickers);
  return {
    owed: { base: owedOf(known, base), quote: owedOf(known, quote) },
    worth: marginWorthOf(balances, priceOf),
    price: { base: priceOf(base), quote: priceOf(quote) },
    leverageMax: margin?.leverageMax,
  };
}

function symbolOf({ name, symbol }: ShownMarket): ListedSymbol {
  if (!symbol) throw new Error(`${name} is no pair`);
  return symbol;
}

export function contractOf({ name, contract }: ShownMarket): Contract {
  if (!contract) throw new Error(`${name} is no contract`);
  return contract;
}

/** MARG-REPAY-1: what was lent and its interest. */
function owedOf({ balances }: Known, asset: string): string {
  for (const balance of balances) {
    if (balance.area !== "margin" || balance.asset !== asset) continue;
    return addDecimals(balance.borrowed, balance.interest);
  }
  return "0";
}

/** What is free of an asset in an area of pairs. */
export function freeOf(
  { balances }: Pick<Known, "balances">,
  area: "spot" | "margin",
  asset: string,
) {
  for (const balance of balances) {
    if (balance.area === "futures" || balance.area !== area) continue;
    if (balance.asset === asset) return balance.free;
  }
  return "0";
}

/** Those that rest; a stop that waits stands on no book (SPOT-STOP-2). */
function ownPairOrders({ orders, market }: Known): (OwnPairOrder & OwnResting)[] {
  return orders.flatMap((order) => {
    const { area, symbol, price } = order;
    if (area === "futures" || symbol !== market.name || isWaiting(order)) return [];
    return { area, ...sideOf(order), price, quantity: shownSizeOf(order) };
  });
}

function sideOf({ side }: AccountOrder): { readonly side: "buy" | "sell" } {
  return { side: side === "BUY" ? "buy" : "sell" };
}

/** The market is a contract. */
export function contractTicketViewOf(
  known: Known,
  terms: Pick<ContractAccountView, "leverage" | "mode">,
): ContractTicketView {
  const { market, markets, book, last, mark } = known;
  const listing = contractOf(market);
  const listings = markets.flatMap(({ contract }) => contract ?? []);
  const positions = known.positions.filter(({ volume }) => volume !== "0");
  return {
    terms: contractTermsOf(listing),
    book: bookOf(book ?? NO_BOOK, ownContractOrders(known), market),
    last,
    mark,
    account: contractAccountViewOf(listing, positions, terms),
    others: otherAccountsOf(listing, positions, listings),
    fees: contractFeesOf(known.rates.contracts.get(market.name)),
    balance: isMoneyKnown(known) ? { free: normalOf(known, listing.marginCoin) } : undefined,
    mode: terms.mode,
  };
}

function normalOf({ balances }: Known, coin: string): string {
  for (const balance of balances) {
    if (balance.area === "futures" && balance.marginCoin === coin) return balance.accountNormal;
  }
  return "0";
}

/** Those that rest; what waits for a price stands on no book. */
function ownContractOrders({ orders, market }: Known): (OwnFuturesOrder & OwnResting)[] {
  return orders.flatMap((order) => {
    if (order.area !== "futures" || order.contractName !== market.name) return [];
    if (isWaiting(order)) return [];
    const action = order.action === "OPEN" ? ("open" as const) : ("close" as const);
    return { ...sideOf(order), action, price: order.price, quantity: openSizeOf(order) };
  });
}
