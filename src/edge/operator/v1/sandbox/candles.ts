/**
 * The past of a sandbox's market: how its figures are written and where its past ends, and more of it,
 * some candles at a time. Each line is a candle: start in ms, open, high, low, close, volume; without a
 * start it comes right behind the one before it, without an open it opens at its close. Rules
 * SANDBOX-PAST-1, SANDBOX-PAST-2.
 */

import { IMPORT_PAST, SHOW_PAST } from "../../../../contract/operator/sandbox/candles.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import {
  chunksOf,
  MINUTE_MS,
  PAST_FIGURE_MAX,
  type PastCandle,
} from "../../../../core/engine/prices/past.ts";
import { lastTicksOf } from "../../../../core/engine/prices/prices.ts";
import { normaliseDecimal, stepsOf } from "../../../../core/money/decimal.ts";
import { plainStepsOf } from "../../../../core/money/plain-steps.ts";
import { engineTimeOf } from "../../../../runtime/replica/submission.ts";
import { getContractNamed } from "../find.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";
import { refusalOf } from "../refusals.ts";

interface Market {
  readonly sort: "pair" | "contract";
  readonly id: number;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly hasTrades: boolean;
}

export const showPast = endpoint(SHOW_PAST, (call, { market: asked }) => {
  const { sort, id, ...rest } = marketNamed(call, asked);
  const end = call.exchange.state.pasts[sort][id - 1] ?? 0;
  return { market: asked, ...rest, end, engineTime: engineTimeOf(call.exchange) };
});

export const importPast = endpoint(
  IMPORT_PAST,
  async (call, { market: asked, candles: written }) => {
    const market = marketNamed(call, asked);
    const candles = candlesIn(written, market);
    if (candles.length === 0) throw refusalOf({ ok: false, reason: "candles_wrong" });
    const { sort, id } = market;
    for (const chunk of chunksOf(candles)) {
      const { request } = call;
      await carryOut(call, { type: "ImportCandles", sort, market: id, candles: chunk, request });
    }
    const end = call.exchange.state.pasts[sort][id - 1] ?? 0;
    return { market: asked, imported: candles.length, end };
  },
);

/** SANDBOX-PAST-2: checked before the name, so that a production directory says nothing else. */
function marketNamed(call: OperatorCall, asked: string): Market {
  const { state } = call.exchange;
  if (state.kind !== "sandbox") throw refusalOf({ ok: false, reason: "not_a_sandbox" });
  const pair = state.catalogue.pairsByName.get(asked);
  if (pair) {
    const { id, pricePrecision, quantityPrecision } = pair;
    const hasTrades = lastTicksOf(state.prices, id) > 0;
    return { sort: "pair", id, pricePrecision, quantityPrecision, hasTrades };
  }
  const { id, pricePrecision } = getContractNamed(call, asked);
  const hasTrades = (state.futures.markets[id - 1]?.last ?? 0) > 0;
  return { sort: "contract", id, pricePrecision, quantityPrecision: 0, hasTrades };
}

const FIELDS = 6;
const WHOLE = /^[0-9]{1,15}$/;

function candlesIn(written: string, market: Market): PastCandle[] {
  const candles: PastCandle[] = [];
  let before: PastCandle | undefined;
  for (const line of written.split("\n")) {
    if (line === "") continue;
    before = candleIn(line, market, before);
    if (!before) throw malformed(candles.length + 1);
    candles.push(before);
  }
  return candles;
}

/** Undefined when the line is no candle. */
function candleIn(
  line: string,
  { pricePrecision, quantityPrecision }: Market,
  before: PastCandle | undefined,
): PastCandle | undefined {
  const fields = line.split(",");
  const [start = "", open = "", high = "", low = "", close = "", volume = ""] = fields;
  const candle = {
    startMs: start === "" && before ? before.startMs + MINUTE_MS : timeIn(start),
    open: open === "" && before ? before.close : figureIn(open, pricePrecision),
    high: figureIn(high, pricePrecision),
    low: figureIn(low, pricePrecision),
    close: figureIn(close, pricePrecision),
    lots: figureIn(volume, quantityPrecision),
  };
  const least = Math.min(candle.startMs, candle.open, candle.high, candle.low, candle.close);
  const isWhole = fields.length === FIELDS && least >= 0 && candle.lots >= 0;
  return isWhole && candle.startMs % MINUTE_MS === 0 ? candle : undefined;
}

function malformed(number: number): Refusal {
  const form = "start in ms at a whole minute, open, high, low, close, volume";
  const msg = `Candle ${number} is malformed; it is ${form}, as precise as the market.`;
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

function timeIn(written: string): number {
  return WHOLE.test(written) ? Number(written) : -1;
}

/** In steps of the market; below zero when it is none. */
function figureIn(written: string, precision: number): number {
  const plain = plainStepsOf(written, precision) ?? oddStepsOf(written, precision);
  return plain < PAST_FIGURE_MAX ? plain : -1;
}

function oddStepsOf(written: string, precision: number): number {
  const plain = normaliseDecimal(written);
  return plain === undefined || plain.startsWith("-") ? -1 : stepsOf(plain, precision);
}
