/**
 * Any command of any type, for properties. The table names every type, so the compiler asks for a
 * new one here too. Values are as wild as the tables allow; sense is the simulation's business.
 */
import fc from "fast-check";
import type { Command } from "../../src/core/engine/codec.ts";
import { SELF_TRADES, UNITS } from "../../src/core/engine/orders/instructions.ts";
import { TRIGGERS } from "../../src/core/engine/orders/order.ts";
import { LIST_KINDS } from "../../src/core/engine/orders/order-lists.ts";
import { COMMAND_TYPES } from "./declarations.ts";

type Shape<T extends Command["type"]> = {
  [K in Exclude<keyof Extract<Command, { type: T }>, "type">]: fc.Arbitrary<
    Extract<Command, { type: T }>[K]
  >;
};

const number = fc.oneof(fc.nat(300), fc.maxSafeNat());
const rate = fc.maxSafeInteger();
const amount = fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n });
const word = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.constantFrom("0.1", "1e5", "bourse:7", "x".repeat(200)),
);
const decimal = fc.oneof(word, fc.constantFrom("", "0", "-1", "123456789.123456789"));
const flag = fc.boolean();

const asked = {
  side: fc.constantFrom("buy" as const, "sell" as const),
  kind: fc.constantFrom("limit" as const, "market" as const),
  quantity: decimal,
  price: decimal,
  clientId: word,
};
const by = { user: number, key: number, request: number };
const missing = fc.constant(undefined);
const once = { signature: fc.oneof(missing, word) };
const repeatable = { clientRequestId: fc.oneof(missing, word), ...once };
const movement = { id: word, user: number, asset: number, amount, request: number };
const onPair = { pair: number, request: number };
const fund = fc.constantFrom(...(["loan_pool", "margin_insurance", "futures_insurance"] as const));
const filling = { id: word, fund, asset: number, amount, request: number };
const area = fc.constantFrom("spot" as const, "margin" as const, "futures" as const);
const selfTrade = fc.constantFrom("expire_taker" as const, "none" as const);
const pairArea = fc.constantFrom("spot" as const, "margin" as const);
const instructions = fc.oneof(
  missing,
  fc.record({
    timeInForce: fc.constantFrom(...(["gtc", "ioc", "fok", "post_only"] as const)),
    selfTrade: fc.oneof(missing, fc.constantFrom(...SELF_TRADES)),
    triggerPrice: word,
  }),
);
const extras = fc.oneof(missing, fc.record({ unit: fc.oneof(missing, fc.constantFrom(...UNITS)) }));
const tactics = fc.oneof(missing, fc.record({ slice: word }));
const trailing = fc.oneof(missing, fc.record({ delta: number }));
const marginMode = fc.constantFrom("cross" as const, "isolated" as const);
const onContract = { contract: number, request: number };

/** What may change of a contract. */
const contractRules = {
  volumeMin: number,
  marketVolumeMax: number,
  limitVolumeMax: number,
  moneyMin: amount,
  marketMoneyMax: amount,
  limitMoneyMax: amount,
  ordersMax: number,
  fees: fc.record({
    openMakerRate: rate,
    openTakerRate: rate,
    closeMakerRate: rate,
    closeTakerRate: rate,
  }),
  maxFeeRate: number,
  tiers: fc.array(fc.record({ valueMax: amount, leverageMax: number, maintenanceRate: number }), {
    maxLength: 4,
  }),
  leverageDefault: number,
  priceRange: number,
  unwindRange: number,
  selfTrade,
  fundingHours: number,
  interestRate: rate,
  fundingClamp: number,
  impactNotional: amount,
  settlementHours: number,
  triggerSource: fc.constantFrom("last" as const, "mark" as const),
  conditionTtlMs: number,
};

const figure = fc.oneof(fc.nat(300), fc.nat(2 ** 51 - 1));
const pastCandle = fc.record({
  startMs: fc.nat(2 ** 30).map((minute) => minute * 60_000),
  open: figure,
  high: figure,
  low: figure,
  close: figure,
  lots: number,
});

