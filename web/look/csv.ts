/** A history as a file that spreadsheets read (RFC 4180). */

/** A column of the file: its title, and what stands in it. */
export type CsvField<Row> = readonly [title: string, text: (row: Row) => string];

export function csvOf<Row>(fields: readonly CsvField<Row>[], rows: readonly Row[]): string {
  const lines = [
    fields.map(([title]) => title),
    ...rows.map((row) => fields.map(([, text]) => text(row))),
  ];
  return lines.map((cells) => `${cells.map(quoted).join()}\r\n`).join("");
}

/** What a spreadsheet would take for a formula is text all the same; a number below zero is none. */
function quoted(text: string): string {
  const isFormula =
    /^[=+@\t\r]/.test(text) || (text.startsWith("-") && !/^-\d+(\.\d+)?$/.test(text));
  const plain = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

/** Hands a file to the browser, as if it were downloaded. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
