/** A small order with instructions, and the pair that it is for. */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { AskedInstructions } from "../../../src/core/engine/orders/instructions.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import type { PlaceOrder } from "../../../src/core/engine/spot/spot.ts";
import { formatSteps, formatUnits } from "../../../src/core/money/decimal.ts";
import type { Belongings } from "./borrowers.ts";

export interface Offer {
  readonly user: number;
  readonly side: Side;
  /** 0 at market. */
  readonly ticks: number;
  readonly lots: number;
  readonly told?: Partial<AskedInstructions>;
  /** 0 or undefined: it waits for nothing. */
  readonly triggerTicks?: number;
  /** 0 or undefined: it does not trail. */
  readonly delta?: number;
}

/** A pair that trades and has a last price. */
export function drawTradedPair({ dice, state }: Belongings): Pair | undefined {
  const pairs = state.catalogue.pairs.filter(({ id, status }) => {
    return status === "trading" && lastTicksOf(state.prices, id) > 0;
  });
  return pairs.length > 0 ? dice.pick(pairs) : undefined;
}

/** So few that most users can pay for several, and enough for every rule of the pair. */
export function fewLots({ dice }: Belongings, pair: Pair, ticks: number): number {
  const { lotsMin, lotsMax, notionalMin, quoteUnit } = pair;
  const least = Number(notionalMin / (BigInt(Math.max(1, ticks)) * quoteUnit)) + 1;
  return Math.min(lotsMax, Math.max(lotsMin, least) + dice.between(0, 2));
}

export function instructedOrder({ by, state }: Belongings, pair: Pair, offer: Offer): PlaceOrder {
  const { user, side, ticks, told, triggerTicks = 0, delta = 0 } = offer;
  const { pricePrecision, quantityPrecision } = pair;
  const lots = Math.min(offer.lots, pair.lotsMax);
  const isMarket = ticks === 0;
  const amount = BigInt(triggerTicks || lastTicksOf(state.prices, pair.id)) * BigInt(lots);
  const triggerPrice = triggerTicks > 0 ? formatSteps(triggerTicks, pricePrecision) : "";
  const { timeInForce = "gtc", selfTrade } = told ?? {};
  const instructions = { timeInForce, selfTrade, triggerPrice };
  return {
    type: "PlaceOrder",
    ...by(user),
    pair: pair.id,
    side,
    kind: isMarket ? "market" : "limit",
    clientId: "",
    quantity:
      isMarket && side === "buy"
        ? formatUnits(amount, pricePrecision + quantityPrecision)
        : formatSteps(lots, quantityPrecision),
    price: isMarket ? "" : formatSteps(ticks, pricePrecision),
    ...(told !== undefined || triggerTicks > 0 ? { instructions } : {}),
    ...(delta > 0 ? { trailing: { delta } } : {}),
  };
}
