/** What the public channels of `/ws` tell of symbols and contracts. Every figure is decimal text. */
import {
  decimalText,
  either,
  inQuotes,
  joined,
  list,
  name,
  pair,
  record,
  sometimes,
  time,
  truth,
  whole,
  word,
} from "../field.ts";
import { INDEX } from "../futures/market-shapes.ts";
import { candleShape, LEVEL, TICKER } from "../markets.ts";
import { SIDES } from "../order-words.ts";

/** STREAM-DEPTH-1 */
export const BOOK = record({
  bids: list(LEVEL, "what is bid, the highest price first, at most 100"),
  asks: list(LEVEL, "what is asked, the lowest price first, at most 100"),
});

const CHANGED_LEVEL = pair(
  decimalText("price"),
  decimalText("quantity that rests at it; 0: gone, or no longer among the best 100"),
);

export const BOOK_CHANGES = record({
  bids: list(CHANGED_LEVEL, "levels that changed, in no order"),
  asks: list(CHANGED_LEVEL, "levels that changed, in no order"),
});

/** SANDBOX-PAST-3 */
export const PUBLIC_TRADE = record({
  id: whole("id of the trade, counted over all markets; below zero in an imported past"),
  price: decimalText("price"),
  qty: decimalText("quantity"),
  side: word(Object.values(SIDES), "side of the taker"),
  time: time("when it was traded"),
});

export const PUBLIC_TRADES = record({ trades: list(PUBLIC_TRADE, "oldest first") });

export const MARKET_NAME = record({ name: name("symbol or contract") });

/** STREAM-TICKER-2 */
export const MARKET_STATE = joined(
  MARKET_NAME,
  record({
    halted: sometimes(truth("that no orders are taken there now; left out while they are")),
  }),
);

export const NAMED_TICKER = joined(MARKET_STATE, TICKER);

/** STREAM-END-1 */
export const DELISTED_TICKER = joined(
  MARKET_NAME,
  record({ delisted: truth("that it is no more; told once") }),
);

export const TICKERS = record({ tickers: list(NAMED_TICKER, "one of every market") });

export const CHANGED_TICKERS = record({
  tickers: list(
    either([NAMED_TICKER, DELISTED_TICKER], "the ticker, or that the market is no more"),
    "those that changed",
  ),
});

export const CANDLE = candleShape(decimalText);

export const CANDLES = record({ candles: list(CANDLE, "oldest first, at most 300") });

export const INDEX_PRICE = inQuotes(INDEX);
