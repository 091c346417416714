/** A pair as the console shows it. */
import type { ShownMarket } from "../../web/console/exchange/exchange.ts";

export const SHOWN_PAIR: ShownMarket = {
  name: "BTCUSDT",
  kind: "pair",
  base: "BTC",
  quote: "USDT",
  pricePrecision: 2,
  quantityPrecision: 5,
};
