/** The console's stores over a whole exchange: what it does is in them, and what it never did is not. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import type { WebSocketClass } from "../../src/client/client.ts";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { ConnectedExchange } from "../../web/console/exchange/connected-exchange.ts";
import type { Live } from "../../web/console/exchange/live.ts";
import "../support/judged-apis.ts";

const webSocket = WebSocket as unknown as WebSocketClass;
const LIMIT = { symbol: "BTCUSDT", type: "LIMIT", volume: "1" } as const;

let exchange: InProcessExchange;
let stores: ConnectedExchange;

beforeEach(async () => {
  exchange = await createExchange({ port: 0 });
  stores = new ConnectedExchange(exchange.url ?? "", { webSocket });
  await stores.begin();
});
afterEach(async () => {
  stores.close();
  await exchange.close();
});

/** Resolves as soon as the value is as wanted. */
function until<T>(live: Live<T>, isWanted: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isWanted(live.value)) return;
      unfollow();
      resolve(live.value);
    };
    const unfollow = live.follow(look);
    queueMicrotask(look);
  });
}

function keyOf(user: string) {
  const key = exchange.keys[user];
  if (!key) throw new Error(`the demo has no ${user}`);
  return { ...key, user };
}

/** demo2 sells what demo1 buys. */
async function trade(price: string): Promise<void> {
  await exchange.client("demo2").spot.createOrder({ ...LIMIT, side: "SELL", price });
  await exchange.client("demo1").spot.createOrder({ ...LIMIT, side: "BUY", price });
}

test("all markets are there, the first is selected, and an order shows in its book", async () => {
  expect(stores.markets.value.map(({ name }) => name)).toContain("E-BTC-USD");
  expect(stores.selected.value?.name).toBe("BTCUSDT");
  await until(stores.book, (book) => book !== undefined);

  await exchange.client("demo2").spot.createOrder({ ...LIMIT, side: "SELL", price: "50000" });

  const book = await until(stores.book, (now) => now?.asks.length === 1);
  expect(book?.asks).toEqual([["50000", "1"]]);
});

test("a trade is on the tape, in the ticker and in a candle", async () => {
  const candles = stores.watchCandles("BTCUSDT", "1min");
  await until(candles.candles, (now) => now !== undefined);

  await trade("50000");

  const [newest] = await until(stores.tape, (tape) => tape.length === 1);
  expect([newest?.price, newest?.side]).toEqual(["50000", "BUY"]);
  await until(stores.tickers, (tickers) => tickers.get("BTCUSDT")?.last === "50000");
  const drawn = await until(candles.candles, (now) => now?.at(-1)?.close === "50000");
  expect(drawn?.at(-1)?.vol).toBe("1");
  candles.stop();
});

test("of a market that is left nothing stays, and the other one's book comes", async () => {
  await trade("50000");
  await until(stores.tape, (tape) => tape.length === 1);

  stores.select("E-BTC-USDT");
  expect([stores.tape.value, stores.book.value]).toEqual([[], undefined]);

  await until(stores.index, (index) => index?.contractName === "E-BTC-USDT");
  await until(stores.book, (book) => book !== undefined);
  expect(stores.tape.value).toEqual([]);
});

test("a wrong key is refused with the service's words and is not kept", async () => {
  const wrong = { ...keyOf("demo1"), secret: "not the secret" };

  await expect(stores.signIn(wrong)).rejects.toMatchObject({ kind: "credentials" });

  expect(stores.key.value).toBeUndefined();
});

test("after signing in the account is there, and what happens to it is told in the feed", async () => {
  await stores.signIn(keyOf("demo1"));
  expect(stores.key.value).toEqual({ user: "demo1", apiKey: keyOf("demo1").apiKey });
  await until(stores.account.balances, (balances) => balances.length > 0);
  await until(stores.account.margin, (margin) => margin !== undefined);

  await stores.client.value.spot.createOrder({ ...LIMIT, side: "BUY", price: "49000" });
  const [order] = await until(stores.account.orders, (orders) => orders.length === 1);
  await stores.client.value.spot.cancelOrder({ symbol: "BTCUSDT", orderId: order?.orderId ?? 0 });
  await until(stores.account.orders, (orders) => orders.length === 0);
  await trade("50000");
  await until(stores.account.trades, (trades) => trades.length === 1);

  const told = await until(stores.feed, (entries) => entries.some(({ kind }) => kind === "fill"));
  const texts = told.map(({ text }) => text);
  expect(texts).toContain("Placed: buy 1 BTC/USDT at 49,000");
  expect(texts).toContain("Canceled: buy 1 BTC/USDT at 49,000");
  expect(texts).toContain("Bought 1 BTC/USDT at 50,000");
});

