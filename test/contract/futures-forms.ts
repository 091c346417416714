/**
 * The futures endpoints of the spec and the family's own, one row each, as in spot-forms.ts. What is
 * a string there is mostly a JSON number here.
 */
import {
  decimal,
  type Form,
  fields,
  figure,
  listOf,
  milliseconds,
  pairOf,
  text,
  truth,
  whole,
} from "../support/reply-form.ts";
import type { SpotDesk } from "./spot-desk.ts";
import type { Row } from "./spot-forms.ts";

const PUBLIC = 200;
const NAME = "E-BTC-USDT";
const CONTRACT = text(/^E-(?:BTC|ETH)-USDT?$/);
const COIN = text(/^(?:BTC|ETH|USDT|USD)$/);
const SIDE = text(/^(?:BUY|SELL)$/);
const ACTION = text(/^(?:OPEN|CLOSE)$/);
const ID_TEXT = text(/^[1-9]\d*$/);
const CLIENT_ID = text(/^[A-Za-z0-9._:/-]{1,64}$/);
const DATE = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const nothing = fields({});
const levels = listOf(pairOf(decimal, decimal));
const placed = fields({ orderId: whole, orderIdString: ID_TEXT });

const contract = fields({
  ...{ symbol: CONTRACT, contractId: whole, status: whole, type: text(/^E$/), side: whole },
  ...{ multiplier: figure, multiplierCoin: COIN, marginCoin: COIN, pricePrecision: whole },
  ...{ minOrderVolume: figure, minOrderMoney: figure, maxMarketVolume: figure },
  ...{ maxMarketMoney: figure, maxLimitVolume: figure, maxLimitMoney: figure },
  ...{ maxValidOrder: whole, minLever: whole, maxLever: whole },
  ...{ openMakerFee: figure, openTakerFee: figure, closeMakerFee: figure, closeTakerFee: figure },
});

const order = fields({
  ...{ orderId: whole, orderIdString: ID_TEXT, clientOrderId: CLIENT_ID },
  ...{ contractName: CONTRACT, symbol: text(/^BTCUSDT$/), price: figure, origQty: figure },
  ...{ executedQty: figure, avgPrice: figure, type: text(/^(?:LIMIT|MARKET)$/), side: SIDE },
  ...{ action: ACTION, timeInForce: text(/^(?:GTC|IOC|FOK|POST_ONLY)$/) },
  status: text(/^(?:INIT|NEW|PARTIALLY_FILLED|FILLED|CANCELLED|REJECTED)$/),
  ...{ transactTime: milliseconds, time: milliseconds },
});

const endedOrder = fields({
  ...{ orderId: whole, orderIdString: ID_TEXT, clientId: CLIENT_ID, contractId: whole },
  ...{ contractName: CONTRACT, side: SIDE, openOrClose: ACTION, positionType: whole },
  ...{ leverageLevel: figure, type: whole, status: whole, price: figure, volume: figure },
  ...{ avgPrice: figure, dealVolume: figure, dealMoney: figure },
  ...{ openMakerFeeRate: figure, openTakerFeeRate: figure },
  ...{ closeMakerFeeRate: figure, closeTakerFeeRate: figure },
  ...{ ctime: DATE, ctimeMs: milliseconds },
});

const profit = fields({
  ...{ id: whole, positionId: whole, contractId: whole, side: SIDE, positionType: whole },
  ...{ leverageLevel: figure, openPrice: figure, openEndPrice: figure, volume: figure },
  ...{ closeProfit: figure, settleProfit: figure, tradeFee: figure, capitalFee: figure },
  ...{ shareAmount: figure, realizedAmount: figure, historyRealizedAmount: figure },
  ...{ ctime: milliseconds, mtime: milliseconds },
});

const ownTrade = fields({
  ...{ symbol: text(/^BTCUSDT$/), contractName: CONTRACT, id: whole, tradeId: whole },
  ...{ bidId: whole, askId: whole, bidUserId: whole, askUserId: whole },
  ...{ price: figure, qty: figure, amount: figure, fee: figure, time: milliseconds },
  ...{ side: SIDE, isMaker: truth, isBuyer: truth },
});

