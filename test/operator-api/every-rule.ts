/** Every rule of a symbol, a contract and the margin accounts, each other than its default. */

export const PAIR_RULES = {
  minQty: "0.1",
  maxQty: "10",
  minNotional: "0.01",
  maxMarketNotional: "100",
  makerFeeRate: "-0.0001",
  takerFeeRate: "0.002",
  limitUp: 3,
  limitDown: "0.5",
  rangeUp: "1.5",
  rangeDown: "0.6",
  maxOpenOrders: 50,
  stpMode: "NONE",
  marginEnabled: true,
};

export const CONTRACT_RULES = {
  minOrderVolume: 2,
  maxMarketVolume: 1_000,
  maxLimitVolume: 2_000,
  minOrderMoney: "1",
  maxMarketMoney: "50000",
  maxLimitMoney: "60000",
  maxValidOrder: 50,
  openMakerFeeRate: "0",
  openTakerFeeRate: "0.0005",
  closeMakerFeeRate: "0.0001",
  closeTakerFeeRate: "0.0006",
  maxFeeRate: "0.001",
  defaultLeverage: 3,
  priceRange: "0.2",
  unwindRange: "0.03",
  stpMode: "NONE",
  fundingIntervalHours: 4,
  interestRate: "0.0002",
  clamp: "0.0004",
  impactNotional: "9000",
  settlementIntervalHours: 8,
  triggerPriceSource: "MARK",
  conditionTtlMs: 60_000,
  tiers: [{ maxPositionValue: "100000", maxLeverage: 20, keepRate: "0.02" }],
};

export const MARGIN_LEVELS = {
  transferLevel: "2",
  callLevel: "1.2",
  liquidationLevel: "1.1",
  clearanceRate: "0.02",
  liquidationRange: "0.1",
};
