/**
 * Margin and futures through the real server, across a kill -9 and a stop: what was answered is there
 * when the log has been replayed, and what ended is answered from the archive as it was before. Margin
 * trades in BTC and futures in ETH, so that neither moves the other's prices.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type AccountName,
  BourseClient,
  type NewFuturesOrder,
  type NewOrder,
} from "../../src/client/client.ts";
import { cli, typistOf } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const PAIR = { symbol: "BTCUSDT" };
const CONTRACT = { contractName: "E-ETH-USDT" };
const directory = directoryOfFile();
let server: ServerProcess;
/** Borrows on margin, and is long in futures. */
let one: BourseClient;
let other: BourseClient;

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  await server.archived();
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const { demo1, demo2 } = server.keys();
  one = new BourseClient({ baseUrl, ...demo1, fetch: judgedFetch });
  other = new BourseClient({ baseUrl, ...demo2, fetch: judgedFetch });
}

beforeAll(async () => {
  await start();
  const typed = typistOf(directory);
  await typed("symbol margin BTCUSDT on");
  // Without interest, so that an hour that strikes meanwhile changes no number.
  await typed("loan set USDT --cap 1000000 --hourly-rate 0");
  await typed("pool fund USDT 1000000");
  await typed("index set BTC 20000");
  await typed("index set ETH 4000");
  // The same of a funding and a settlement.
  await typed(`contract set ${CONTRACT.contractName} --interest 0 --settlement-hours 0`);
});
afterAll(() => server.stop());

function order(words: string, more: Partial<NewOrder> = {}): NewOrder {
  const [side, volume, price] = words.split(" ");
  return { ...PAIR, side, type: "LIMIT", volume, price, ...more } as NewOrder;
}

/** What the borrower has and owes, by asset. */
async function balances(): Promise<Record<string, object>> {
  const { balances: listed } = await one.margin.account();
  return Object.fromEntries(listed.map((each) => [each.asset, each]));
}

function transfer(coinSymbol: string, amount: string, way: [AccountName, AccountName]) {
  const [fromAccount, toAccount] = way;
  return one.wallet.transfer({ coinSymbol, amount, fromAccount, toAccount });
}

/** A margin account with 1,000 USDT and nothing else, whatever it began with. */
async function beginWithThousand(): Promise<void> {
  const { balances: listed } = await one.margin.account();
  for (const { asset, free } of listed) {
    if (free !== "0") await transfer(asset, free, ["MARGIN", "EXCHANGE"]);
  }
  await transfer("USDT", "1000", ["EXCHANGE", "MARGIN"]);
}

/** What is told of margin before the server is killed, and the orders by which it is asked for. */
let owed: Record<string, object> = {};
const margin = { bought: 0, sold: 0 };

test("MARG-BORROW-1 an order on margin borrows what it lacks", async () => {
  await beginWithThousand();
  await other.spot.createOrder(order("SELL 0.14 20000"));

  const bought = await one.margin.createOrder(
    order("BUY 0.14 20000", { newClientOrderId: "long" }),
  );
  const { orderId } = await one.margin.createOrder(order("SELL 0.13986 21000"));

  expect(bought).toMatchObject({ status: "FILLED", executedQty: "0.14" });
  owed = await balances();
  expect(owed["USDT"]).toMatchObject({ free: "0", borrowed: "1800", interest: "0" });
  expect(owed["BTC"]).toMatchObject({ free: "0", locked: "0.13986" });
  Object.assign(margin, { bought: bought.orderId, sold: orderId });
});

async function place(
  { futures }: BourseClient,
  words: string,
  more: Partial<NewFuturesOrder> = {},
): Promise<void> {
  const [side, open, volume, price] = words.split(" ");
  const terms = { ...CONTRACT, side, open, type: "LIMIT", volume, price, positionType: 2, ...more };
  await futures.createOrder(terms as NewFuturesOrder);
}

/** All that the long one may read of futures. */
async function everything() {
  const { futures } = one;
  return {
    account: await futures.account(),
    orders: await futures.newestOrders(CONTRACT),
    open: await futures.openOrders(),
    history: await futures.orderHistory(CONTRACT),
    profits: await futures.profitHistory(),
    trades: await futures.myTrades(CONTRACT),
  };
}

let held: Awaited<ReturnType<typeof everything>> | undefined;

test("FUT-WIRE-9 a position that was closed, one that is held, and an order that waits", async () => {
  await place(other, "SELL OPEN 20 4000");
  await place(one, "BUY OPEN 20 4000", { clientOrderId: "entry" });
  await place(other, "BUY CLOSE 20 4010");
  await place(one, "SELL CLOSE 20 4010", { timeInForce: "IOC" });
  await place(other, "SELL OPEN 30 4000");
  await place(one, "BUY OPEN 30 4000");
  const terms = { side: "SELL", open: "CLOSE", type: "LIMIT", positionType: 2 } as const;
  const stopLoss = { triggerType: 1, triggerPrice: "3900", volume: "30", price: "3890" } as const;
  await one.futures.createConditionOrder({ ...CONTRACT, ...terms, ...stopLoss });

  held = await everything();

  expect(held.open).toMatchObject([{ status: "INIT" }]);
  expect(held.history).toHaveLength(3);
  expect(held.profits).toMatchObject([{ volume: "20", openPrice: "4000", positionType: 2 }]);
  expect(held.trades).toHaveLength(3);
});

test("HIST-OWN-1 MARG-REPAY-2 a kill -9 changes none of it, and the maker repays with what a spot taker pays", async () => {
  await server.kill();
  await start();

  expect(await balances()).toEqual(owed);
  expect(await everything()).toEqual(held);
  await other.spot.createOrder(order("BUY 0.13986 21000"));
  expect((await balances())["USDT"]).toMatchObject({ free: "1134.12294", borrowed: "0" });
});

test("HIST-OWN-1 after a stop the archive tells the same of futures, and of margin what ended", async () => {
  await server.stop();
  await start();

  expect(await everything()).toEqual(held);
  const entry = await one.futures.getOrder({ ...CONTRACT, clientOrderId: "entry" });
  expect(entry).toMatchObject({ status: "FILLED" });
  const { bought, sold } = margin;
  const [byId, byName] = [
    { ...PAIR, orderId: sold },
    { ...PAIR, newClientOrderId: "long" },
  ];
  const filled = { status: "FILLED", executedQty: "0.13986", avgPrice: "21000" };
  expect(await one.margin.getOrder(byId)).toMatchObject(filled);
  const found = await one.margin.getOrder(byName);
  expect(found).toMatchObject({ orderId: bought, status: "FILLED" });
  expect(await one.margin.myTrades(PAIR)).toMatchObject([
    { orderId: sold, isMaker: true, side: "SELL", fee: "2.93706", feeCoin: "USDT" },
    { orderId: bought, isMaker: false, side: "BUY", fee: "0.00014", feeCoin: "BTC" },
  ]);
  expect(await one.spot.myTrades(PAIR)).toEqual([]);
  for (const name of [byId, byName]) {
    await expect(one.spot.getOrder(name)).rejects.toMatchObject({ status: 400, code: -2013 });
  }
});

test("LOG-VERIFY-1 the log is verified, and the archive against it", async () => {
  await server.stop();

  expect(await cli(["verify", directory])).toMatchObject({ code: 0, err: "" });
});
