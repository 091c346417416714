/** The order entry's own sentences and small decisions: what is said by which field, and when it asks. */
import { expect, test } from "vitest";
import { CONTRACT } from "../../src/contract/futures/market-shapes.ts";
import { SYMBOL } from "../../src/contract/pairs/market.ts";
import { bookOf } from "../../src/core/preview/visible-book.ts";
import { nextLimit, PAGE, ROWS_MAX } from "../../web/console/account/history/page-size.ts";
import { assetsOf, movableOf } from "../../web/console/account/movable.ts";
import type { AccountBalance, AccountConfig } from "../../web/console/exchange/exchange.ts";
import { sayAge } from "../../web/console/text/say-age.ts";
import { contractAccountOf } from "../../web/console/trade/contract/contract-account-terms.ts";
import {
  assessContractOrder,
  type ContractDraft,
} from "../../web/console/trade/contract/contract-order.ts";
import { maySend, readFields } from "../../web/console/trade/form/check-form.ts";
import { contractTermsOf, pairTermsOf } from "../../web/console/trade/listed-terms.ts";
import type { ContractTicketView, PairTicketView } from "../../web/console/trade/market-views.ts";
import { PLAIN } from "../../web/console/trade/pair/pair-instructions.ts";
import { assessPairOrder, type PairDraft } from "../../web/console/trade/pair/pair-order.ts";
import { largeOrderWarningOf } from "../../web/console/trade/ticket/large-order-warning.ts";
import { someValue } from "../support/contract-values.ts";
import { SHOWN_PAIR } from "./shown-pair.ts";

const BOOK = {
  bids: [["49990", "2"]],
  asks: [
    ["50010", "1"],
    ["50020", "3"],
  ],
} as const;

const MARKET_VIEW: PairTicketView = {
  terms: pairTermsOf(
    someValue(SYMBOL, {
      symbol: "BTCUSDT",
      baseAsset: "BTC",
      quoteAsset: "USDT",
      pricePrecision: 2,
      quantityPrecision: 5,
      limitVolumeMin: "0.0001",
      limitPriceMin: "0.01",
      marketBuyMin: "5",
      marketSellMin: "0.0001",
      maxQty: "1000",
      maxMarketNotional: "0",
      status: 1,
      baseAssetPrecision: 8,
      quoteAssetPrecision: 8,
      marginEnabled: true,
      makerFeeRate: "0.001",
      takerFeeRate: "0.002",
      stpMode: "NONE",
      maxOpenOrders: 1_000,
      limitUp: "5",
      limitDown: "0.00001",
      rangeUp: "2",
      rangeDown: "0.5",
    }),
  ),
  book: bookOf(BOOK, [], SHOWN_PAIR),
  last: "50000",
  balances: { base: { free: "1" }, quote: { free: "20000" } },
};

const DRAFT: PairDraft = {
  area: "spot",
  side: "buy",
  kind: "limit",
  price: "50000",
  quantity: "0.1",
  ...PLAIN,
};

test.each([
  [
    "a price with too many decimals",
    { price: "50000.001" },
    "price",
    "A price has at most 2 decimals here.",
  ],
  ["a quantity below the least", { quantity: "0.00009" }, "quantity", "At least 0.0001 BTC."],
  [
    "an order worth too little",
    { price: "1", quantity: "1" },
    "quantity",
    "Worth 1 USDT; an order is at least 5 USDT.",
  ],
  [
    "a grouped price with too many decimals",
    { price: "49,500.001" },
    "price",
    "A price has at most 2 decimals here.",
  ],
  [
    "a comma that groups nothing",
    { price: "49,5" },
    "price",
    "This is not a price: use digits and a point.",
  ],
  [
    "a quantity that is none",
    { quantity: "ten" },
    "quantity",
    "This is not a quantity: use digits and a point.",
  ],
  ["nothing", { quantity: "0" }, "quantity", "The quantity must be above zero."],
])(
  "SPOT-CHECK-6 SPOT-CHECK-7 SPOT-CHECK-8 %s is said by its field, and stops it",
  (_, part, field, text) => {
    const { complaints } = assessPairOrder({ ...DRAFT, ...part }, MARKET_VIEW, SHOWN_PAIR);

    expect(complaints).toMatchObject([{ field, text }]);
    expect(maySend(complaints)).toBe(false);
  },
);

