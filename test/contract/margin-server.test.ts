/**
 * Margin through the real server, from the loan to the last unit, and across a kill -9: what was
 * answered is there when the log has been replayed, and in the archive.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const directory = directoryOfFile();
let server: ServerProcess;
let borrower: SignedClient;
let trader: SignedClient;

beforeAll(async () => {
  await start();
  await typed("symbol margin BTCUSDT on");
  // Without interest, so that an hour that strikes meanwhile changes no number.
  await typed("loan set USDT --cap 1000000 --hourly-rate 0");
  await typed("pool fund USDT 1000000");
  await typed("index set BTC 20000");
}, START_PATIENCE_MS);
afterAll(() => stop());

/** Types a line after `bourse`, as the operator would. */
async function typed(line: string): Promise<void> {
  const { code, output } = await bourse(...line.split(" "), "--data", directory);
  expect(code, output).toBe(0);
}

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  const nobody = { apiKey: "", secret: "" };
  const { demo1 = nobody, demo2 = nobody } = server.keys();
  borrower = new SignedClient(server.port, demo1);
  trader = new SignedClient(server.port, demo2);
}

async function stop(how: "stop" | "kill" = "stop"): Promise<void> {
  borrower.close();
  trader.close();
  await server[how]();
}

type Asked = Promise<HttpAnswer | undefined>;

async function done(asked: Asked): Promise<HttpAnswer["json"]> {
  const answer = await asked;
  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  return answer?.json;
}

function order(words: string, more: object = {}): object {
  const [side, volume, price] = words.split(" ");
  return { symbol: "BTCUSDT", side, type: "LIMIT", volume, price, ...more };
}

/** What the borrower has and owes, by asset. */
async function balances(): Promise<Record<string, object>> {
  const { balances: listed } = await done(borrower.get("/sapi/v1/margin/account"));
  return Object.fromEntries(listed.map((one: { asset: string }) => [one.asset, one]));
}

function transfer(coinSymbol: string, amount: string, [fromAccount, toAccount]: [string, string]) {
  const body = { coinSymbol, amount, fromAccount, toAccount };
  return borrower.post("/sapi/v1/asset/transfer", body);
}

/** A margin account with 1,000 USDT and nothing else, whatever it began with. */
async function beginWithThousand(): Promise<void> {
  const { balances: listed } = await done(borrower.get("/sapi/v1/margin/account"));
  for (const { asset, free } of listed) {
    if (free !== "0") await done(transfer(asset, free, ["MARGIN", "EXCHANGE"]));
  }
  await done(transfer("USDT", "1000", ["EXCHANGE", "MARGIN"]));
}

test("MARG-BORROW-1 MARG-REPAY-2 a loan, a kill -9, a spot taker who fills the maker, and the archive", async () => {
  await beginWithThousand();
  await done(trader.post("/sapi/v1/order", order("SELL 0.14 20000")));
  const named = { newClientOrderId: "long" };
  const bought = await done(borrower.post("/sapi/v1/margin/order", order("BUY 0.14 20000", named)));
  const sold = await done(borrower.post("/sapi/v1/margin/order", order("SELL 0.13986 21000")));
  const before = await balances();

  await stop("kill");
  await start();

  expect(bought).toMatchObject({ status: "FILLED", executedQty: "0.14" });
  expect(before["USDT"]).toMatchObject({ free: "0", borrowed: "1800", interest: "0" });
  expect(before["BTC"]).toMatchObject({ free: "0", locked: "0.13986" });
  expect(await balances()).toEqual(before);
  await done(trader.post("/sapi/v1/order", order("BUY 0.13986 21000")));
  expect((await balances())["USDT"]).toMatchObject({ free: "1134.12294", borrowed: "0" });

  await stop();
  await start();

  const { orderId } = sold;
  const filled = { status: "FILLED", executedQty: "0.13986", avgPrice: "21000" };
  const byId = `symbol=BTCUSDT&orderId=${orderId}`;
  expect(await done(borrower.get(`/sapi/v1/margin/order?${byId}`))).toMatchObject(filled);
  const byName = "symbol=BTCUSDT&newClientOrderId=long";
  const found = await done(borrower.get(`/sapi/v1/margin/order?${byName}`));
  expect(found).toMatchObject({ orderId: bought.orderId, status: "FILLED" });
  const trades = await done(borrower.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT"));
  expect(trades).toMatchObject([
    { orderId, isMaker: true, side: "SELL", fee: "2.93706", feeCoin: "USDT" },
    { orderId: bought.orderId, isMaker: false, side: "BUY", fee: "0.00014", feeCoin: "BTC" },
  ]);
  expect(await done(borrower.get("/sapi/v1/myTrades?symbol=BTCUSDT"))).toEqual([]);
  for (const query of [byId, byName]) {
    const elsewhere = await borrower.get(`/sapi/v1/order?${query}`);
    expect(elsewhere).toMatchObject({ status: 400, json: { code: -2013 } });
  }

  await stop();
  const verified = await bourse("verify", directory);
  expect(verified.code, verified.output).toBe(0); // The log, and the archive against it.
});