const position = fields({
  ...{ id: whole, uid: whole, contractId: whole, positionType: whole, side: SIDE },
  ...{ volume: figure, openPrice: figure, avgPrice: figure, closePrice: figure },
  ...{ leverageLevel: figure, holdAmount: figure, openAmount: figure, closeVolume: figure },
  ...{ pendingCloseVolume: figure, canCloseVolume: figure, realizedAmount: figure },
  ...{ historyRealizedAmount: figure, tradeFee: figure, capitalFee: figure },
  ...{ closeProfit: figure, settleProfit: figure, shareAmount: figure },
  ...{ freezeLock: whole, status: whole, ctime: DATE, mtime: DATE, lockTime: DATE },
  ...{ brokerId: whole, marginRate: figure, reducePrice: figure, returnRate: figure },
  ...{ unRealizedAmount: figure, openRealizedAmount: figure, positionBalance: figure },
  ...{ indexPrice: figure, keepRate: figure, maxFeeRate: figure },
});

const contractPositions = fields({
  ...{ contractId: whole, contractName: CONTRACT, contractOtherName: CONTRACT },
  ...{ contractSymbol: text(/^(?:BTC|ETH)-USDT?$/), positions: listOf(position) },
});

/** Of coins without positions the list is empty. */
const positionVos: Form = (value, place) =>
  Array.isArray(value) && value.length === 0 ? [] : listOf(contractPositions)(value, place);

const account = fields({
  ...{ marginCoin: COIN, accountNormal: figure, accountLock: figure, totalEquity: figure },
  ...{ partPositionNormal: figure, totalPositionNormal: figure, achievedAmount: figure },
  ...{ unrealizedAmount: figure, totalMarginRate: figure, partEquity: figure },
  ...{ totalCost: figure, sumMarginRate: figure, positionVos },
});

const OPEN = { contractName: NAME, type: "LIMIT", price: "50000", positionType: 2 };

/** An order that nobody takes: far below, yet inside the band. */
const RESTING = { ...OPEN, side: "BUY", open: "OPEN", volume: 3, price: "46000" };

/**
 * Both users trade with each other: demo1 gets long and demo2 short, and both close half of it and
 * all of it; then they open again. So every list has entries.
 */
export async function openFutures({ maker, taker }: SpotDesk): Promise<void> {
  const path = "/fapi/v1/order";
  const trade = async (open: "OPEN" | "CLOSE", volume: number) => {
    const [first, second] = open === "OPEN" ? ["BUY", "SELL"] : ["SELL", "BUY"];
    await maker.post(path, { ...OPEN, open, side: first, volume });
    await taker.post(path, { ...OPEN, open, side: second, volume });
  };
  await trade("OPEN", 20);
  await trade("CLOSE", 20);
  await trade("OPEN", 20);
  await maker.post(path, RESTING);
  await taker.post(path, { ...RESTING, side: "SELL", price: "54000" });
}

async function placeResting({ maker }: SpotDesk): Promise<number> {
  return (await maker.post("/fapi/v1/order", RESTING))?.json.orderId;
}

async function positionIdOf({ maker }: SpotDesk): Promise<number> {
  const accounts = (await maker.get("/fapi/v1/account"))?.json.account;
  const vos = accounts.flatMap((one: { positionVos: unknown[] }) => one.positionVos);
  return vos[0].positions[0].id;
}

function open(path: string, answers: Form): Row {
  return { limit: PUBLIC, answers, call: (desk) => desk.ask(`/fapi/v1/${path}`) };
}

