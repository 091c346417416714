/** Orders that have ended, and which of them the exchange placed by force. */

import type { CsvField } from "../../../look/csv.ts";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { Moment } from "../../parts/moment.tsx";
import type { TableColumn } from "../../parts/table.tsx";
import { formatPlain } from "../../text/format.ts";
import { type EndedOrderRow, loadEnded } from "./ended-order.ts";
import { ForcedMark } from "./forced-mark.tsx";
import { HistoryTable } from "./history-table.tsx";
import { areaIn, loadMerged, placesName } from "./places.ts";
import { type HistoryProps, ScopedHistory } from "./scoped-history.tsx";
import { usePages } from "./use-pages.ts";

export function OrderHistory({ exchange }: { readonly exchange: ConsoleExchange }) {
  return <ScopedHistory exchange={exchange} of={HistoryOf} />;
}

function HistoryOf(props: HistoryProps) {
  const { exchange, places, where } = props;
  const pages = usePages<EndedOrderRow>(exchange, {
    name: placesName(places),
    changes: exchange.account.orders,
    load: (limit) => loadMerged(places, limit, (place, count) => loadEnded(exchange, place, count)),
  });
  const what = `${areaIn(places)}orders ${where}`;
  return (
    <HistoryTable
      {...props}
      caption={`Ended ${what}`}
      columns={COLUMNS}
      fields={FIELDS}
      pages={pages}
      keyOf={({ area, id }) => `${area} ${id}`}
      empty={`No ${what} have been filled or canceled yet.`}
    />
  );
}

const FIELDS: readonly CsvField<EndedOrderRow>[] = [
  ["Order", ({ id }) => `${id}`],
  ["Side", ({ side }) => side],
  ["Type", ({ type }) => type],
  ["Price", ({ price }) => price],
  ["Quantity", ({ quantity }) => quantity],
  ["Filled", ({ filled }) => filled],
  ["Average", ({ averagePrice }) => averagePrice],
  ["State", ({ status }) => status],
];

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
