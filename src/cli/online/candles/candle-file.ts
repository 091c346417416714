/**
 * Candles as files have them: a line each, with commas, semicolons or tabs between; a first line may name
 * the columns, in any order. What is wrong is said with its line; a caller that reads a file to its end
 * before using anything of it uses none of a file that is wrong anywhere. Rule SANDBOX-PAST-6.
 */
import { type Columns, columnsOf, separatorOf } from "./columns.ts";
import { FieldProblem } from "./field-problem.ts";
import { type FigureTerms, priceIn, volumeIn } from "./figures.ts";
import { minuteIn } from "./minute.ts";

/** The terms by which a file is read. */
export type FileTerms = FigureTerms;

/** A candle as it is sent. */
export interface FileCandle {
  readonly line: number;
  readonly startMs: number;
  readonly open: string;
  readonly close: string;
  /** High, low, close and volume. */
  readonly figures: string;
}

/** Something is wrong with the file. */
export class CandleFileError extends Error {
  override readonly name = "CandleFileError";
}

export const MINUTE_MS = 60_000;
/** Two years of minutes, and some. */
export const ROWS_MAX = 1_100_000;

/** Oldest first. */
export function* candlesIn(
  file: string,
  terms: FileTerms,
  rowsMax = ROWS_MAX,
): Iterable<FileCandle> {
  const { lines, indexes, separator, columns } = layoutOf(file);
  const order = new Order();
  let count = 0;
  for (const index of indexes) {
    const line = lines[index] ?? "";
    if (line === "" || line.trim() === "") continue;
    if (count++ === rowsMax) throw at(index, `more than ${rowsMax} candles`);
    const fields = fieldsOf(line, separator);
    const candle = onLine(index, () => candleIn(fields, index + 1, { columns, terms }));
    order.check(candle);
    yield candle;
  }
  if (count === 0) throw new CandleFileError("the file names columns and has no candles");
  order.checkLength();
}

interface Layout {
  readonly lines: readonly string[];
  /** The indexes of the lines with candles, in the order of time. */
  readonly indexes: Iterable<number>;
  readonly separator: string;
  readonly columns: Columns;
}

function layoutOf(file: string): Layout {
  const lines = file.split("\n");
  const isFilled = (line: string) => line.trim() !== "";
  const head = lines.findIndex(isFilled);
  if (head < 0) throw new CandleFileError("the file is empty");
  const separator = separatorOf(lines[head] ?? "");
  const names = fieldsOf(lines[head] ?? "", separator);
  const { columns, isNamed } = onLine(head, () => columnsOf(names));
  const first = lines.findIndex(
    (line, index) => index >= head + (isNamed ? 1 : 0) && isFilled(line),
  );
  const last = lines.findLastIndex(isFilled);
  const timeAt = (index: number) => timeIn(fieldsOf(lines[index] ?? "", separator), columns);
  const isNewestFirst = first >= 0 && timeAt(first) > timeAt(last);
  const indexes = isNewestFirst ? countDown(last, first) : countUp(first, first < 0 ? -2 : last);
  return { lines, indexes, separator, columns };
}

/** NaN when it is none: what is wrong with a line is said when it is read. */
function timeIn(fields: readonly string[], { time }: Columns): number {
  try {
    return minuteIn(fields[time.place]);
  } catch {
    return Number.NaN;
  }
}

function* countUp(from: number, to: number): Iterable<number> {
  for (let index = from; index <= to; index++) yield index;
}

function* countDown(from: number, to: number): Iterable<number> {
  for (let index = from; index >= to; index--) yield index;
}

function onLine<T>(index: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof FieldProblem) throw at(index, error.message);
    throw error;
  }
}

function at(index: number, problem: string): CandleFileError {
  return new CandleFileError(`line ${index + 1}: ${problem}`);
}

/** Most lines have nothing around their figures. */
const AROUND = /["\s]/;

function fieldsOf(line: string, separator: string): string[] {
  const fields = line.split(separator);
  return AROUND.test(line) ? fields.map(cleaned) : fields;
}

function cleaned(field: string): string {
  return field.trim().replace(/^"(.*)"$/, "$1");
}

interface Reading {
  readonly columns: Columns;
  readonly terms: FileTerms;
}

function candleIn(fields: string[], line: number, { columns, terms }: Reading): FileCandle {
  const { time, open, high, low, close, volume } = columns;
  const startMs = minuteIn(fields[time.place]);
  const opened = priceIn(fields, open, terms);
  const highest = priceIn(fields, high, terms);
  const lowest = priceIn(fields, low, terms);
  const closed = priceIn(fields, close, terms);
  volumeIn(fields, volume, terms);
  if (highest < Math.max(opened, closed, lowest)) {
    throw new FieldProblem("the high is below another price");
  }
  if (lowest > Math.min(opened, closed)) throw new FieldProblem("the low is above another price");
  const last = fields[close.place] ?? "";
  const figures = `${fields[high.place]},${fields[low.place]},${last},${fields[volume.place]}`;
  return { line, startMs, open: fields[open.place] ?? "", close: last, figures };
}

/** Each minute once, and minutes: longer candles would be taken for quiet hours between busy minutes. */
class Order {
  #before: FileCandle | undefined;
  #shortestMs = Number.POSITIVE_INFINITY;

  check(candle: FileCandle): void {
    const before = this.#before;
    this.#before = candle;
    if (!before) return;
    const stepMs = candle.startMs - before.startMs;
    if (stepMs === 0) throw at(candle.line - 1, `the same minute as in line ${before.line}`);
    if (stepMs < 0) throw at(candle.line - 1, `an earlier time than in line ${before.line}`);
    this.#shortestMs = Math.min(this.#shortestMs, stepMs);
  }

  checkLength(): void {
    const minutes = this.#shortestMs / MINUTE_MS;
    if (minutes === 1 || !Number.isFinite(minutes)) return;
    const apart = `its candles are ${minutes} minutes apart`;
    throw new CandleFileError(`${apart}; only candles of one minute are taken`);
  }
}
