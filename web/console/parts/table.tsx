/**
 * A table of records with a caption, for lists of which each line is one thing: orders, trades,
 * balances. Figures stand on the right in figures of equal width, so that nothing moves when they
 * change. On a phone each line is a card, and each cell of it says its own title.
 */
import type { ComponentChildren } from "preact";

export interface TableColumn<Row> {
  readonly title: string;
  /** The title is for screen readers only: a column of buttons, which never scrolls out of sight. */
  readonly isTitleHidden?: boolean;
  readonly isFigure?: boolean;
  /** Left out where there is little room beside other columns. */
  readonly isMinor?: boolean;
  cell(row: Row): ComponentChildren;
}

interface TableProps<Row> {
  readonly caption: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string | number;
  /** What is said when there are no rows. */
  readonly empty: string;
  /** The rows have not been told yet: whether there are none is not known. */
  readonly isWaiting?: boolean;
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, keyOf, empty, isWaiting = false } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
    <section class="table-box" aria-label={caption} tabIndex={0}>
      <table class="table">
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" class={classOf(column)}>
                {column.isTitleHidden ? <span class="unseen">{column.title}</span> : column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td key={column.title} class={classOf(column)} data-title={titleIn(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isWaiting ? <Waiting /> : null}
      {rows.length === 0 && !isWaiting ? <p class="empty">{empty}</p> : null}
    </section>
  );
}

function Waiting() {
  return (
    <div class="table-waiting" role="status" aria-label="Loading">
      {[0, 1, 2].map((row) => (
        <div key={row} class="skeleton" />
      ))}
    </div>
  );
}

function titleIn({ title, isTitleHidden }: Pick<TableColumn<never>, "title" | "isTitleHidden">) {
  return isTitleHidden ? undefined : title;
}

function classOf({ isFigure, isTitleHidden, isMinor }: Omit<TableColumn<never>, "title" | "cell">) {
  if (isTitleHidden) return "table-actions";
  return `${isFigure ? "figure" : ""} ${isMinor ? "minor" : ""}`.trim();
}
