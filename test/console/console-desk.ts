/**
 * A whole exchange and the console's view of it, for tests that hold the order entry against the real
 * rules: what is previewed is made of nothing but what the public API tells, and then really sent.
 */
import { type BourseClient, BourseError } from "../../src/client/client.ts";
import type { ContractAccountView } from "../../src/core/preview/contract/contract-market-view.ts";
import { bookOf } from "../../src/core/preview/visible-book.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import {
  contractAccountViewOf,
  otherAccountsOf,
} from "../../web/console/trade/contract/told-positions.ts";
import {
  contractFeesOf,
  contractTermsOf,
  pairFeesOf,
  pairTermsOf,
} from "../../web/console/trade/listed-terms.ts";
import type { ContractTicketView, PairTicketView } from "../../web/console/trade/market-views.ts";
import "../support/judged-apis.ts";

export class ConsoleDesk {
  readonly exchange: InProcessExchange;
  readonly me: BourseClient;
  readonly others: BourseClient;

  constructor(exchange: InProcessExchange) {
    this.exchange = exchange;
    this.me = exchange.client("demo1");
    this.others = exchange.client("demo2");
  }

  /** Engine time stands, so that no mark moves between the preview and the order. */
  static async open(): Promise<ConsoleDesk> {
    const exchange = await createExchange({ frozen: true });
    for (const [asset, price] of [
      ["BTC", "49999.7"],
      ["ETH", "3000"],
    ] as const) {
      await exchange.operator.setIndex(asset, price);
    }
    await exchange.operator.advanceClock(2_000);
    return new ConsoleDesk(exchange);
  }

  async pairMarketView(name: string, area: "spot" | "margin"): Promise<PairTicketView> {
    const { symbols } = await this.me.spot.symbols();
    const listing = symbols.find(({ symbol }) => symbol === name);
    if (!listing) throw new Error(`no symbol ${name}`);
    const book = await this.me.spot.depth({ symbol: name, limit: 100 });
    const { last } = await this.me.spot.ticker({ symbol: name });
    const { balances } = await this.me[area].account();
    const [rates] = await this.me.spot.feeRates({ symbol: name });
    const balanceOf = (wanted: string) => ({
      free: balances.find(({ asset }) => asset === wanted)?.free ?? "0",
    });
    return {
      terms: pairTermsOf(listing),
      book: bookOf(book, [], listing),
      last,
      fees: pairFeesOf(rates),
      balances: { base: balanceOf(listing.baseAsset), quote: balanceOf(listing.quoteAsset) },
    };
  }

  async contractMarketView(
    name: string,
    contractAccount: Pick<ContractAccountView, "leverage" | "mode">,
  ): Promise<ContractTicketView> {
    const listings = await this.me.futures.contracts();
    const listing = listings.find(({ symbol }) => symbol === name);
    if (!listing) throw new Error(`no contract ${name}`);
    const book = await this.me.futures.depth({ contractName: name, limit: 100 });
    const { last } = await this.me.futures.ticker({ contractName: name });
    const { markPrice } = await this.me.futures.index({ contractName: name });
    const { account } = await this.me.futures.account();
    const coin = account.find(({ marginCoin }) => marginCoin === listing.marginCoin);
    const positions = account.flatMap(({ positionVos }) =>
      positionVos.flatMap(({ contractName, positions }) =>
        positions.map((position) => ({ ...position, contractName })),
      ),
    );
    const open = await this.me.futures.openOrders({ contractName: name });
    const own = open.map((order) => ({
      side: order.side === "BUY" ? ("buy" as const) : ("sell" as const),
      action: order.action === "OPEN" ? ("open" as const) : ("close" as const),
      price: order.price,
      quantity: `${Number(order.origQty) - Number(order.executedQty)}`,
    }));
    const { pricePrecision } = listing;
    const [rates] = await this.me.futures.feeRates({ contractName: name });
    return {
      terms: contractTermsOf(listing),
      book: bookOf(book, own, { pricePrecision, quantityPrecision: 0 }),
      last,
      mark: markPrice,
      account: contractAccountViewOf(listing, positions, contractAccount),
      others: otherAccountsOf(listing, positions, listings),
      fees: contractFeesOf(rates),
      balance: { free: coin?.accountNormal ?? "0" },
      mode: contractAccount.mode,
    };
  }
}

/** The code of a refusal, or what came of it. */
export async function told<T>(sent: Promise<T>): Promise<T | number> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof BourseError) return error.code;
    throw error;
  }
}