test("SPOT-FEE-2 FUT-FEE-3 the rates of the user are there after signing in, and gone after signing out", async () => {
  const own = { user: "demo1", symbol: "BTCUSDT", makerFeeRate: "0", takerFeeRate: "0.0005" };
  await exchange.operator.post("/fees/users", own);
  await stores.signIn(keyOf("demo1"));

  const { symbols, contracts } = await until(stores.account.rates, (all) => all.symbols.size > 0);

  expect(symbols.get("BTCUSDT")).toMatchObject({ makerFeeRate: "0", takerFeeRate: "0.0005" });
  expect(symbols.get("ETHUSDT")).toMatchObject({ takerFeeRate: "0.001" });
  expect(contracts.get("E-BTC-USDT")).toMatchObject({ openTakerFee: "0.0004" });
  stores.signOut();
  expect(stores.account.rates.value.symbols.size).toBe(0);
});

test("signing out leaves nothing of the user", async () => {
  await stores.signIn(keyOf("demo1"));
  await until(stores.account.balances, (balances) => balances.length > 0);
  stores.note({ kind: "note", text: "mine" });

  stores.signOut();

  const { orders, trades, balances, positions, margin } = stores.account;
  expect([orders, trades, balances, positions].map(({ value }) => value.length)).toEqual([
    0, 0, 0, 0,
  ]);
  expect([margin.value, stores.key.value, stores.feed.value]).toEqual([undefined, undefined, []]);
});

test("FUT-LIQ-1 a user who was away when a position was closed by force is told, with what it cost", async () => {
  const { operator } = exchange;
  const setMark = async (price: string) => {
    await operator.setIndex("BTC", price);
    await operator.advanceClock(1_000);
  };
  await operator.freezeClock();
  await setMark("50000");
  const order = { contractName: "E-BTC-USDT", type: "LIMIT", open: "OPEN" } as const;
  for (const [user, side] of [
    ["demo2", "SELL"],
    ["demo1", "BUY"],
  ] as const) {
    const at = { positionType: 2, price: "50000", volume: "100" } as const;
    await exchange.client(user).futures.createOrder({ ...order, ...at, side });
  }
  await setMark("40000");

  await stores.signIn(keyOf("demo1"));

  const [alert] = await until(stores.alerts, (alerts) => alerts.length > 0);
  const [profit] = await exchange.client("demo1").futures.profitHistory();
  const lost = profit?.historyRealizedAmount.replace("-", "");
  expect(alert?.title).toBe("Liquidated: BTC/USDT Perp long");
  expect(alert?.lines[0]).toContain(`You lost ${lost} USDT: price `);
});

test("a price that is clicked twice is offered twice", () => {
  const offered: unknown[] = [];
  stores.draft.follow(() => offered.push(stores.draft.value.price));

  stores.offerDraft({ price: "50000" });
  stores.offerDraft({ price: "50000" });

  expect(offered).toEqual(["50000", "50000"]);
});

test("when the selected market is delisted another one is selected", async () => {
  await until(stores.book, (book) => book !== undefined);

  await exchange.operator.post("/symbols/delist", { name: "BTCUSDT" });

  const market = await until(stores.selected, (now) => now?.name !== "BTCUSDT");
  expect(market?.name).toBe("ETHUSDT");
  expect(stores.markets.value.map(({ name }) => name)).not.toContain("BTCUSDT");
});

test("a key that is revoked is forgotten, and the user is told", async () => {
  const key = keyOf("demo1");
  await stores.signIn(key);
  await until(stores.account.balances, (balances) => balances.length > 0);

  await exchange.operator.post("/keys/revoke", { apiKey: key.apiKey });

  await until(stores.key, (now) => now === undefined);
  const [entry] = await until(stores.feed, (entries) => entries.length > 0);
  expect([entry?.kind, entry?.tone]).toEqual(["refusal", "bad"]);
  expect(stores.account.balances.value).toEqual([]);
});

test("when a sandbox is taken to another state, what is shown is that state", async () => {
  await exchange.operator.save("before");
  await trade("50000");
  await until(stores.tape, (tape) => tape.length === 1);

  await exchange.operator.load("before");

  await until(stores.tape, (tape) => tape.length === 0);
  await until(stores.status, (status) => status === "open");
});
