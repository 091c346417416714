/** Orders of the selected market that have ended, and which of them the exchange placed by force. */
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { Moment } from "../../parts/moment.tsx";
import type { TableColumn } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import { type EndedOrderRow, loadEnded } from "./ended-order.ts";
import { ForcedMark } from "./forced-mark.tsx";
import { PageTable } from "./page-table.tsx";
import { type MarketHistoryProps, SelectedHistory } from "./selected-history.tsx";
import { usePages } from "./use-pages.ts";

export function OrderHistory({ exchange }: { readonly exchange: ConsoleExchange }) {
  return <SelectedHistory exchange={exchange} of={HistoryOf} />;
}

function HistoryOf({ exchange, market, area }: MarketHistoryProps) {
  const pages = usePages<EndedOrderRow>(exchange, {
    name: `${market.name} ${area}`,
    changes: exchange.account.orders,
    load: (limit) => loadEnded(exchange, { market, area }, limit),
  });
  const what = `${area} orders on ${titleOf(market)}`;
  return (
    <PageTable
      caption={`Ended ${what}`}
      columns={COLUMNS}
      pages={pages}
      keyOf={({ id }) => id}
      empty={`No ${what} have been filled or canceled yet.`}
    />
  );
}

function figure(text: string): string {
  return text === "0" ? "–" : formatPlain(text);
}

const COLUMNS: readonly TableColumn<EndedOrderRow>[] = [
  { title: "Time (UTC)", cell: ({ time }) => <Moment time={time} /> },
  { title: "Side", cell: ({ side, isBuy }) => <span class={isBuy ? "up" : "down"}>{side}</span> },
  { title: "Type", cell: ({ type }) => type },
  { title: "Price", isFigure: true, cell: ({ price }) => figure(price) },
  { title: "Quantity", isFigure: true, cell: ({ quantity }) => quantity },
  { title: "Filled", isFigure: true, cell: ({ filled }) => figure(filled) },
  { title: "Average", isFigure: true, cell: ({ averagePrice }) => figure(averagePrice) },
  {
    title: "State",
    cell: ({ status, forced }) => (
      <>
        {status}
        <ForcedMark forced={forced} />
      </>
    ),
  },
];
