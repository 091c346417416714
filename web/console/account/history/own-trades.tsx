/** The user's own trades on the selected market: of a pair in spot or in margin, or of a contract. */
import type { FuturesTrade, OwnTrade as PairTrade } from "../../../../src/client/client.ts";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { Moment } from "../../parts/moment.tsx";
import type { TableColumn } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import type { MarketArea } from "./ended-order.ts";
import { ForcedMark } from "./forced-mark.tsx";
import { PageTable } from "./page-table.tsx";
import { type MarketHistoryProps, SelectedHistory } from "./selected-history.tsx";
import { usePages } from "./use-pages.ts";

type Trade = FuturesTrade | PairTrade;

export function OwnTrades({ exchange }: { readonly exchange: ConsoleExchange }) {
  return <SelectedHistory exchange={exchange} of={TradesOf} />;
}

function TradesOf({ exchange, market, area }: MarketHistoryProps) {
  const pages = usePages<Trade>(exchange, {
    name: `${market.name} ${area}`,
    changes: exchange.account.trades,
    load: (limit) => loadTrades(exchange, { market, area }, limit),
  });
  const coin = market.contract?.marginCoin ?? "";
  const title = titleOf(market);
  return (
    <PageTable
      caption={`Own trades on ${title}`}
      columns={columnsOf(coin)}
      pages={pages}
      keyOf={({ id, isBuyer }) => `${id} ${isBuyer}`}
      empty={`You have not traded ${title} in your ${area} account yet.`}
    />
  );
}

function loadTrades(
  { client }: ConsoleExchange,
  { market, area }: MarketArea,
  limit: number,
): Promise<readonly Trade[]> {
  if (area === "futures")
    return client.value.futures.myTrades({ contractName: market.name, limit });
  return client.value[area].myTrades({ symbol: market.name, limit });
}

function columnsOf(coin: string): readonly TableColumn<Trade>[] {
  return [
    { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
    {
      title: "Side",
      cell: ({ side }) => (
        <span class={side === "BUY" ? "up" : "down"}>{side === "BUY" ? "Buy" : "Sell"}</span>
      ),
    },
    { title: "Price", isFigure: true, cell: ({ price }) => formatPlain(price) },
    { title: "Quantity", isFigure: true, cell: ({ qty }) => formatPlain(qty) },
    { title: "Fee", isFigure: true, cell: (trade) => feeOf(trade, coin) },
    {
      title: "Role",
      cell: ({ isMaker, forced }) => (
        <>
          {isMaker ? "Maker" : "Taker"}
          <ForcedMark forced={forced} />
        </>
      ),
    },
  ];
}

function feeOf(trade: Trade, coin: string): string {
  return `${formatPlain(trade.fee)} ${"feeCoin" in trade ? trade.feeCoin : coin}`;
}
