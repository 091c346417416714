/** Pairs and contracts as one list, in the order in which they were listed: pairs first. */
import type { BourseClient, Contract, ListedSymbol } from "../../../../src/client/client.ts";
import type { ShownMarket, ShownTicker } from "../exchange.ts";

export async function loadMarkets(client: BourseClient): Promise<readonly ShownMarket[]> {
  const [{ symbols }, contracts] = await Promise.all([
    client.spot.symbols(),
    client.futures.contracts(),
  ]);
  return [...symbols.map(marketOfSymbol), ...contracts.map(marketOfContract)];
}

/**
 * The markets of now, where nothing changed as the same objects as before: panels take another object
 * for another market, and would begin anew whenever the connection comes back.
 */
export function keepUnchanged(
  before: readonly ShownMarket[],
  now: readonly ShownMarket[],
): readonly ShownMarket[] {
  const known = new Map(before.map((market) => [JSON.stringify(market), market]));
  const kept = now.map((market) => known.get(JSON.stringify(market)) ?? market);
  const isSame = kept.length === before.length && kept.every((market, at) => market === before[at]);
  return isSame ? before : kept;
}

export function marketOfSymbol(symbol: ListedSymbol): ShownMarket {
  const { pricePrecision, quantityPrecision } = symbol;
  return {
    name: symbol.symbol,
    kind: "pair",
    base: symbol.baseAsset,
    quote: symbol.quoteAsset,
    pricePrecision,
    quantityPrecision,
    symbol,
  };
}

/** An inverse contract is worth a number of quote units and is settled in its base. */
export function marketOfContract(contract: Contract): ShownMarket {
  const { multiplierCoin, marginCoin, pricePrecision } = contract;
  const [base, quote] =
    contract.side === 1 ? [multiplierCoin, marginCoin] : [marginCoin, multiplierCoin];
  return {
    name: contract.symbol,
    kind: "contract",
    base,
    quote,
    // Volumes are whole contracts.
    pricePrecision,
    quantityPrecision: 0,
    contract,
  };
}

/** No orders are taken there: as its ticker says, and until that has come as it was listed. */
export function isHalted(
  { symbol, contract }: ShownMarket,
  ticker: Pick<ShownTicker, "halted"> | undefined,
): boolean {
  if (ticker) return ticker.halted === true;
  return symbol?.status === 0 || contract?.status === 0;
}

/** BTC/USDT, or BTC/USDT Perp: what people call it. */
export function titleOf({ base, quote, kind }: ShownMarket): string {
  return `${base}/${quote}${kind === "contract" ? " Perp" : ""}`;
}