test("SPOT-CHECK-14 too little money is said, does not stop it, and it is estimated all the same", () => {
  const assessed = assessPairOrder({ ...DRAFT, quantity: "1" }, MARKET_VIEW, SHOWN_PAIR);

  expect(assessed.complaints).toEqual([
    { field: "quantity", text: "Needs 50,000 USDT; 20,000 USDT is free.", isWarning: true },
  ]);
  expect(maySend(assessed.complaints)).toBe(true);
  expect(assessed.estimate?.locks).toEqual({ asset: "USDT", amount: "50000" });
});

test("a field that is filled is looked at while the other is still empty", () => {
  const assessed = assessPairOrder(
    { ...DRAFT, price: "1.234", quantity: "" },
    MARKET_VIEW,
    SHOWN_PAIR,
  );

  expect(assessed.asked).toBeUndefined();
  expect(assessed.complaints.map(({ field }) => field)).toEqual(["price"]);
  const empty = assessPairOrder({ ...DRAFT, price: "", quantity: "" }, MARKET_VIEW, SHOWN_PAIR);
  expect(empty).toMatchObject({ asked: undefined, complaints: [], estimate: undefined });
});

test("SPOT-SETTLE-1 a market buy walks the visible book: average price, what is received, and its end", () => {
  const market = { ...DRAFT, kind: "market", quantity: "55011" } as const;
  const rich = { ...MARKET_VIEW, balances: { base: { free: "0" }, quote: { free: "100000000" } } };

  expect(assessPairOrder(market, rich, SHOWN_PAIR).estimate).toMatchObject({
    now: { base: "1.09998", quote: "55010.9996", averagePrice: "50010.90892562" },
    isCutShort: false,
    fee: { asset: "BTC", now: "0.00219996", atRest: "0" },
  });
  const all = assessPairOrder({ ...market, quantity: "900000" }, rich, SHOWN_PAIR).estimate;
  expect([all?.now.base, all?.isCutShort]).toEqual(["4", true]);
});

test("a book of another market, as there is for a moment, is not walked", () => {
  const odd = { bids: [["0.04991", "7"]], asks: [["0.05001", "3.1234567"]] } as const;

  const assessed = assessPairOrder(
    DRAFT,
    { ...MARKET_VIEW, book: bookOf(odd, [], SHOWN_PAIR) },
    SHOWN_PAIR,
  );

  expect(assessed.estimate?.now.base).toBe("0");
});

test("digits and a point are a number, a comma is not, and an empty field is not wrong yet", () => {
  const read = (text: string) => readFields([{ field: "price", text, what: "a price" }]);

  expect(read(" 1.50 ").values.get("price")).toBe("1.5");
  expect(read(".5").values.get("price")).toBe("0.5");
  expect(read("5.").values.get("price")).toBe("5");
  expect(read("1,5").complaints).toHaveLength(1);
  expect(read("")).toEqual({ values: new Map(), complaints: [], isComplete: false });
});

test("a market order is asked about from a fifth of the visible side on, or when it runs through it", () => {
  const book = BOOK;
  const taking = { side: "buy", isCutShort: false } as const;

  expect(largeOrderWarningOf(book, { ...taking, quantity: "0.79999" })).toBeUndefined();
  expect(largeOrderWarningOf(book, { ...taking, quantity: "0.8" })).toContain("20%");
  expect(largeOrderWarningOf(book, { ...taking, side: "sell", quantity: "1" })).toContain("50%");
  expect(largeOrderWarningOf(book, { ...taking, quantity: "0.1", isCutShort: true })).toContain(
    "canceled",
  );
  expect(largeOrderWarningOf(book, { ...taking, quantity: "0", isCutShort: true })).toContain(
    "trade nothing",
  );
});

const LISTED = someValue(CONTRACT, {
  symbol: "E-BTC-USDT",
  contractId: 1,
  status: 1,
  type: "E",
  side: 1,
  multiplier: "0.0001",
  multiplierCoin: "BTC",
  marginCoin: "USDT",
  pricePrecision: 1,
  minOrderVolume: "1",
  valueCoin: "USDT",
  minOrderMoney: "1",
  maxMarketVolume: "1000000",
  maxMarketMoney: "5000000",
  maxLimitVolume: "10000000",
  maxLimitMoney: "50000000",
  maxValidOrder: 200,
  minLever: 1,
  maxLever: 125,
  openMakerFee: "0.0002",
  openTakerFee: "0.0004",
  closeMakerFee: "0.0002",
  closeTakerFee: "0.0004",
  marginCoinPrecision: 8,
  defaultLever: 20,
  maxFeeRate: "0.0004",
  priceRange: "0.1",
  stpMode: "NONE",
  fundingIntervalHours: 8,
  triggerPriceSource: "LAST",
  tiers: [{ maxPositionValue: "500000", maxLever: 125, keepRate: "0.004" }],
});

