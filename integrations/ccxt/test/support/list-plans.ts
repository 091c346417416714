/**
 * The order lists that a bot places, one after the other. Amounts are such that fees are whole steps: 0.1 that is bought
 * brings 0.0999, so that nothing is left when a list is over.
 */
type Side = "buy" | "sell";

/** Of what is bought, at the rates of the demo. */
export const TAKER_KEEPS = 0.999;
const BOUGHT = 0.1;
const KEPT = 0.0999;
/** From the price to either exit. */
const NEAR = 60;
/** About as far. */
const TRAILING = { trailingPercent: 0.12 };

interface PlacedBy {
  readonly type: "limit" | "market";
  readonly side: Side;
  readonly amount: number;
  readonly price?: number;
  readonly params: Readonly<Record<string, unknown>>;
}

export interface Plan {
  readonly parts: readonly ("entry" | "stopLoss" | "trailing" | "takeProfit")[];
  /** What is traded at market before, so that there is something to get out of. */
  readonly first?: Side;
  readonly firstAmount: number;
  /** At a last price. */
  readonly order: (last: number) => PlacedBy;
}

const BRACKET = { parts: ["entry", "stopLoss", "takeProfit"], firstAmount: 0 } as const;

/** A stop loss and a take profit of what was bought, or sold, at a price. */
function around(price: number, side: Side, more: object = {}) {
  const away = side === "buy" ? NEAR : -NEAR;
  return {
    stopLoss: { triggerPrice: price - away, ...more },
    takeProfit: { triggerPrice: price + away, ...more },
  };
}

/** The same as prices of two exits. */
function pricesAround(price: number, side: Side) {
  const { stopLoss, takeProfit } = around(price, side);
  return { stopLossPrice: stopLoss.triggerPrice, takeProfitPrice: takeProfit.triggerPrice };
}

const market = (side: Side, amount: number, params: PlacedBy["params"]) =>
  ({ type: "market", side, amount, params }) as const;

/** An entry below the price, which a fall fills. */
function patient(last: number, more: object): PlacedBy {
  const price = last - 30;
  const params = { ...around(price, "buy"), ...more };
  return { type: "limit", side: "buy", amount: BOUGHT, price, params };
}

const WAY_OUT: Plan = {
  parts: ["stopLoss", "takeProfit"],
  first: "buy",
  firstAmount: BOUGHT,
  order: (last) => market("sell", KEPT, pricesAround(last, "buy")),
};

const WAY_BACK: Plan = {
  parts: ["stopLoss", "takeProfit"],
  first: "sell",
  firstAmount: KEPT,
  order: (last) => market("buy", BOUGHT, pricesAround(last, "sell")),
};

const PROTECTED: Plan = {
  parts: ["entry", "stopLoss"],
  firstAmount: 0,
  order: (last) => market("buy", BOUGHT, { stopLoss: { triggerPrice: last - NEAR } }),
};

const FOLLOWED: Plan = {
  parts: ["entry", "trailing", "takeProfit"],
  firstAmount: 0,
  order: (last) => market("buy", BOUGHT, { ...around(last, "buy"), stopLoss: { ...TRAILING } }),
};

const WAY_OUT_BEHIND: Plan = {
  parts: ["trailing", "takeProfit"],
  first: "buy",
  firstAmount: BOUGHT,
  order: (last) => market("sell", KEPT, { takeProfitPrice: last + NEAR, ...TRAILING }),
};

const PATIENT_GAIN: Plan = {
  parts: ["entry", "takeProfit"],
  firstAmount: 0,
  order: (last) => patient(last, { stopLoss: undefined }),
};

export const PLANS: readonly Plan[] = [
  { ...BRACKET, order: (last) => patient(last, {}) },
  { ...BRACKET, order: (last) => market("buy", BOUGHT, around(last, "buy")) },
  // What buys back pays its fee of what it buys.
  { ...BRACKET, order: (last) => market("sell", KEPT, around(last, "sell", { amount: BOUGHT })) },
  WAY_OUT,
  WAY_BACK,
  PROTECTED,
  FOLLOWED,
  WAY_OUT_BEHIND,
  PATIENT_GAIN,
  // Too much for the account: nothing protects the entry, and the bot gets out itself.
  { ...BRACKET, order: (last) => market("buy", BOUGHT, around(last, "buy", { amount: 50 })) },
];
