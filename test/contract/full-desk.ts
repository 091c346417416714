/**
 * A desk at which every list is longer than any page: more trades, ended orders, open orders, price
 * levels and candles than a request can ask for.
 */
import { expect } from "vitest";
import { rewirableDesk } from "./calls.ts";
import type { SpotDesk } from "./spot-desk.ts";

/** One more than the longest page. */
const RECORDS = 1_001;
const LEVELS = 101;
const CANDLES = 301;
const HOUR_MS = 3_600_000;

const TRADE = { symbol: "BTCUSDT", type: "LIMIT", volume: "0.001", price: "49800" };
const CONTRACT = { contractName: "E-BTC-USDT", type: "LIMIT", positionType: 2, volume: 1 };

type Client = SpotDesk["maker"];

async function place(client: Client, path: string, order: object): Promise<void> {
  const answer = await client.post(path, order);
  expect(answer?.status, `${path} ${JSON.stringify([order, answer?.json])}`).toBe(200);
}

/** Trades of the maker's in an area, and his orders that stay open there. */
async function fillPair({ maker, taker }: SpotDesk, path: string, open: object): Promise<void> {
  for (let made = 0; made < RECORDS; made++) {
    await place(maker, path, { ...TRADE, side: "SELL" });
    await place(taker, "/sapi/v1/order", { ...TRADE, side: "BUY" });
    // What he sold comes back to him, so that neither runs out.
    await place(taker, "/sapi/v1/order", { ...TRADE, side: "SELL" });
    await place(maker, path, { ...TRADE, side: "BUY" });
  }
  for (let made = 0; made < RECORDS; made++) {
    const price = `${40_000 - (made % LEVELS)}`;
    await place(maker, path, { ...TRADE, side: "BUY", price, ...open });
  }
}

async function fillContract({ maker, taker }: SpotDesk): Promise<void> {
  const path = "/fapi/v1/order";
  const trade = { ...CONTRACT, price: "50000" };
  // A position is over, and in the list of profits, only when all of it is closed.
  await place(maker, path, { ...trade, side: "SELL", open: "CLOSE", volume: 20 });
  await place(taker, path, { ...trade, side: "BUY", open: "CLOSE", volume: 20 });
  for (let made = 0; made < RECORDS; made++) {
    await place(maker, path, { ...trade, side: "BUY", open: "OPEN" });
    await place(taker, path, { ...trade, side: "SELL", open: "OPEN" });
    await place(maker, path, { ...trade, side: "SELL", open: "CLOSE" });
    await place(taker, path, { ...trade, side: "BUY", open: "CLOSE" });
  }
  for (let made = 0; made < LEVELS; made++) {
    await place(maker, path, { ...CONTRACT, side: "BUY", open: "OPEN", price: 46_000 + made });
  }
}

export async function fullDesk() {
  const at = await rewirableDesk();
  // The demo's pairs take fewer open orders than a page holds.
  for (const pair of at.http.exchange.state.catalogue.pairs) {
    Object.assign(pair, { openOrdersMax: 2 * RECORDS });
  }
  await fillPair(at.desk, "/sapi/v1/order", {});
  await fillPair(at.desk, "/sapi/v1/margin/order", { volume: "0.0002" });
  await fillContract(at.desk);
  at.http.exchange.nowMs += CANDLES * HOUR_MS;
  return at;
}
