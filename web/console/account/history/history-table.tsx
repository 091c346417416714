/** A history as a table and as a file: the rows that the filter shows, with their market where there are several. */

import { type CsvField, csvOf, saveFile } from "../../../look/csv.ts";
import type { TableColumn } from "../../parts/table.tsx";
import { formatMoment } from "../../text/format.ts";
import { isShown, type PastRow } from "./filter.ts";
import { PageTable } from "./page-table.tsx";
import { type HistoryProps, sayPlace } from "./scoped-history.tsx";
import type { Pages } from "./use-pages.ts";

interface HistoryTableProps<Row extends PastRow> extends HistoryProps {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly fields: readonly CsvField<Row>[];
  readonly pages: Pages<Row>;
  keyOf(row: Row): string;
  readonly empty: string;
}

export function HistoryTable<Row extends PastRow>(props: HistoryTableProps<Row>) {
  const { places, filter, pages, columns, fields, caption, keyOf, empty } = props;
  const rows = pages.rows.filter((row) => isShown(row, filter));
  const isFiltered = rows.length < pages.rows.length;
  const market: TableColumn<Row> = { title: "Market", cell: sayPlace };
  const save = () =>
    saveFile(
      `${caption.toLowerCase().replaceAll(/\W+/g, "-")}.csv`,
      csvOf([...COMMON, ...fields], rows),
    );
  return (
    <>
      <PageTable
        caption={caption}
        columns={places.length > 1 ? [market, ...columns] : columns}
        pages={{ ...pages, rows }}
        keyOf={keyOf}
        empty={isFiltered ? "None of those that were loaded is like that." : empty}
      />
      <p class="account-more">
        <button type="button" class="act" disabled={rows.length === 0} onClick={save}>
          {`Save ${rows.length} as CSV`}
        </button>
      </p>
    </>
  );
}

const COMMON: readonly CsvField<PastRow>[] = [
  ["Time (UTC)", ({ time }) => formatMoment(time)],
  ["Market", ({ market }) => market.name],
  ["Account", ({ area }) => area],
];