export const FUTURES_MARKET_ROWS: Readonly<Record<string, Row>> = {
  "GET /fapi/v1/ping": open("ping", nothing),
  "GET /fapi/v1/time": open("time", fields({ timezone: text(/^UTC$/), serverTime: milliseconds })),
  "GET /fapi/v1/contracts": open("contracts", listOf(contract)),
  "GET /fapi/v1/depth": open(
    `depth?Contract%20name=${NAME}&limit=5`,
    fields({ time: milliseconds, bids: levels, asks: levels }),
  ),
  "GET /fapi/v1/ticker": open(
    `ticker?contractName=${NAME}`,
    fields({
      time: milliseconds,
      ...{ high: decimal, low: decimal, last: decimal, vol: decimal, open: decimal },
      ...{ rose: decimal, amount: decimal, buy: decimal, sell: decimal },
    }),
  ),
  "GET /fapi/v1/index": open(
    `index?contractName=${NAME}&limit=5`,
    fields({
      ...{ contractName: CONTRACT, indexPrice: figure, markPrice: figure, tagPrice: figure },
      ...{ lastFundingRate: figure, currentFundRate: figure, nextFundRate: figure },
      time: milliseconds,
    }),
  ),
  "GET /fapi/v1/klines": open(
    `klines?ContractName=${NAME}&interval=1h&limit=5`,
    listOf(
      fields({
        idx: milliseconds,
        ...{ open: figure, close: figure, high: figure, low: figure, vol: figure },
      }),
    ),
  ),
};

export const FUTURES_ROWS: Readonly<Record<string, Row>> = {
  "POST /fapi/v1/order": {
    limit: 100,
    answers: placed,
    call: (desk) => desk.maker.post("/fapi/v1/order", RESTING),
  },
  "POST /fapi/v1/conditionOrder": {
    limit: 20,
    answers: placed,
    call: (desk) =>
      desk.maker.post("/fapi/v1/conditionOrder", {
        ...{ ...RESTING, triggerType: "4", triggerPrice: "40000" },
      }),
  },
  "POST /fapi/v1/cancel": {
    limit: 20,
    answers: placed,
    call: async (desk) => {
      const orderId = await placeResting(desk);
      return desk.maker.post("/fapi/v1/cancel", { contractName: NAME, orderId });
    },
  },
  "GET /fapi/v1/order": {
    limit: 20,
    answers: listOf(order),
    call: (desk) => desk.maker.get(`/fapi/v1/order?contractName=${NAME}`),
  },
  "GET /fapi/v1/openOrders": {
    limit: 20,
    answers: listOf(order),
    call: (desk) => desk.taker.get("/fapi/v1/openOrders"),
  },
  "POST /fapi/v1/orderHistorical": {
    limit: 20,
    answers: listOf(endedOrder),
    call: (desk) => desk.maker.post("/fapi/v1/orderHistorical", { contractName: NAME, limit: "5" }),
  },
  "POST /fapi/v1/profitHistorical": {
    limit: 20,
    answers: listOf(profit),
    call: (desk) => desk.maker.post("/fapi/v1/profitHistorical", {}),
  },
  "GET /fapi/v1/myTrades": {
    limit: 20,
    answers: listOf(ownTrade),
    call: (desk) => desk.taker.get(`/fapi/v1/myTrades?contractName=${NAME}&limit=5&fromId=1`),
  },
  "GET /fapi/v1/account": {
    limit: 20,
    answers: fields({ account: listOf(account) }),
    call: (desk) => desk.maker.get("/fapi/v1/account"),
  },
  "POST /fapi/v1/edit_lever": {
    limit: 20,
    answers: nothing,
    call: (desk) =>
      desk.maker.post("/fapi/v1/edit_lever", { contractName: "E-BTC-USD", nowLevel: 10 }),
  },
  "POST /fapi/v1/edit_user_margin_model": {
    limit: 20,
    answers: nothing,
    call: (desk) =>
      desk.maker.post("/fapi/v1/edit_user_margin_model", {
        ...{ contractName: "E-BTC-USD", marginModel: 2 },
      }),
  },
  "POST /fapi/v1/edit_position_margin": {
    limit: 20,
    answers: nothing,
    call: async (desk) => {
      const positionId = await positionIdOf(desk);
      return desk.maker.post("/fapi/v1/edit_position_margin", { positionId, amount: "1" });
    },
  },
  "POST /fapi/v1/cancel_all": {
    limit: 20,
    answers: nothing,
    call: (desk) => desk.maker.post("/fapi/v1/cancel_all", { contractName: "E-BTC-USD" }),
  },
};
