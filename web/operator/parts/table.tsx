/** A table that scrolls within itself where the page is narrow, by keyboard too. */
import type { ComponentChildren } from "preact";

interface TableProps {
  readonly title: string;
  /**
   * A column whose name begins with `#` holds figures, and stands to the right. One named `Do` holds
   * buttons, and stays in sight where the table is wider than the screen.
   */
  readonly columns: readonly string[];
  /** By what tells a row from the others, its cells. */
  readonly rows: readonly (readonly [key: string, cells: readonly ComponentChildren[]])[];
  /** Instead of rows, where there are none. */
  readonly none: string;
}

export function Table({ title, columns, rows, none }: TableProps) {
  const classOf = (at: number) => {
    if (columns[at] === "Do") return "do";
    return columns[at]?.startsWith("#") ? "figure" : undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields; the panel is the landmark.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
    <div class="table" role="group" aria-label={title} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} scope="col" class={classOf(at)}>
                {column.replace(/^#/, "")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, cells]) => (
            <tr key={key}>
              {cells.map((cell, at) => (
                <td key={columns[at]} class={classOf(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td class="none" colSpan={columns.length}>
                {none}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
