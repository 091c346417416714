/**
 * Margin through the real server, from the loan to the last unit, and across a kill -9: what was
 * answered is there when the log has been replayed, and in the archive.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AccountName, BourseClient, type NewOrder } from "../../src/client/client.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const PAIR = { symbol: "BTCUSDT" };
const directory = directoryOfFile();
let server: ServerProcess;
let borrower: BourseClient;
let trader: BourseClient;

beforeAll(async () => {
  await start();
  await typed("symbol margin BTCUSDT on");
  // Without interest, so that an hour that strikes meanwhile changes no number.
  await typed("loan set USDT --cap 1000000 --hourly-rate 0");
  await typed("pool fund USDT 1000000");
  await typed("index set BTC 20000");
}, START_PATIENCE_MS);
afterAll(() => server.stop());

/** Types a line after `bourse`, as the operator would. */
async function typed(line: string): Promise<void> {
  const { code, output } = await bourse(...line.split(" "), "--data", directory);
  expect(code, output).toBe(0);
}

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const { demo1, demo2 } = server.keys();
  borrower = new BourseClient({ baseUrl, ...demo1 });
  trader = new BourseClient({ baseUrl, ...demo2 });
}

function order(words: string, more: Partial<NewOrder> = {}): NewOrder {
  const [side, volume, price] = words.split(" ");
  return { ...PAIR, side, type: "LIMIT", volume, price, ...more } as NewOrder;
}

/** What the borrower has and owes, by asset. */
async function balances(): Promise<Record<string, object>> {
  const { balances: listed } = await borrower.margin.account();
  return Object.fromEntries(listed.map((one) => [one.asset, one]));
}

function transfer(coinSymbol: string, amount: string, way: [AccountName, AccountName]) {
  const [fromAccount, toAccount] = way;
  return borrower.wallet.transfer({ coinSymbol, amount, fromAccount, toAccount });
}

/** A margin account with 1,000 USDT and nothing else, whatever it began with. */
async function beginWithThousand(): Promise<void> {
  const { balances: listed } = await borrower.margin.account();
  for (const { asset, free } of listed) {
    if (free !== "0") await transfer(asset, free, ["MARGIN", "EXCHANGE"]);
  }
  await transfer("USDT", "1000", ["EXCHANGE", "MARGIN"]);
}

test("MARG-BORROW-1 MARG-REPAY-2 a loan, a kill -9, a spot taker who fills the maker, and the archive", async () => {
  await beginWithThousand();
  await trader.spot.createOrder(order("SELL 0.14 20000"));
  const named = { newClientOrderId: "long" };
  const bought = await borrower.margin.createOrder(order("BUY 0.14 20000", named));
  const { orderId } = await borrower.margin.createOrder(order("SELL 0.13986 21000"));
  const before = await balances();

  await server.kill();
  await start();

  expect(bought).toMatchObject({ status: "FILLED", executedQty: "0.14" });
  expect(before["USDT"]).toMatchObject({ free: "0", borrowed: "1800", interest: "0" });
  expect(before["BTC"]).toMatchObject({ free: "0", locked: "0.13986" });
  expect(await balances()).toEqual(before);
  await trader.spot.createOrder(order("BUY 0.13986 21000"));
  expect((await balances())["USDT"]).toMatchObject({ free: "1134.12294", borrowed: "0" });

  await server.stop();
  await start();

  const filled = { status: "FILLED", executedQty: "0.13986", avgPrice: "21000" };
  const [byId, byName] = [
    { ...PAIR, orderId },
    { ...PAIR, newClientOrderId: "long" },
  ];
  expect(await borrower.margin.getOrder(byId)).toMatchObject(filled);
  const found = await borrower.margin.getOrder(byName);
  expect(found).toMatchObject({ orderId: bought.orderId, status: "FILLED" });
  expect(await borrower.margin.myTrades(PAIR)).toMatchObject([
    { orderId, isMaker: true, side: "SELL", fee: "2.93706", feeCoin: "USDT" },
    { orderId: bought.orderId, isMaker: false, side: "BUY", fee: "0.00014", feeCoin: "BTC" },
  ]);
  expect(await borrower.spot.myTrades(PAIR)).toEqual([]);
  for (const name of [byId, byName]) {
    const elsewhere = borrower.spot.getOrder(name);
    await expect(elsewhere).rejects.toMatchObject({ status: 400, code: -2013 });
  }

  await server.stop();
  const verified = await bourse("verify", directory);
  expect(verified.code, verified.output).toBe(0); // The log, and the archive against it.
});
