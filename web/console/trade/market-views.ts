/** What the console knows now, put together for a preview. No request is made for it. */
import { present } from "../../../src/base/assert.ts";
import type {
  ContractMarketView,
  OwnFuturesOrder,
} from "../../../src/preview/contract-market-view.ts";
import type { PairMarketView } from "../../../src/preview/pair-preview-state.ts";
import type { OwnResting } from "../../../src/preview/visible-book.ts";
import type {
  AccountBalance,
  AccountOrder,
  AccountPosition,
  ShownBook,
  ShownMarket,
} from "../exchange/exchange.ts";
import { addDecimals, subtractDecimals } from "../text/exact.ts";

/** All that is read of the stores, by value, so that a view can tell whether it has changed. */
export interface Known {
  readonly market: ShownMarket;
  readonly markets: readonly ShownMarket[];
  readonly book: ShownBook | undefined;
  readonly last: string;
  readonly mark: string;
  readonly isSignedIn: boolean;
  readonly orders: readonly AccountOrder[];
  readonly balances: readonly AccountBalance[];
  readonly positions: readonly AccountPosition[];
}

const NO_BOOK: ShownBook = { bids: [], asks: [] };

/** Every asset is told, also one of which there is none: an empty list is one that has not come yet. */
function isMoneyKnown({ isSignedIn, balances }: Known): boolean {
  return isSignedIn && balances.length > 0;
}

/** The market is a pair. */
export function pairMarketViewOf(known: Known, area: "spot" | "margin"): PairMarketView {
  const { market, book, last } = known;
  const free = { base: freeOf(known, area, market.base), quote: freeOf(known, area, market.quote) };
  return {
    listing: present(market.symbol, "the listing of a pair"),
    book: book ?? NO_BOOK,
    last,
    free: isMoneyKnown(known) ? free : undefined,
    own: ownPairOrders(known),
    owed:
      area === "margin"
        ? { base: owedOf(known, market.base), quote: owedOf(known, market.quote) }
        : undefined,
  };
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

function ownPairOrders({ orders, market }: Known): OwnResting[] {
  return orders
    .filter(({ area, symbol }) => area !== "futures" && symbol === market.name)
    .map((order) => ({ ...sideOf(order), price: order.price, remaining: remainingOf(order) }));
}

export function remainingOf({ origQty, executedQty }: AccountOrder): string {
  return subtractDecimals(origQty, executedQty);
}

function sideOf({ side }: AccountOrder): { readonly side: "buy" | "sell" } {
  return { side: side === "BUY" ? "buy" : "sell" };
}

/** The market is a contract. */
export function contractMarketViewOf(
  known: Known,
  contractAccount: Pick<ContractMarketView, "leverage" | "mode">,
): ContractMarketView {
  const { market, markets, book, last, mark, positions } = known;
  const listing = present(market.contract, "the listing of a contract");
  return {
    listing,
    listings: markets.flatMap(({ contract }) => contract ?? []),
    book: book ?? NO_BOOK,
    last,
    mark,
    normal: isMoneyKnown(known) ? normalOf(known, listing.marginCoin) : undefined,
    positions: positions.filter(({ volume }) => volume !== "0"),
    own: ownContractOrders(known),
    ...contractAccount,
  };
}

function normalOf({ balances }: Known, coin: string): string {
  for (const balance of balances) {
    if (balance.area === "futures" && balance.marginCoin === coin) return balance.accountNormal;
  }
  return "0";
}

/** Those that rest; what waits for a price stands on no book. */
function ownContractOrders({ orders, market }: Known): OwnFuturesOrder[] {
  return orders.flatMap((order) => {
    if (order.area !== "futures" || order.contractName !== market.name) return [];
    if (order.status === "INIT") return [];
    const action = order.action === "OPEN" ? ("open" as const) : ("close" as const);
    return { ...sideOf(order), action, price: order.price, remaining: remainingOf(order) };
  });
}
