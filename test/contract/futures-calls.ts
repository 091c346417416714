/** The futures endpoints of the spec and the family's own, one row each, as in spot-calls.ts. */

import type { Row } from "./spot-calls.ts";
import type { SpotDesk } from "./spot-desk.ts";

const NAME = "E-BTC-USDT";

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

function open(path: string): Row {
  return { call: (desk) => desk.ask(`/fapi/v1/${path}`) };
}

export const FUTURES_MARKET_CALLS: Readonly<Record<string, Row>> = {
  "GET /fapi/v1/ping": open("ping"),
  "GET /fapi/v1/time": open("time"),
  "GET /fapi/v1/contracts": open("contracts"),
  "GET /fapi/v1/depth": open(`depth?Contract%20name=${NAME}&limit=5`),
  "GET /fapi/v1/ticker": open(`ticker?contractName=${NAME}`),
  "GET /fapi/v1/tickers": open("tickers"),
  "GET /fapi/v1/bookTickers": open("bookTickers"),
  "GET /fapi/v1/trades": open(`trades?contractName=${NAME}&limit=5`),
  "GET /fapi/v1/index": open(`index?contractName=${NAME}&limit=5`),
  "GET /fapi/v1/klines": open(`klines?ContractName=${NAME}&interval=1h&limit=5`),
  "GET /fapi/v1/fundingRate": open(`fundingRate?contractName=${NAME}&startTime=1&limit=5`),
};

export const FUTURES_CALLS: Readonly<Record<string, Row>> = {
  "POST /fapi/v1/order": {
    call: (desk) => desk.maker.post("/fapi/v1/order", RESTING),
  },
  "POST /fapi/v1/conditionOrder": {
    call: (desk) =>
      desk.maker.post("/fapi/v1/conditionOrder", {
        ...{ ...RESTING, triggerType: "4", triggerPrice: "40000" },
      }),
  },
  "POST /fapi/v1/cancel": {
    call: async (desk) => {
      const orderId = await placeResting(desk);
      return desk.maker.post("/fapi/v1/cancel", { contractName: NAME, orderId });
    },
  },
  "GET /fapi/v1/order": {
    call: (desk) => desk.maker.get(`/fapi/v1/order?contractName=${NAME}`),
  },
  "GET /fapi/v1/openOrders": {
    call: (desk) => desk.taker.get("/fapi/v1/openOrders"),
  },
  "POST /fapi/v1/orderHistorical": {
    call: (desk) => desk.maker.post("/fapi/v1/orderHistorical", { contractName: NAME, limit: "5" }),
  },
  "POST /fapi/v1/profitHistorical": {
    call: (desk) => desk.maker.post("/fapi/v1/profitHistorical", {}),
  },
  "GET /fapi/v1/myTrades": {
    call: (desk) => desk.taker.get(`/fapi/v1/myTrades?contractName=${NAME}&limit=5&fromId=1`),
  },
  "GET /fapi/v1/account": {
    call: (desk) => desk.maker.get("/fapi/v1/account"),
  },
  "GET /fapi/v1/account/ledger": {
    call: (desk) => desk.taker.get("/fapi/v1/account/ledger?fromId=1-0&limit=8"),
  },
  "GET /fapi/v1/feeRates": {
    call: (desk) => desk.maker.get("/fapi/v1/feeRates"),
  },
  "GET /fapi/v1/get_user_config": {
    call: (desk) => desk.maker.get("/fapi/v1/get_user_config"),
  },
  "POST /fapi/v1/edit_lever": {
    call: (desk) =>
      desk.maker.post("/fapi/v1/edit_lever", { contractName: "E-BTC-USD", nowLevel: 10 }),
  },
  "POST /fapi/v1/edit_user_margin_model": {
    call: (desk) =>
      desk.maker.post("/fapi/v1/edit_user_margin_model", {
        ...{ contractName: "E-BTC-USD", marginModel: 2 },
      }),
  },
  "POST /fapi/v1/edit_position_margin": {
    call: async (desk) => {
      const positionId = await positionIdOf(desk);
      return desk.maker.post("/fapi/v1/edit_position_margin", { positionId, amount: "1" });
    },
  },
  "POST /fapi/v1/cancel_all": {
    call: (desk) => desk.maker.post("/fapi/v1/cancel_all", { contractName: "E-BTC-USD" }),
  },
};
