/**
 * Candles as files have them: a line each, with commas, semicolons or tabs between; a first line may name
 * the columns, in any order. All of it is read and checked before anything of it is used, and what is
 * wrong is said with its line. Rule SANDBOX-PAST-6.
 */
import { type Columns, columnsOf, separatorOf } from "./columns.ts";
import { FieldProblem } from "./field-problem.ts";
import { type FigureTerms, priceIn, volumeIn } from "./figures.ts";
import { minuteIn } from "./minute.ts";

/** What a file is read for. */
export type FileTerms = FigureTerms;

/** A candle as it is sent. */
export interface FileCandle {
  readonly line: number;
  readonly startMs: number;
  /** Open, high, low, close and volume. */
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
export function readCandles(
  file: string,
  terms: FileTerms,
  rowsMax = ROWS_MAX,
): readonly FileCandle[] {
  const lines = file.split("\n");
  const head = lines.findIndex((line) => line.trim() !== "");
  if (head < 0) throw new CandleFileError("the file is empty");
  const separator = separatorOf(lines[head] ?? "");
  const names = fieldsOf(lines[head] ?? "", separator);
  const { columns, isNamed } = onLine(head, () => columnsOf(names));
  const candles: FileCandle[] = [];
  for (let index = head + (isNamed ? 1 : 0); index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line === "" || line.trim() === "") continue;
    if (candles.length === rowsMax) throw at(index, `more than ${rowsMax} candles`);
    const fields = fieldsOf(line, separator);
    candles.push(onLine(index, () => candleIn(fields, index + 1, { columns, terms })));
  }
  if (candles.length === 0) throw new CandleFileError("the file names columns and has no candles");
  if (isNewestFirst(candles)) candles.reverse();
  checkOrder(candles);
  return candles;
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
  const prices = `${fields[open.place]},${fields[high.place]},${fields[low.place]}`;
  const figures = `${prices},${fields[close.place]},${fields[volume.place]}`;
  return { line, startMs, figures };
}

function isNewestFirst(candles: readonly FileCandle[]): boolean {
  return (candles[0]?.startMs ?? 0) > (candles.at(-1)?.startMs ?? 0);
}

/** Each minute once, and minutes: longer candles would be taken for quiet hours between busy minutes. */
function checkOrder(candles: readonly FileCandle[]): void {
  let shortest = Number.POSITIVE_INFINITY;
  let before: FileCandle | undefined;
  for (const candle of candles) {
    const step = before ? candle.startMs - before.startMs : MINUTE_MS;
    if (before && step === 0)
      throw at(candle.line - 1, `the same minute as in line ${before.line}`);
    if (before && step < 0)
      throw at(candle.line - 1, `an earlier time than in line ${before.line}`);
    if (before && step < shortest) shortest = step;
    before = candle;
  }
  if (shortest <= MINUTE_MS || candles.length === 1) return;
  const length = `${shortest / MINUTE_MS} minutes`;
  throw new CandleFileError(
    `its candles are ${length} apart; only candles of one minute are taken`,
  );
}