const SHAPES: { readonly [T in Command["type"]]: Shape<T> } = {
  OpenDirectory: {
    kind: fc.constantFrom("production" as const, "sandbox" as const),
    format: number,
    rules: number,
  },
  HourTick: { hourMs: number },
  VoidCommand: { position: number },
  FreezeClock: { request: number },
  AdvanceClock: { toMs: number, byMs: number, request: number },
  ReachTime: { timeMs: number },
  ResumeClock: { nowMs: number, request: number },
  AcceptLoss: { position: number },
  ImportCandles: {
    sort: fc.constantFrom("pair" as const, "contract" as const),
    market: number,
    candles: fc.array(pastCandle, { maxLength: 50 }),
    request: number,
  },
  AdoptRules: { rules: number, request: number },
  LoadState: { name: word, stateHash: fc.uint8Array({ maxLength: 32 }), request: number },
  AddUser: { name: word, request: number },
  FreezeUser: { user: number, request: number },
  UnfreezeUser: { user: number, request: number },
  SetClientIdReuse: { user: number, isFree: flag, request: number },
  AddKey: {
    user: number,
    apiKey: word,
    sealedSecret: fc.uint8Array({ maxLength: 200 }),
    mayTrade: flag,
    addresses: fc.array(word, { maxLength: 5 }),
    request: number,
    isOnce: fc.oneof(missing, flag),
    isStrict: fc.oneof(missing, flag),
  },
  RevokeKey: { key: number, request: number },
  ResealKey: { key: number, sealedSecret: fc.uint8Array({ maxLength: 200 }), request: number },
  BanAddress: { block: word, request: number },
  LiftBan: { block: word, request: number },
  AddAsset: { name: word, scale: number, request: number },
  AddPair: {
    name: word,
    base: number,
    quote: number,
    pricePrecision: number,
    quantityPrecision: number,
    lotsMin: number,
    lotsMax: number,
    notionalMin: amount,
    marketNotionalMax: amount,
    makerRate: rate,
    takerRate: rate,
    limitUp: number,
    limitDown: number,
    rangeUp: number,
    rangeDown: number,
    openOrdersMax: number,
    selfTrade,
    isMarginEnabled: flag,
    request: number,
  },
  SetFees: { ...onPair, makerRate: rate, takerRate: rate },
  HaltPair: onPair,
  ResumePair: onPair,
  SetLoanTerms: {
    asset: number,
    hourlyRate: number,
    cap: amount,
    request: number,
    tradesMoveMax: fc.oneof(missing, number),
  },
  SetMarginRules: {
    leverageMax: number,
    transferLevel: number,
    callLevel: number,
    liquidationLevel: number,
    clearanceRate: number,
    liquidationRange: number,
    request: number,
  },
  SetMarginPair: { ...onPair, isMarginEnabled: flag },
  SetIndex: { asset: number, source: word, weight: number, price: amount, request: number },
  WithdrawIndex: { asset: number, source: word, request: number },
  Deposit: movement,
  Withdraw: movement,
  FillFund: filling,
  DrawFund: filling,
  PlaceOrder: { ...by, pair: number, ...asked, ...once, instructions, extras, tactics, trailing },
  PlaceBatch: {
    ...by,
    pair: number,
    items: fc.array(fc.record(asked), { maxLength: 12 }),
    ...repeatable,
    instructions: fc.oneof(missing, fc.array(instructions, { maxLength: 12 })),
    extras: fc.oneof(missing, fc.array(extras, { maxLength: 12 })),
    tactics: fc.oneof(missing, fc.array(tactics, { maxLength: 12 })),
    trailing: fc.oneof(missing, fc.array(trailing, { maxLength: 12 })),
  },
  PlaceOrderList: {
    ...by,
    pair: number,
    kind: fc.constantFrom(...LIST_KINDS),
    clientId: word,
    items: fc.array(fc.record({ ...asked, instructions, extras }), { maxLength: 4 }),
    ...once,
    tactics: fc.oneof(missing, fc.array(tactics, { maxLength: 4 })),
    trailing: fc.oneof(missing, fc.array(trailing, { maxLength: 4 })),
  },
  CancelOrderList: { ...by, pair: number, list: number, clientId: word, ...once },
  CancelOrder: { ...by, pair: number, order: number, clientId: word, ...once },
  CancelBatch: { ...by, pair: number, orders: fc.array(number, { maxLength: 12 }), ...once },
  CancelByOperator: { order: number, request: number },
  DelistPair: onPair,
  CancelAllOrders: { ...by, pair: number, area: pairArea, ...once },
  ReplaceOrder: {
    ...by,
    pair: number,
    area: pairArea,
    order: number,
    orderClientId: word,
    mustCancel: flag,
    ...asked,
    ...once,
    instructions,
    extras,
    tactics,
    trailing,
  },
  SetCountdown: { ...by, pair: number, afterMs: number, ...once },
  EndCountdown: { user: number, pair: number },
  PlaceMarginOrder: {
    ...by,
    pair: number,
    ...asked,
    ...once,
    instructions,
    extras,
    tactics,
    trailing,
  },
  CancelMarginOrder: { ...by, pair: number, order: number, clientId: word, ...once },
  Transfer: { ...by, from: area, to: area, asset: number, amount, ...repeatable },
  Repay: { ...by, asset: number, amount, ...repeatable },
  AddContract: {
    name: word,
    kind: fc.constantFrom("linear" as const, "inverse" as const),
    base: number,
    multiplier: amount,
    multiplierDecimals: number,
    pricePrecision: number,
    ...contractRules,
    request: number,
  },
  ChangeContract: { ...onContract, ...contractRules },
  HaltContract: onContract,
  ResumeContract: onContract,
  DelistContract: onContract,
  PlaceFuturesOrder: {
    ...by,
    contract: number,
    ...asked,
    action: fc.constantFrom("open" as const, "close" as const),
    mode: marginMode,
    timeInForce: fc.constantFrom("gtc", "ioc", "fok", "post_only"),
    trigger: fc.constantFrom(...TRIGGERS),
    triggerPrice: decimal,
    ...once,
  },
  CancelFuturesOrder: { ...by, contract: number, order: number, clientId: word, ...once },
  CancelAllFutures: { ...by, contract: number, ...once },
  SetLeverage: { ...by, contract: number, leverage: number, ...repeatable },
  SetMarginMode: { ...by, contract: number, mode: marginMode, ...repeatable },
  MovePositionMargin: { ...by, position: number, amount, ...repeatable },
  SecondTick: { secondMs: number },
  SetUserFees: { ...onPair, user: number, makerRate: rate, takerRate: rate },
  SetUserContractFees: { ...onContract, user: number, fees: contractRules.fees },
  RemoveUserFees: {
    sort: fc.constantFrom("pair" as const, "contract" as const),
    market: number,
    user: number,
    request: number,
  },
};

export function arbitraryOf(type: Command["type"]): fc.Arbitrary<Command> {
  const shape = SHAPES[type] as Record<string, fc.Arbitrary<unknown>>;
  return fc.record({
    type: fc.constant(type),
    ...shape,
  }) as fc.Arbitrary<unknown> as fc.Arbitrary<Command>;
}

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(...COMMAND_TYPES.map(arbitraryOf));
