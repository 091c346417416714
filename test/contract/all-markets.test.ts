/** Tickers and book tickers of every market: the rows are those of one market, and are never old. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import { ROWS_AT_ONCE } from "../../src/edge/http/dialect/kept-rows.ts";
import { HttpDesk, type User } from "../support/http-client.ts";
import { runs } from "../support/runs.ts";
import { ContractDesk } from "./contract-desk.ts";

const NOW = 1_700_000_000_000;

type Row = Record<string, string>;

async function order(desk: HttpDesk, words: string, user: User = "demo1"): Promise<void> {
  const [symbol, side, volume, price] = words.split(" ");
  const asked = { symbol, side, volume, price, type: "LIMIT" };
  const { status } = await desk.post("/sapi/v1/order", asked, { user });
  expect(status).toBe(200);
}

async function list(desk: HttpDesk, path: "tickers" | "bookTickers") {
  const { status, json } = await desk.get(`/sapi/v1/${path}`);
  expect(status).toBe(200);
  const { time, [path]: rows } = json as { time: number } & Record<string, Row[]>;
  return { time, rows: rows ?? [] };
}

/** What the endpoints of one symbol say, by a slower way. */
async function oneByOne(desk: HttpDesk) {
  const { json } = await desk.get("/sapi/v1/symbols");
  const tickers: Row[] = [];
  const bookTickers: Row[] = [];
  for (const { symbol } of (json as { symbols: { symbol: string }[] }).symbols) {
    const ticker = await desk.get(`/sapi/v1/ticker?symbol=${symbol}`);
    const { time: _, ...rest } = ticker.json as Row;
    tickers.push({ symbol, ...rest });
    const depth = (await desk.get(`/sapi/v1/depth?symbol=${symbol}&limit=1`)).json;
    const { bids, asks } = depth as Record<"bids" | "asks", [string, string][]>;
    const [bidPrice, bidQty] = bids[0] ?? ["0", "0"];
    const [askPrice, askQty] = asks[0] ?? ["0", "0"];
    bookTickers.push({ symbol, bidPrice, bidQty, askPrice, askQty });
  }
  return { tickers, bookTickers };
}

test("SPOT-DATA-7 SPOT-DATA-8 the example: rows in the order of the list of symbols", async () => {
  const desk = await HttpDesk.open();
  await order(desk, "BTCUSDT SELL 0.5 100");
  await order(desk, "BTCUSDT BUY 0.5 100", "demo2");
  await order(desk, "BTCUSDT SELL 1 101");
  await order(desk, "BTCUSDT SELL 2 101", "demo2");
  await order(desk, "ETHUSDT BUY 3 10");

  const tickers = await list(desk, "tickers");
  const books = await list(desk, "bookTickers");

  expect([tickers.time, books.time]).toEqual([NOW, NOW]);
  const symbol = (name: string, rows: Row[]) => rows.find((row) => row["symbol"] === name);
  expect(symbol("BTCUSDT", tickers.rows)).toMatchObject({ last: "100", buy: "0", sell: "101" });
  expect(symbol("ETHUSDT", tickers.rows)).toMatchObject({ last: "0", buy: "10", sell: "0" });
  const empty = { bidPrice: "0", bidQty: "0", askPrice: "0", askQty: "0" };
  const btc = { symbol: "BTCUSDT", ...empty, askPrice: "101", askQty: "3" };
  expect(symbol("BTCUSDT", books.rows)).toEqual(btc);
  const eth = { symbol: "ETHUSDT", ...empty, bidPrice: "10", bidQty: "3" };
  expect(symbol("ETHUSDT", books.rows)).toEqual(eth);
  expect(await oneByOne(desk)).toEqual({ tickers: tickers.rows, bookTickers: books.rows });
});

const step = fc.oneof(
  fc.record({
    symbol: fc.constantFrom("BTCUSDT", "ETHUSDT"),
    side: fc.constantFrom("BUY", "SELL"),
    volume: fc.constantFrom("0.5", "1"),
    price: fc.constantFrom("99", "100", "101"),
    user: fc.constantFrom<User[]>("demo1", "demo2"),
  }),
  fc.record({ waitMs: fc.constantFrom(1, 1_000, 43_200_000, 86_399_000, 86_400_000) }),
  fc.record({ cancels: fc.integer({ min: 1, max: 6 }) }),
);

