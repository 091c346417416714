/** The user's own trades: of pairs in spot and in margin, and of contracts. */
import type { FuturesTrade, OwnTrade as PairTrade } from "../../../../src/client/client.ts";
import type { CsvField } from "../../../look/csv.ts";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { Moment } from "../../parts/moment.tsx";
import type { TableColumn } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import type { PastRow } from "./filter.ts";
import { ForcedMark } from "./forced-mark.tsx";
import { HistoryTable } from "./history-table.tsx";
import { areaIn, loadMerged, type MarketArea, placesName } from "./places.ts";
import { type HistoryProps, ScopedHistory } from "./scoped-history.tsx";
import { usePages } from "./use-pages.ts";

interface TradeRow extends PastRow {
  readonly trade: FuturesTrade | PairTrade;
}

export function OwnTrades({ exchange }: { readonly exchange: ConsoleExchange }) {
  return <ScopedHistory exchange={exchange} of={TradesOf} />;
}

function TradesOf(props: HistoryProps) {
  const { exchange, places, where } = props;
  const pages = usePages<TradeRow>(exchange, {
    name: placesName(places),
    changes: exchange.account.trades,
    load: (limit) =>
      loadMerged(places, limit, (place, count) => loadTrades(exchange, place, count)),
  });
  return (
    <HistoryTable
      {...props}
      caption={`Own trades ${where}`}
      columns={COLUMNS}
      fields={FIELDS}
      pages={pages}
      keyOf={({ area, trade: { id, isBuyer } }) => `${area} ${id} ${isBuyer}`}
      empty={`You have not traded ${where} in your ${areaIn(places)}account yet.`}
    />
  );
}

async function loadTrades(
  { client }: ConsoleExchange,
  { market, area }: MarketArea,
  limit: number,
): Promise<readonly TradeRow[]> {
  const trades =
    area === "futures"
      ? await client.value.futures.myTrades({ contractName: market.name, limit })
      : await client.value[area].myTrades({ symbol: market.name, limit });
  return trades.map((trade) => ({
    trade,
    market,
    area,
    time: trade.time,
    isBuy: trade.side === "BUY",
  }));
}

const COLUMNS: readonly TableColumn<TradeRow>[] = [
  { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
  {
    title: "Side",
    cell: ({ isBuy }) => <span class={isBuy ? "up" : "down"}>{sayBuy(isBuy)}</span>,
  },
  { title: "Price", isFigure: true, cell: ({ trade }) => formatPlain(trade.price) },
  { title: "Quantity", isFigure: true, cell: ({ trade }) => formatPlain(trade.qty) },
  {
    title: "Fee",
    isFigure: true,
    cell: (row) => `${formatPlain(row.trade.fee)} ${feeCoinOf(row)}`,
  },
  {
    title: "Role",
    cell: ({ trade: { isMaker, forced } }) => (
      <>
        {sayRole(isMaker)}
        <ForcedMark forced={forced} />
      </>
    ),
  },
];

const FIELDS: readonly CsvField<TradeRow>[] = [
  ["Trade", ({ trade }) => `${trade.id}`],
  ["Side", ({ isBuy }) => sayBuy(isBuy)],
  ["Price", ({ trade }) => trade.price],
  ["Quantity", ({ trade }) => trade.qty],
  ["Fee", ({ trade }) => trade.fee],
  ["Fee in", feeCoinOf],
  ["Role", ({ trade }) => sayRole(trade.isMaker)],
];

function sayBuy(isBuy: boolean): string {
  return isBuy ? "Buy" : "Sell";
}

function sayRole(isMaker: boolean): string {
  return isMaker ? "Maker" : "Taker";
}

function feeCoinOf({ trade, market }: TradeRow): string {
  return "feeCoin" in trade ? trade.feeCoin : (market.contract?.marginCoin ?? "");
}
