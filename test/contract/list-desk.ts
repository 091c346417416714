/** Order lists of two BTC around a last price of 100, placed by the API. */
import { expect } from "vitest";
import type { HttpDesk } from "../support/http-client.ts";
import type { Fields } from "./order-tables.ts";

export const LIST_PATH = "/sapi/v1/orderList";
const LEG = { side: "SELL", volume: "2" };
export const UP = { ...LEG, batchType: "LIMIT", price: "110" };
export const DOWN = { ...LEG, batchType: "MARKET", triggerPrice: "95" };
export const ENTRY = { side: "BUY", volume: "2", batchType: "LIMIT", price: "99" };

export interface PlacedByApi extends Fields {
  readonly orderListId: number;
  readonly orders: readonly Fields[];
}

export async function placeList(
  desk: HttpDesk,
  listType: string,
  orders: object[],
  more: object = {},
): Promise<PlacedByApi> {
  const asked = { symbol: "BTCUSDT", listType, orders, ...more };
  const { status, json } = await desk.post(LIST_PATH, asked);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as PlacedByApi;
}
