/**
 * Who watches what: ten channels for each client, of four markets, all four kinds. Clients of one
 * dialect and one pattern watch the same, so that what one got can be held against what another got.
 */

export const SYMBOLS = ["BTCUSDT", "ETHUSDT", "SOLUSDT", "XRPUSDT"];
const INTERVALS = ["1min", "60min"];
const PATTERNS = SYMBOLS.length;

/** The dialects in turn, and of each the patterns in turn. */
export function dialectOf(client) {
  return client % 2 === 0 ? OWN : KLINE_API;
}

export function patternOf(client) {
  return Math.floor(client / 2) % PATTERNS;
}

/** Three books, three tapes, two days and two rows of candles. */
function watched(pattern) {
  const symbol = (offset) => SYMBOLS[(pattern + offset) % SYMBOLS.length];
  return [
    ...[0, 1, 2].map((offset) => ({ kind: "depth", symbol: symbol(offset) })),
    ...[0, 1, 2].map((offset) => ({ kind: "trades", symbol: symbol(offset) })),
    ...[0, 1].map((offset) => ({ kind: "ticker", symbol: symbol(offset) })),
    ...INTERVALS.map((interval) => ({ kind: "kline", symbol: symbol(0), interval })),
  ];
}

/** @typedef {{ name: "own" | "family", path: string, subscribe: (pattern: number) => string[] }} Dialect */

/** @type {Dialect} */
export const OWN = {
  name: "own",
  path: "/ws",
  subscribe(pattern) {
    const channels = watched(pattern).map(({ kind, symbol, interval }) =>
      interval ? `${kind}:${symbol}:${interval}` : `${kind}:${symbol}`,
    );
    return channels.map((channel) => JSON.stringify({ op: "subscribe", channel }));
  },
};

const KLINE_API_KINDS = { depth: "depth_step0", trades: "trade_ticker", ticker: "ticker" };

/** @type {Dialect} */
export const KLINE_API = {
  name: "family",
  path: "/kline-api/ws",
  subscribe(pattern) {
    const channels = watched(pattern).map(({ kind, symbol, interval }) => {
      const about = interval ? `kline_${interval}` : KLINE_API_KINDS[kind];
      return `market_${symbol.toLowerCase()}_${about}`;
    });
    return channels.map((channel) => JSON.stringify({ event: "sub", params: { channel } }));
  },
};
