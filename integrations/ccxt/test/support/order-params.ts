/**
 * Every param of an order that ccxt has in common for exchanges, and those of this class: what becomes of it in an
 * order of a pair and in one of a swap. `test/params.test.ts` holds the table against ccxt's own list and against
 * what is really sent.
 */

/** `carried`: the request is another one with it. `always`: every order is so. `refused`: NotSupported. */
export type Verdict = "carried" | "always" | "refused";

export interface ParamRow {
  readonly pair: Verdict;
  readonly swap: Verdict;
  /** What is given, in a pair and in a swap. */
  readonly value: unknown;
  readonly ofSwap?: unknown;
  /** It goes with a market order, or with another param only. */
  readonly type?: "market";
  readonly beside?: Readonly<Record<string, unknown>>;
}

const carried = { pair: "carried", swap: "carried" } as const;
const ofPairs = { pair: "carried", swap: "refused" } as const;
const ofSwaps = { pair: "refused", swap: "carried" } as const;
const refused = { pair: "refused", swap: "refused" } as const;
const attached = { triggerPrice: 44000 } as const;
/** Two exits to buy, of which one is to happen. */
const exits = { stopLossPrice: 55000, takeProfitPrice: 45000 } as const;
const waiting = { triggerPrice: 45000 } as const;
const following = { trailingPercent: 1 } as const;

export const PARAMS: Readonly<Record<string, ParamRow>> = {
  algoType: { ...refused, value: "STOP_LOSS" },
  attachedStopLossTakeProfit: { ...refused, value: attached },
  cancelReplaceMode: { ...refused, value: "ALLOW_FAILURE" },
  clientOrderId: { ...carried, value: "mine-1" },
  cost: { ...carried, value: 600, type: "market" },
  createMarketBuyOrderRequiresPrice: {
    pair: "carried",
    swap: "always",
    value: false,
    type: "market",
  },
  defaultType: { pair: "carried", swap: "always", value: "margin", ofSwap: "swap" },
  hedged: { pair: "refused", swap: "always", value: true },
  iceberg: { ...refused, value: 0.001 },
  icebergAmount: { ...ofPairs, value: 0.001 },
  icebergQty: { ...ofPairs, value: "0.001" },
  leverage: { ...refused, value: 5 },
  margin: { ...ofPairs, value: true },
  marginMode: { ...carried, value: "cross", ofSwap: "isolated" },
  marketBuyByCost: { ...refused, value: true },
  marketBuyRequiresPrice: { ...refused, value: true },
  newClientOrderId: { ...carried, value: "mine-2" },
  open: { ...ofSwaps, value: "CLOSE" },
  positionId: { ...refused, value: "1" },
  positionSide: { ...refused, value: "LONG" },
  positionType: { ...ofSwaps, value: 2 },
  postOnly: { ...carried, value: true },
  post_only: { ...carried, value: true },
  price: { ...carried, value: "45001" },
  recvWindow: { ...carried, value: 4000 },
  reduceOnly: { ...ofSwaps, value: true },
  scheduledStart: { ...refused, value: 1 },
  selfTrade: { ...ofPairs, value: "EXPIRE_MAKER" },
  selfTradePrevention: { ...refused, value: "EXPIRE_MAKER" },
  slippage: { ...ofSwaps, value: "0.01", type: "market" },
  stop: { ...refused, value: true },
  stopLoss: { ...ofPairs, value: attached },
  stopLossAmount: { ...refused, value: 1 },
  stopLossLimitPrice: { ...ofPairs, value: 55100, type: "market", beside: exits },
  stopLossPrice: { ...carried, value: 45000 },
  stopLossPriceType: { ...refused, value: "mark" },
  stopLossType: { ...refused, value: "limit" },
  stopPrice: { ...carried, value: 45000 },
  stpMode: { ...refused, value: "EXPIRE_MAKER" },
  symbolRequired: { ...refused, value: true },
  takeProfit: { ...ofPairs, value: { triggerPrice: 46000 } },
  takeProfitAmount: { ...refused, value: 1 },
  takeProfitLimitPrice: { ...ofPairs, value: 45100, type: "market", beside: exits },
  takeProfitPrice: { ...carried, value: 55000 },
  takeProfitPriceType: { ...refused, value: "mark" },
  takeProfitType: { ...refused, value: "limit" },
  test: { ...refused, value: true },
  timeInForce: { ...carried, value: "IOC" },
  trailing: { ...refused, value: true },
  trailingAmount: { ...refused, value: 100 },
  trailingDelta: { ...ofPairs, value: 150 },
  trailingPercent: { ...ofPairs, value: "1.15" },
  trailingStop: { ...refused, value: 100 },
  trailingTriggerPrice: { ...ofPairs, value: 45000, beside: following },
  trigger: { ...refused, value: true },
  triggerDirection: { ...ofSwaps, value: "ascending", beside: waiting },
  triggerPrice: { ...carried, value: 45000 },
  triggerPriceType: { ...refused, value: "mark" },
  triggerType: { ...ofSwaps, value: "3", beside: waiting },
  type: { pair: "carried", swap: "always", value: "margin", ofSwap: "swap" },
  volume: { ...carried, value: "5" },
};
