/**
 * A desk at which every list is longer than any page: more trades, prevented matches, ended orders and order lists, open orders, price
 * levels, candles and fundings than a request can ask for.
 */
import { expect } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import type { HttpDesk } from "../support/http-client.ts";
import { rewirableDesk, tickHours } from "./calls.ts";
import { FLEETING_LIST } from "./spot-calls.ts";
import { OWN, type SpotDesk } from "./spot-desk.ts";

/** One more than the longest page. */
const RECORDS = 1_001;
const LEVELS = 101;

const TRADE = { symbol: "BTCUSDT", type: "LIMIT", volume: "0.001", price: "49800" };
const CONTRACT = { contractName: "E-BTC-USDT", type: "LIMIT", positionType: 2, volume: 1 };

type Client = SpotDesk["maker"];

/** Both clients, and the engine behind them. */
interface Full {
  readonly desk: SpotDesk;
  readonly http: HttpDesk;
}

/** An order by the API; the command that it was, to be given as often as a list is long. */
async function place(
  { http }: Full,
  [client, path, order]: readonly [Client, string, object],
): Promise<Command> {
  const answer = await client.post(path, order);
  expect(answer?.status, `${path} ${JSON.stringify([order, answer?.json])}`).toBe(200);
  return present(http.exchange.commands.at(-1), "the command of an order");
}

/** These orders one after the other, all of them so often. */
async function repeat(
  full: Full,
  times: number,
  orders: readonly Parameters<typeof place>[1][],
): Promise<void> {
  const commands: Command[] = [];
  for (const order of orders) commands.push(await place(full, order));
  for (let made = 1; made < times; made++) {
    for (const command of commands) full.http.must(command);
  }
}

/** Trades of the maker's in an area, and his orders that stay open there. */
async function fillPair(full: Full, path: string, open: object): Promise<void> {
  const { maker, taker } = full.desk;
  await repeat(full, RECORDS, [
    [maker, path, { ...TRADE, side: "SELL" }],
    [taker, "/sapi/v1/order", { ...TRADE, side: "BUY" }],
    // What he sold comes back to him, so that neither runs out.
    [taker, "/sapi/v1/order", { ...TRADE, side: "SELL" }],
    [maker, path, { ...TRADE, side: "BUY" }],
  ]);
  const prices = Array.from({ length: LEVELS }, (_, at) => `${40_000 - at}`);
  await repeat(
    full,
    Math.ceil(RECORDS / LEVELS),
    prices.map((price) => [maker, path, { ...TRADE, side: "BUY", price, ...open }]),
  );
}

async function fillContract(full: Full): Promise<void> {
  const { maker, taker } = full.desk;
  const path = "/fapi/v1/order";
  const trade = { ...CONTRACT, price: "50000" };
  // A position is over, and in the list of profits, only when all of it is closed.
  await repeat(full, 1, [
    [maker, path, { ...trade, side: "SELL", open: "CLOSE", volume: 20 }],
    [taker, path, { ...trade, side: "BUY", open: "CLOSE", volume: 20 }],
  ]);
  await repeat(full, RECORDS, [
    [maker, path, { ...trade, side: "BUY", open: "OPEN" }],
    [taker, path, { ...trade, side: "SELL", open: "OPEN" }],
    [maker, path, { ...trade, side: "SELL", open: "CLOSE" }],
    [taker, path, { ...trade, side: "BUY", open: "CLOSE" }],
  ]);
  const prices = Array.from({ length: LEVELS }, (_, at) => 46_000 + at);
  await repeat(
    full,
    1,
    prices.map((price) => [maker, path, { ...CONTRACT, side: "BUY", open: "OPEN", price }]),
  );
}

export async function fullDesk() {
  const at = await rewirableDesk();
  // The demo's pairs take fewer open orders than a page holds.
  for (const pair of at.http.exchange.state.catalogue.pairs) {
    Object.assign(pair, { openOrdersMax: 2 * RECORDS });
  }
  await fillPair(at, "/sapi/v1/order", {});
  await fillPair(at, "/sapi/v1/margin/order", { volume: "0.0002" });
  await repeat(at, RECORDS, [
    [at.desk.maker, "/sapi/v1/order", { ...TRADE, ...OWN, price: "49900" }],
  ]);
  await repeat(at, RECORDS, [[at.desk.maker, "/sapi/v1/orderList", FLEETING_LIST]]);
  await fillContract(at);
  for (const contract of at.http.exchange.state.catalogue.contracts) {
    Object.assign(contract, { fundingHours: 1 });
  }
  tickHours(at.http, RECORDS);
  return at;
}
