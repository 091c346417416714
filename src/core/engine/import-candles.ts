/**
 * Imports the past of a market, in a sandbox: candles that follow those imported before and lie before the
 * present, of a market that has not traded. The state remembers only where they end; the
 * candles leave with their event. Rules SANDBOX-PAST-1, SANDBOX-PAST-2.
 */

import type { CommandContext } from "../base/command-context.ts";
import { accept, reject } from "../base/outcome.ts";
import type { DeclaredOutcome } from "../base/records/command.ts";
import { foldNumber } from "../base/records/digest.ts";
import { findPair } from "./catalogue/catalogue.ts";
import { findContract } from "./catalogue/contract.ts";
import type { ExchangeEvent } from "./events.ts";
import {
  type ImportCandles,
  MINUTE_MS,
  PAST_FIGURE_MAX,
  PAST_START_MS,
  type PastCandle,
} from "./prices/past.ts";
import { lastTicksOf } from "./prices/prices.ts";
import type { ExchangeState } from "./state.ts";

export function importCandles(
  state: ExchangeState,
  { sort, market, candles }: ImportCandles,
  context: CommandContext<ExchangeEvent>,
): DeclaredOutcome<typeof ImportCandles> {
  if (state.kind !== "sandbox") return reject("not_a_sandbox");
  const last = lastOf(state, sort, market);
  if (last === undefined) return reject(sort === "pair" ? "pair_not_found" : "contract_not_found");
  if (last > 0) return reject("market_has_trades");
  const wrong = candles.find((candle) => !isCandle(candle));
  if (candles.length === 0 || wrong) return reject("candles_wrong", at(wrong?.startMs, 0));
  const ends = state.pasts[sort];
  let endMs = ends[market - 1] ?? 0;
  for (const { startMs } of candles) {
    if (startMs < endMs) return reject("candles_out_of_order", at(startMs, endMs));
    endMs = startMs + MINUTE_MS;
  }
  if (endMs > context.timeMs) return reject("candles_not_past", at(endMs, context.timeMs));

  while (ends.length < market) ends.push(0);
  ends[market - 1] = endMs;
  fold(state, market, candles);
  context.events.push({ type: "CandlesImported", sort, market, candles });
  return accept({ endMs });
}

/** The last trade in ticks, 0 before the first; undefined when there is no such market. */
function lastOf(
  state: ExchangeState,
  sort: ImportCandles["sort"],
  market: number,
): number | undefined {
  const { catalogue, prices, futures } = state;
  if (sort === "pair") {
    return findPair(catalogue, market) ? lastTicksOf(prices, market) : undefined;
  }
  return findContract(catalogue, market) ? futures.markets[market - 1]?.last : undefined;
}

function isCandle({ startMs, open, high, low, close, lots }: PastCandle): boolean {
  const isTimed = startMs % MINUTE_MS === 0 && startMs >= PAST_START_MS;
  const isOrdered = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
  return isTimed && isOrdered && high < PAST_FIGURE_MAX && lots < PAST_FIGURE_MAX;
}

/** The numbers of a refusal: the time found and the time needed. */
function at(hadMs = 0, neededMs: number): { had: string; needed: string } {
  return { had: `${hadMs}`, needed: `${neededMs}` };
}

function fold({ digest }: ExchangeState, market: number, candles: readonly PastCandle[]): void {
  foldNumber(digest, market);
  for (const { startMs, open, high, low, close, lots } of candles) {
    foldNumber(digest, startMs);
    foldNumber(digest, open);
    foldNumber(digest, high);
    foldNumber(digest, low);
    foldNumber(digest, close);
    foldNumber(digest, lots);
  }
}
