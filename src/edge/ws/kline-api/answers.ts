/** Answers to single requests: lists, oldest first. STREAM-FAM-7. */

import type { Written } from "../../../contract/field.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { Markets } from "../markets.ts";
import type { KlineApiChannel } from "./channel-name.ts";
import { writeBook, writeCandle, writeDay, writeTrade } from "./figures.ts";
import type { CandlePage } from "./kline-api-message.ts";

const TRADES_MAX = 100;

export interface AnswerTools {
  readonly markets: Markets;
}

/** The rows of a list. */
export function rowsOf(
  channel: KlineApiChannel,
  tools: AnswerTools,
  page: () => CandlePage,
): Written<unknown>[] {
  const { market, kind } = channel;
  const { markets } = tools;
  switch (kind) {
    case "depth":
      return [writeBook(market)];
    case "ticker":
      return [writeDay(markets, market)];
    case "trades": {
      const trades = market.trades.newest(market.id, TRADES_MAX).reverse();
      return trades.map((trade) => writeTrade(markets, market, trade));
    }
    case "kline": {
      const span = { nowMs: engineTimeOf(markets.exchange), ...page() };
      const candles = market.views.candles.newest(market.id, channel.interval, span).reverse();
      return candles.map((candle) => writeCandle(market, candle));
    }
  }
}
