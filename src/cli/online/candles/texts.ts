/** Candles in the texts in which they are sent: as many in each as a request has room for. */
import { type FileCandle, MINUTE_MS } from "./candle-file.ts";

export interface Text {
  readonly text: string;
  readonly count: number;
}

export interface Texts {
  readonly texts: readonly Text[];
  readonly count: number;
  readonly first: CandlePlace;
  readonly last: CandlePlace;
}

/** Where a candle stands in its file, and in time. */
export type CandlePlace = Pick<FileCandle, "line" | "startMs">;

/** Letters of one text; a body has room for 65,536. */
const TEXT_MAX = 64_000;

/** The start is left out where a candle comes right behind the one before it, the open where it is its close. */
export function textsOf(candles: Iterable<FileCandle>): Texts {
  const texts: Text[] = [];
  let lines: string[] = [];
  let length = 0;
  let count = 0;
  let first: CandlePlace | undefined;
  let last: CandlePlace = { line: 0, startMs: 0 };
  let closed = "";
  for (const { line, startMs, open, close, figures } of candles) {
    const isNext = lines.length > 0 && startMs === last.startMs + MINUTE_MS;
    const isSame = lines.length > 0 && open === closed;
    const written = `${isNext ? "" : startMs},${isSame ? "" : open},${figures}`;
    closed = close;
    last = { line, startMs };
    first ??= last;
    lines.push(written);
    count++;
    // A line break takes two letters in JSON.
    length += written.length + 2;
    if (length <= TEXT_MAX) continue;
    texts.push({ text: lines.join("\n"), count: lines.length });
    lines = [];
    length = 0;
  }
  if (lines.length > 0) texts.push({ text: lines.join("\n"), count: lines.length });
  return { texts, count, first: first ?? last, last };
}
