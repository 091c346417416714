/** Made by `npm run generate` from the operator's table. */
import type { Line } from "./command-line.ts";

/** By path, the commands that send the request. */
export const LINES: Readonly<Record<string, readonly Line[]>> = {
  "/users": [{ words: "user add", takes: ["name"] }],
  "/users/freeze": [{ words: "user freeze", takes: ["name"] }],
  "/users/unfreeze": [{ words: "user unfreeze", takes: ["name"] }],
  "/users/client-id-reuse": [
    {
      words: "user client-id-reuse",
      takes: ["name", "clientIdReuse"],
      means: { clientIdReuse: { true: "on", false: "off" } },
    },
  ],
  "/keys": [
    {
      words: "key add",
      takes: ["user"],
      options: { permissions: "--permissions", ip: "--ip", once: "--once", strict: "--strict" },
    },
  ],
  "/keys/revoke": [{ words: "key revoke", takes: ["apiKey"], isFinal: true }],
  "/deposits": [{ words: "deposit", takes: ["user", "asset", "amount"], options: { id: "--id" } }],
  "/withdrawals": [
    { words: "withdraw", takes: ["user", "asset", "amount"], options: { id: "--id" } },
  ],
  "/funds/fill": [
    {
      words: "pool fund",
      takes: ["asset", "amount"],
      options: { id: "--id" },
      fixed: { fund: "LOAN_POOL" },
    },
    {
      words: "insurance fund",
      takes: ["asset", "amount"],
      options: { fund: "--fund", id: "--id" },
      means: { fund: { MARGIN_INSURANCE: "margin", FUT_INSURANCE: "futures" } },
    },
  ],
  "/funds/draw": [
    {
      words: "pool withdraw",
      takes: ["asset", "amount"],
      options: { id: "--id" },
      fixed: { fund: "LOAN_POOL" },
    },
    {
      words: "insurance withdraw",
      takes: ["asset", "amount"],
      options: { fund: "--fund", id: "--id" },
      means: { fund: { MARGIN_INSURANCE: "margin", FUT_INSURANCE: "futures" } },
    },
  ],
  "/assets": [{ words: "asset add", takes: ["name"], options: { scale: "--scale" } }],
  "/symbols": [
    {
      words: "symbol add",
      takes: ["name", "base", "quote"],
      options: {
        pricePrecision: "--price-precision",
        quantityPrecision: "--quantity-precision",
        minQty: "--min-qty",
        maxQty: "--max-qty",
        minNotional: "--min-notional",
        maxMarketNotional: "--max-market-notional",
        makerFeeRate: "--maker",
        takerFeeRate: "--taker",
        limitUp: "--limit-up",
        limitDown: "--limit-down",
        rangeUp: "--range-up",
        rangeDown: "--range-down",
        maxOpenOrders: "--max-open-orders",
        stpMode: "--stp-mode",
        marginEnabled: "--margin-enabled",
      },
    },
  ],
  "/symbols/halt": [{ words: "symbol halt", takes: ["name"] }],
  "/symbols/resume": [{ words: "symbol resume", takes: ["name"] }],
  "/symbols/delist": [{ words: "symbol delist", takes: ["name"], isFinal: true }],
  "/symbols/margin": [
    {
      words: "symbol margin",
      takes: ["name", "marginEnabled"],
      means: { marginEnabled: { true: "on", false: "off" } },
    },
  ],
  "/fees": [
    {
      words: "fee set",
      takes: ["symbol"],
      options: { makerFeeRate: "--maker", takerFeeRate: "--taker" },
    },
  ],
  "/fees/users": [
    {
      words: "fee user",
      takes: ["user", "symbol"],
      options: { makerFeeRate: "--maker", takerFeeRate: "--taker" },
    },
  ],
  "/fees/users/contract": [
    {
      words: "fee user-contract",
      takes: ["user", "contract"],
      options: {
        openMakerFeeRate: "--open-maker-fee",
        openTakerFeeRate: "--open-taker-fee",
        closeMakerFeeRate: "--close-maker-fee",
        closeTakerFeeRate: "--close-taker-fee",
      },
    },
  ],
  "/fees/users/remove": [{ words: "fee remove", takes: ["user", "market"] }],
  "/contracts": [
    {
      words: "contract add",
      takes: ["name"],
      options: {
        kind: "--kind",
        multiplier: "--multiplier",
        pricePrecision: "--price-precision",
        minOrderVolume: "--min-volume",
        maxMarketVolume: "--max-market-volume",
        maxLimitVolume: "--max-limit-volume",
        minOrderMoney: "--min-money",
        maxMarketMoney: "--max-market-money",
        maxLimitMoney: "--max-limit-money",
        maxValidOrder: "--max-orders",
        openMakerFeeRate: "--open-maker-fee",
        openTakerFeeRate: "--open-taker-fee",
        closeMakerFeeRate: "--close-maker-fee",
        closeTakerFeeRate: "--close-taker-fee",
        maxFeeRate: "--max-fee",
        defaultLeverage: "--leverage",
        priceRange: "--price-range",
        unwindRange: "--unwind-range",
        fundingIntervalHours: "--funding-hours",
        interestRate: "--interest",
        clamp: "--clamp",
        impactNotional: "--impact",
        settlementIntervalHours: "--settlement-hours",
      },
    },
  ],
  "/contracts/set": [
    {
      words: "contract set",
      takes: ["name"],
      options: {
        minOrderVolume: "--min-volume",
        maxMarketVolume: "--max-market-volume",
        maxLimitVolume: "--max-limit-volume",
        minOrderMoney: "--min-money",
        maxMarketMoney: "--max-market-money",
        maxLimitMoney: "--max-limit-money",
        maxValidOrder: "--max-orders",
        openMakerFeeRate: "--open-maker-fee",
        openTakerFeeRate: "--open-taker-fee",
        closeMakerFeeRate: "--close-maker-fee",
        closeTakerFeeRate: "--close-taker-fee",
        maxFeeRate: "--max-fee",
        defaultLeverage: "--leverage",
        priceRange: "--price-range",
        unwindRange: "--unwind-range",
        fundingIntervalHours: "--funding-hours",
        interestRate: "--interest",
        clamp: "--clamp",
        impactNotional: "--impact",
        settlementIntervalHours: "--settlement-hours",
      },
    },
  ],
  "/contracts/halt": [{ words: "contract halt", takes: ["name"] }],
  "/contracts/resume": [{ words: "contract resume", takes: ["name"] }],
  "/contracts/delist": [{ words: "contract delist", takes: ["name"], isFinal: true }],
  "/loans": [
    {
      words: "loan set",
      takes: ["asset"],
      options: {
        cap: "--cap",
        hourlyRate: "--hourly-rate",
        dailyRate: "--daily-rate",
        indexFromTrades: "--index-from-trades",
      },
    },
  ],
  "/loans/stop": [{ words: "loan stop", takes: ["asset"] }],
  "/margin": [
    {
      words: "margin set",
      options: {
        maxLeverage: "--max-leverage",
        transferLevel: "--transfer-level",
        callLevel: "--call-level",
        liquidationLevel: "--liquidation-level",
        clearanceRate: "--clearance-rate",
        liquidationRange: "--liquidation-range",
      },
    },
  ],
  "/index": [{ words: "index set", takes: ["asset", "price"] }],
  "/index/withdraw": [
    { words: "index withdraw", takes: ["asset"], options: { source: "--source" } },
  ],
  "/orders/cancel": [{ words: "order cancel", takes: ["orderId"] }],
  "/orders/cancel-all": [
    {
      words: "order cancel-all",
      options: { user: "--user", symbol: "--symbol", contract: "--contract" },
      isFinal: true,
    },
  ],
  "/bans/lift": [{ words: "ban lift", takes: ["address"] }],
  "/faults": [
    {
      words: "faults add",
      takes: ["route", "kind"],
      options: {
        user: "--user",
        ms: "--ms",
        by: "--by",
        chance: "--chance",
        seed: "--seed",
        count: "--count",
      },
    },
  ],
  "/faults/remove": [{ words: "faults remove", takes: ["id"] }],
  "/faults/clear": [{ words: "faults clear" }],
  "/clock/freeze": [{ words: "clock freeze" }],
  "/clock/advance": [{ words: "clock advance", takes: ["byMs"], means: { byMs: "duration" } }],
  "/clock/resume": [{ words: "clock resume" }],
  "/states/save": [{ words: "snapshot save", takes: ["name"] }],
  "/states/load": [{ words: "snapshot load", takes: ["name"], isFinal: true }],
  "/states/remove": [{ words: "snapshot remove", takes: ["name"], isFinal: true }],
  "/reset": [{ words: "reset", isFinal: true }],
  "/rules/adopt": [{ words: "rules adopt", isFinal: true }],
};

/** What holds where nothing is given. */
export const USUAL = {
  "/assets": { scale: "8" },
  "/index/withdraw": { source: "operator" },
} as const;
