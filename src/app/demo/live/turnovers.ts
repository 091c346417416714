/** How much is traded of each market of the demo; of the contract in BTC, which is left to people, only in its past. */
import type { Turnover } from "./turnover.ts";

export const PAIR_TURNOVER = {
  BTCUSDT: { share: 1 / 2, lots: 40 },
  ETHUSDT: { share: 1 / 4, lots: 80 },
  ETHBTC: { share: 1 / 4, lots: 8 },
} as const satisfies Readonly<Record<string, Turnover>>;

export const CONTRACT_TURNOVER = {
  "E-BTC-USDT": { share: 2 / 3, lots: 32 },
  "E-ETH-USDT": { share: 1 / 3, lots: 64 },
  "E-BTC-USD": { share: 1 / 3, lots: 6 },
} as const satisfies Readonly<Record<string, Turnover>>;
