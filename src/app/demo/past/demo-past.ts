/**
 * The past of the demo's markets: days of candles that end where the traders begin, for each pair and each
 * contract. That of a calm market has the seven days that it always had, that of a live one ninety. A market that has
 * traded, or has a past already, is left as it is. Rule SANDBOX-PAST-5.
 */

import { findPair } from "../../../core/engine/catalogue/catalogue.ts";
import { findContract } from "../../../core/engine/catalogue/contract.ts";
import type { Command } from "../../../core/engine/codec.ts";
import { chunksOf, MINUTE_MS } from "../../../core/engine/prices/past.ts";
import { lastTicksOf } from "../../../core/engine/prices/prices.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import { type Exchange, engineTimeOf } from "../../../runtime/replica/submission.ts";
import { DemoError, NO_REQUEST } from "../ensure.ts";
import { calmFaces } from "./calm-past.ts";
import { type Face, liveFaces } from "./faces.ts";

const SEED = 1;

/** Of which market the past is wanted. */
export interface PastTerms {
  readonly seed?: number;
  /** SANDBOX-MARKET-2; without it the market is calm. */
  readonly isLive?: boolean;
}

/** Brings in what is missing, all at once: nothing of it waits for something else. */
export async function ensurePast(
  exchange: Exchange,
  { seed = SEED, isLive = false }: PastTerms = {},
): Promise<void> {
  const faces = isLive ? liveFaces(seed) : calmFaces(seed);
  const missing = faces.flatMap((face) => marketWithout(exchange, face));
  if (missing.length === 0) return;
  const nowMs = engineTimeOf(exchange);
  const endMs = nowMs - (nowMs % MINUTE_MS);
  const commands = missing.flatMap(({ face, market }) => {
    const candles = face.candles(endMs);
    return [...chunksOf(candles)].map((chunk): Command => {
      const { sort } = face;
      return { type: "ImportCandles", sort, market, candles: chunk, request: NO_REQUEST };
    });
  });
  for (const submitted of await exchange.submitAll(commands)) {
    if (submitted.kind === "done" && submitted.outcome.ok) continue;
    const why = submitted.kind === "done" ? "was refused" : "got no outcome";
    throw new DemoError(`The demo's past ${why}.`);
  }
}

/** The market, where it is listed and has neither a trade nor a past. */
function marketWithout({ state }: Exchange, face: Face): { face: Face; market: number }[] {
  const { sort, name } = face;
  const last = sort === "pair" ? lastOfPair(state, name) : lastOfContract(state, name);
  if (!last || last.ticks > 0 || (state.pasts[sort][last.market - 1] ?? 0) > 0) return [];
  return [{ face, market: last.market }];
}

interface Last {
  readonly market: number;
  /** The ticks of the last trade; 0 before the first. */
  readonly ticks: number;
}

function lastOfPair({ catalogue, prices }: ExchangeState, name: string): Last | undefined {
  const pair = findPair(catalogue, catalogue.pairsByName.get(name)?.id ?? 0);
  return pair && { market: pair.id, ticks: lastTicksOf(prices, pair.id) };
}

function lastOfContract({ catalogue, futures }: ExchangeState, name: string): Last | undefined {
  const contract = findContract(catalogue, catalogue.contractsByName.get(name)?.id ?? 0);
  return contract && { market: contract.id, ticks: futures.markets[contract.id - 1]?.last ?? 0 };
}
