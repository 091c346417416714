/** What names no coin, and what is no amount of one. */

export const NO_COINS = [
  "DOGE",
  "__proto__",
  "constructor",
  "USDT ",
  "U\u017fDT",
  "BTCUSDT",
  "B".repeat(9_999),
];
export const NO_AMOUNTS = [
  "x",
  "NaN",
  " 1",
  "1_000",
  true,
  [],
  {},
  "1e400",
  "1e999999999",
  "1e-400",
];
export const NOT_POSITIVE = ["0", 0, "-0", "-1", "0.0", "-0.000000001"];
