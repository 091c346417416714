/** A history as a table, with a button for what is older. */
import { Notice } from "../../parts/notice.tsx";
import { Table, type TableColumn } from "../../parts/table.tsx";
import type { Pages } from "./use-pages.ts";

interface PageTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly pages: Pages<Row>;
  keyOf(row: Row): string | number;
  readonly empty: string;
}

export function PageTable<Row>({ caption, columns, pages, keyOf, empty }: PageTableProps<Row>) {
  const { rows, hasMore, isBusy, error, more } = pages;
  return (
    <>
      {error === undefined ? null : <Notice tone="bad">{error}</Notice>}
      <Table
        caption={caption}
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        empty={isBusy ? "Asking…" : empty}
      />
      {hasMore ? (
        <p class="account-more">
          <button type="button" class="act" disabled={isBusy} onClick={more}>
            Older ones
          </button>
        </p>
      ) : null}
    </>
  );
}
