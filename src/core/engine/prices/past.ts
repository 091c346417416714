/**
 * The past of a market: candles of one minute from before its first trade, imported by a
 * command of a sandbox. Views show them and the archive keeps them; no price, id or balance of the
 * exchange comes from them. A candle takes some eight bytes, as differences from the one before it.
 * Rules SANDBOX-PAST-1 to SANDBOX-PAST-3.
 */
import { type ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import { type Field, oneOf, uint } from "../../base/records/record.ts";

/** Prices in ticks. */
export interface PastCandle {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: number;
}

export const MINUTE_MS = 60_000;

/** 1 January 1971: a time in seconds that was taken for milliseconds lies before it. */
export const PAST_START_MS = 31_536_000_000;

/** Prices, lots and minutes of a past are below this, so that twice a difference is a whole number. */
export const PAST_FIGURE_MAX = 2 ** 51;

/** What the candles of one command take at most; the rest of it takes a few bytes more. */
const CHUNK_BYTES_MAX = 15 * 1024;

/** What is written before the first candle. */
const BEFORE: PastCandle = { startMs: -MINUTE_MS, open: 0, high: 0, low: 0, close: 0, lots: 0 };

const candles: Field<readonly PastCandle[]> = {
  write(out, values) {
    out.uint(values.length);
    let before = BEFORE;
    for (const candle of values) {
      writeCandle(out, candle, before);
      before = candle;
    }
  },
  read(from) {
    const count = from.uint();
    const values: PastCandle[] = [];
    let before = BEFORE;
    for (let i = 0; i < count; i++) {
      before = readCandle(from, before);
      values.push(before);
    }
    return values;
  },
};

export const ImportCandles = command("ImportCandles", 70, {
  fields: { sort: oneOf("pair", "contract"), market: uint, candles, request: uint },
  answer: answers<{ endMs: number }>(),
  rejects: [
    "not_a_sandbox",
    "pair_not_found",
    "contract_not_found",
    "market_has_trades",
    "candles_wrong",
    "candles_out_of_order",
    "candles_not_past",
  ],
  events: ["CandlesImported"],
});
export type ImportCandles = CommandOf<typeof ImportCandles>;

export interface PastEvent {
  readonly type: "CandlesImported";
  readonly sort: "pair" | "contract";
  readonly market: number;
  readonly candles: readonly PastCandle[];
}

/** When the past of each market ends, by its id less one; 0 where it has none. */
export interface Pasts {
  readonly pair: number[];
  readonly contract: number[];
}

export function newPasts(): Pasts {
  return { pair: [], contract: [] };
}

/** SANDBOX-PAST-1: as many commands as it takes; each holds what one has room for. */
export function* chunksOf(all: readonly PastCandle[]): Iterable<readonly PastCandle[]> {
  const out = new ByteWriter();
  let first = 0;
  for (const [at, candle] of all.entries()) {
    writeCandle(out, candle, all[at - 1] ?? BEFORE);
    if (out.length <= CHUNK_BYTES_MAX) continue;
    yield all.slice(first, at + 1);
    first = at + 1;
    out.reset();
  }
  if (first < all.length) yield all.slice(first);
}

function writeCandle(out: ByteWriter, candle: PastCandle, before: PastCandle): void {
  const { startMs, open, high, low, close, lots } = candle;
  writeStep(out, (startMs - before.startMs) / MINUTE_MS - 1);
  writeStep(out, open - before.close);
  writeStep(out, close - open);
  writeStep(out, high - Math.max(open, close));
  writeStep(out, Math.min(open, close) - low);
  out.uint(lots);
}

function readCandle(from: ByteReader, before: PastCandle): PastCandle {
  const startMs = before.startMs + (readStep(from) + 1) * MINUTE_MS;
  const open = before.close + readStep(from);
  const close = open + readStep(from);
  const high = Math.max(open, close) + readStep(from);
  const low = Math.min(open, close) - readStep(from);
  return { startMs, open, high, low, close, lots: from.uint() };
}

/** Writes a number of either sign, a small one in one byte. */
function writeStep(out: ByteWriter, step: number): void {
  out.uint(step < 0 ? -2 * step - 1 : 2 * step);
}

function readStep(from: ByteReader): number {
  const written = from.uint();
  return written % 2 === 1 ? -(written + 1) / 2 : written / 2;
}
