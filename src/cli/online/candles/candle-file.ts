/**
 * Candles as files have them: a line each, with commas, semicolons or tabs between; a first line may name
 * the columns, in any order. All of it is read and checked before anything of it is used, and what is
 * wrong is said with its line. Rule SANDBOX-PAST-6.
 */
import { columnsOf, separatorOf } from "./columns.ts";
import { priceIn, volumeIn } from "./figures.ts";
import { minuteIn } from "./minute.ts";

/** What a file is read for. */
export interface FileTerms {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  /** Whether figures that are too precise are rounded instead of refused. */
  readonly rounds: boolean;
}

/** A candle as it is sent: figures in their plain form. */
export interface FileCandle {
  readonly line: number;
  readonly startMs: number;
  readonly text: string;
}

/** Something is wrong with the file. */
export class CandleFileError extends Error {
  override readonly name = "CandleFileError";
}

const MINUTE_MS = 60_000;
/** Two years of minutes, and some. */
export const ROWS_MAX = 1_100_000;

/** Oldest first. */
export function readCandles(
  file: string,
  terms: FileTerms,
  rowsMax = ROWS_MAX,
): readonly FileCandle[] {
  const lines = file.split("\n");
  const candles: FileCandle[] = [];
  const firstAt = lines.findIndex((line) => line.trim() !== "");
  if (firstAt < 0) throw new CandleFileError("the file is empty");
  const separator = separatorOf(lines[firstAt] ?? "");
  const head = fieldsOf(lines[firstAt] ?? "", separator);
  const { columns, isNamed } = columnsOf(head, (problem) => at(firstAt, problem));
  for (let index = firstAt + (isNamed ? 1 : 0); index < lines.length; index++) {
    const line = lines[index] ?? "";
    if (line.trim() === "") continue;
    if (candles.length === rowsMax) throw at(index, `more than ${rowsMax} candles`);
    const fields = fieldsOf(line, separator);
    const problem = (sentence: string) => at(index, sentence);
    const field = (name: keyof typeof columns) => {
      const found = fields[columns[name]];
      if (found === undefined || found === "") throw problem(`there is no ${name}`);
      return found;
    };
    const startMs = minuteIn(field("time"), problem);
    const prices = (["open", "high", "low", "close"] as const).map((name) =>
      priceIn({ name, written: field(name) }, terms, problem),
    );
    checkPrices(prices, problem);
    const volume = volumeIn({ name: "volume", written: field("volume") }, terms, problem);
    const text = [startMs, ...prices.map(({ text: price }) => price), volume.text].join();
    candles.push({ line: index + 1, startMs, text });
  }
  if (candles.length === 0) throw new CandleFileError("the file names columns and has no candles");
  if (isNewestFirst(candles)) candles.reverse();
  checkOrder(candles);
  return candles;
}

function fieldsOf(line: string, separator: string): string[] {
  return line.split(separator).map((field) => field.trim().replace(/^"(.*)"$/, "$1"));
}

function at(index: number, problem: string): CandleFileError {
  return new CandleFileError(`line ${index + 1}: ${problem}`);
}

function checkPrices(
  prices: readonly { readonly steps: number }[],
  problem: (sentence: string) => Error,
): void {
  const [open = 0, high = 0, low = 0, close = 0] = prices.map(({ steps }) => steps);
  if (high < Math.max(open, close, low)) throw problem("the high is below another price");
  if (low > Math.min(open, close)) throw problem("the low is above another price");
}

function isNewestFirst(candles: readonly FileCandle[]): boolean {
  return (candles[0]?.startMs ?? 0) > (candles.at(-1)?.startMs ?? 0);
}

/** Each minute once, and minutes: longer candles would be taken for quiet hours between busy minutes. */
function checkOrder(candles: readonly FileCandle[]): void {
  let shortest = Number.POSITIVE_INFINITY;
  for (const [index, { line, startMs }] of candles.entries()) {
    const before = candles[index - 1];
    if (!before) continue;
    const step = startMs - before.startMs;
    if (step === 0) throw at(line - 1, `the same minute as in line ${before.line}`);
    if (step < 0) throw at(line - 1, `an earlier time than in line ${before.line}`);
    shortest = Math.min(shortest, step);
  }
  if (shortest <= MINUTE_MS || candles.length === 1) return;
  const length = `${shortest / MINUTE_MS} minutes`;
  throw new CandleFileError(
    `its candles are ${length} apart; only candles of one minute are taken`,
  );
}