test("FUT-FIELD-7 the end of an isolated position is told to every visitor, of a cross one to users with an account", () => {
  const marketView: ContractTicketView = {
    terms: contractTermsOf(LISTED),
    book: { bids: [], asks: [{ price: "50000", quantity: "900" }] },
    last: "50000",
    mark: "50000",
    balance: undefined,
    account: { leverage: 20, mode: "isolated" },
    others: [],
    mode: "isolated",
  };
  const draft: ContractDraft = {
    action: "open",
    position: "long",
    kind: "limit",
    timeInForce: "gtc",
    price: "50000",
    quantity: "100",
    trigger: "none",
    triggerPrice: "",
  };
  const endOf = (part: Partial<ContractTicketView>) =>
    assessContractOrder(draft, { ...marketView, ...part }).estimate?.liquidationPrice;

  const { estimate } = assessContractOrder(draft, marketView);

  expect(estimate).toMatchObject({ value: "500", margin: "25", fee: "0.2", needs: "25.2" });
  // 25 and the loss on 0.01 BTC are what 0.44% of its value is.
  expect(estimate?.liquidationPrice).toMatch(/^47709\.9/);
  expect(endOf({ mode: "cross" })).toBeUndefined();
  expect(Number(endOf({ mode: "cross", balance: { free: "30" } }))).toBeLessThan(47_300);
});

test("FUT-LEV-4 leverage and mode of a user are the exchange's; what it has not told is not known", () => {
  const config = { nowLevel: 7, marginModel: 2 } as AccountConfig;
  const facts = { isSignedIn: true, config, isModeFixed: true, tried: { leverage: 50 } };

  expect(contractAccountOf(LISTED, facts)).toEqual({
    leverage: 7,
    mode: "isolated",
    isKnown: true,
    isModeFixed: true,
  });
  expect(contractAccountOf(LISTED, { ...facts, config: undefined })).toMatchObject({
    isKnown: false,
  });
});

test("FUT-LEV-1 a visitor begins with the contract's leverage and may try another", () => {
  const facts = { isSignedIn: false, config: undefined, isModeFixed: false, tried: {} };

  expect(contractAccountOf(LISTED, facts)).toEqual({
    leverage: 20,
    mode: "cross",
    isKnown: true,
    isModeFixed: false,
  });
  const tried = { leverage: 50, mode: "isolated" } as const;
  expect(contractAccountOf(LISTED, { ...facts, tried })).toMatchObject(tried);
});

test.each([
  [0, "0 s"],
  [-5_000, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [3_599_000, "59 min"],
  [7_200_000, "2 h"],
])("data %i ms old is %s old", (ms, said) => {
  expect(sayAge(ms)).toBe(said);
});

test("FUT-ACC-4 of futures only what no cross position needs can be moved", () => {
  const balances = [
    { area: "spot", asset: "BTC", free: "2", locked: "1" },
    { area: "futures", marginCoin: "USDT", accountNormal: "100.5", totalCost: "40" },
    { area: "futures", marginCoin: "BTC", accountNormal: "1", totalCost: "3" },
  ] as unknown as readonly AccountBalance[];

  expect(movableOf(balances, "spot", "BTC")).toBe("2");
  expect(movableOf(balances, "futures", "USDT")).toBe("60.5");
  expect(movableOf(balances, "futures", "BTC")).toBe("0");
  expect(movableOf(balances, "margin", "BTC")).toBe("0");
  expect(assetsOf(balances)).toEqual(["BTC", "USDT"]);
});

test(`a history asks for ${PAGE} rows more at a time, and for at most ${ROWS_MAX}`, () => {
  const limits = [PAGE];
  for (let turn = 0; turn < 12; turn += 1) limits.push(nextLimit(limits.at(-1) ?? 0));

  expect(limits.slice(0, 3)).toEqual([PAGE, 2 * PAGE, 3 * PAGE]);
  expect(Math.max(...limits)).toBe(ROWS_MAX);
});