test("SPOT-DATA-7 SPOT-DATA-8 after anything the rows are what one symbol's endpoints say", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const desk = await HttpDesk.open();
      for (const one of steps) {
        if ("waitMs" in one) desk.exchange.nowMs += one.waitMs;
        else if ("cancels" in one) {
          desk.exchange.do({ type: "CancelByOperator", order: one.cancels, request: 0 });
        } else {
          const { user, ...asked } = one;
          await desk.post("/sapi/v1/order", { ...asked, type: "LIMIT" }, { user });
        }

        const { rows: tickers } = await list(desk, "tickers");
        const { rows: bookTickers } = await list(desk, "bookTickers");

        expect({ tickers, bookTickers }).toEqual(await oneByOne(desk));
      }
    }),
    { numRuns: runs(20, 200) },
  );
});

/** So many pairs of two new assets each. */
function listPairs(desk: HttpDesk, count: number): void {
  const { assets } = desk.exchange.state.catalogue;
  const root = Math.ceil(Math.sqrt(count)) + 1;
  const first = assets.length + 1;
  for (let at = 0; at < root; at++) {
    desk.must({ type: "AddAsset", name: `X${first + at}`, scale: 8, request: 0 });
  }
  let listed = 0;
  for (let base = first; base < first + root; base++) {
    for (let quote = first; quote < first + root && listed < count; quote++) {
      if (base === quote) continue;
      const names = { name: `X${base}X${quote}`, base, quote };
      const precisions = { pricePrecision: 2, quantityPrecision: 4 };
      desk.must({ type: "AddPair", ...PAIR_DEFAULTS, ...names, ...precisions, request: 0 });
      listed++;
    }
  }
}

test("SPOT-DATA-8 a list of many rows lets others have their turn, and nothing it kept is old", async () => {
  const desk = await HttpDesk.open();
  listPairs(desk, ROWS_AT_ONCE + 50);
  const { pairs } = desk.tampered.exchange.state.catalogue; // It is about one process.
  const head = { method: "GET", target: "/sapi/v1/bookTickers", headers: {}, address: "10.0.0.1" };
  const admitted = desk.api.admit(head);
  if ("status" in admitted) throw new Error("not admitted");

  const first = desk.api.answer(admitted, new Uint8Array());
  expect(first).toBeInstanceOf(Promise);
  // Meanwhile a symbol leaves, another comes, and one of the rows that are still to be written changes.
  const { id: pair, quote } = pairs.at(-2) ?? expect.fail("no pair");
  desk.must({ type: "DelistPair", pair: pairs.length, request: 0 });
  listPairs(desk, 1);
  const second = await list(desk, "bookTickers");
  desk.must({ type: "Deposit", id: "d", user: 1, asset: quote, amount: 10n ** 9n, request: 0 });
  const key = desk.exchange.state.users.byApiKey.get("key-of-demo1")?.id ?? 0;
  const bid = { side: "buy", kind: "limit", quantity: "1", price: "7", clientId: "" } as const;
  desk.must({ type: "PlaceOrder", user: 1, key, request: 0, pair, ...bid });
  await first;
  const third = await list(desk, "bookTickers");

  const { json } = await desk.get("/sapi/v1/symbols");
  const names = (json as { symbols: Row[] }).symbols.map(({ symbol }) => symbol);
  expect(second.rows.map(({ symbol }) => symbol)).toEqual(names);
  expect(third.rows.map(({ symbol }) => symbol)).toEqual(names);
  expect(third.rows.at(-2)).toMatchObject({ bidPrice: "7", bidQty: "1" });
  // All rows are written now, so that the answer is known at once.
  expect(desk.api.answer(admitted, new Uint8Array())).not.toBeInstanceOf(Promise);
});

test("FUT-DATA-1 FUT-DATA-2 the example: contracts by their name, as the endpoints of one", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.open(10, "40000");
  await desk.place("demo1", "SELL OPEN 5 @ 41000.5");

  const { time, tickers } = (await desk.shown(desk.get("tickers"))) as {
    time: number;
    tickers: Row[];
  };
  const books = (await desk.shown(desk.get("bookTickers"))) as { bookTickers: Row[] };

  expect(tickers.map(({ contractName }) => contractName)).toEqual(["E-BTC-USDT", "E-BTC-USD"]);
  for (const { contractName, ...row } of tickers) {
    const one = await desk.shown(desk.get(`ticker?contractName=${contractName}`));
    expect(one).toEqual({ time, ...row });
  }
  expect(books.bookTickers).toEqual([
    { contractName: "E-BTC-USDT", bidPrice: "0", bidQty: "0", askPrice: "41000.5", askQty: "5" },
    { contractName: "E-BTC-USD", bidPrice: "0", bidQty: "0", askPrice: "0", askQty: "0" },
  ]);
});
