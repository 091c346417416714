/** A symbol with a last price, and orders there by the API. */
import { expect } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";
import { type Fields, LIMIT } from "./order-tables.ts";

export const SELL = { ...LIMIT, side: "SELL" };
export const MARKET = { symbol: "BTCUSDT", type: "MARKET", side: "BUY", volume: "50" };

export async function place(desk: HttpDesk, fields: object, user: User = "demo1"): Promise<Fields> {
  const { json } = await desk.post("/sapi/v1/order", fields, { user });
  expect(json).toHaveProperty("orderId");
  return json as Fields;
}

/** An order of demo1. */
export async function shown(desk: HttpDesk, { orderId }: Fields): Promise<Fields> {
  const { json } = await desk.get(`/sapi/v1/order?symbol=BTCUSDT&orderId=${orderId}`);
  return json as Fields;
}

/** A symbol whose last price is 100. */
export async function tradedDesk(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  await place(desk, SELL, "demo2");
  await place(desk, LIMIT);
  return desk;
}
