/** Which field of a line is what: by the names in the first line, or in the usual order. */

import { FieldProblem } from "./field-problem.ts";

export type Column = "time" | "open" | "high" | "low" | "close" | "volume";

/** Each column with its place in a line. */
export type Columns = Readonly<Record<Column, { readonly name: Column; readonly place: number }>>;

/** In the usual order, each with the names that files give it. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  time: ["time", "opentime", "timestamp", "date", "datetime", "start", "starttime", "unix", "ts"],
  open: ["open", "o", "openprice"],
  high: ["high", "h", "highprice"],
  low: ["low", "l", "lowprice"],
  close: ["close", "c", "closeprice"],
  volume: ["volume", "vol", "v", "basevolume", "qty", "quantity"],
};
const ORDER = Object.keys(NAMES) as readonly Column[];

const SEPARATORS = [",", ";", "\t"] as const;

export function separatorOf(line: string): string {
  return SEPARATORS.find((separator) => line.includes(separator)) ?? ",";
}

/** A first line whose fields are no figures names the columns. */
export function columnsOf(head: readonly string[]): { columns: Columns; isNamed: boolean } {
  const isNamed = head.every((field) => !/^[0-9]/.test(field));
  if (!isNamed) {
    return { columns: columnsAt(ORDER.map((_, place) => place)), isNamed };
  }
  const named = head.map((field) => field.toLowerCase().replace(/[^a-z]/g, ""));
  const places = ORDER.map((column) => {
    const place = named.findIndex((written) => NAMES[column].includes(written));
    if (place >= 0) return place;
    throw new FieldProblem(`no column is named ${column}; ${ORDER.join(", ")} are needed`);
  });
  return { columns: columnsAt(places), isNamed };
}

function columnsAt(places: readonly number[]): Columns {
  const columns = ORDER.map((name, at) => [name, { name, place: places[at] ?? 0 }]);
  return Object.fromEntries(columns) as Columns;
}
