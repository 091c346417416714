import { expect, test } from "vitest";
import { OperatorDesk } from "../../../../../test/support/operator-desk.ts";
import { indexPriceOf, SOURCES_MAX } from "../../../../core/engine/prices/index-prices.ts";

const USDT = { asset: "USDT", price: "1", from: "fixed", stale: false, sources: [] };

/** A price of a source other than the operator. */
function feed(desk: OperatorDesk, source: string, dollars: bigint): void {
  const price = dollars * 10n ** 18n;
  desk.exchange.do({ type: "SetIndex", asset: 1, source, weight: 2, price, request: 0 });
}

async function pricesOf(desk: OperatorDesk) {
  return (await desk.get("/index")).json.prices;
}

test("PRICE-INDEX-1 a price is set with up to 18 decimals, and is the index at once", async () => {
  const desk = await new OperatorDesk().provision();

  const set = await desk.done("/index", { asset: "BTC", price: "40000.000000000000000001" });

  const price = "40000.000000000000000001";
  const [btc] = await pricesOf(desk);
  expect(set).toEqual({ source: "operator", ...btc });
  expect(btc).toEqual({
    asset: "BTC",
    price,
    from: "operator",
    stale: false,
    sources: [{ name: "operator", weight: 1, price, ageMs: 0 }],
  });
  expect(indexPriceOf(desk.exchange.state, 1)).toBe(40_000n * 10n ** 18n + 1n);
});

test("PRICE-INDEX-5 the operator's price stands above the sources until it is withdrawn", async () => {
  const desk = await new OperatorDesk().provision();
  feed(desk, "feed", 100n);

  const set = await desk.done("/index", { asset: "BTC", price: "40000" });
  const withdrawn = await desk.done("/index/withdraw", { asset: "BTC" });
  const silent = await desk.done("/index/withdraw", { asset: "BTC", source: "feed" });

  expect(set.price).toBe("40000");
  expect(withdrawn).toMatchObject({ asset: "BTC", source: "operator", price: "100" });
  expect(silent).toEqual({
    source: "feed",
    asset: "BTC",
    from: "trades",
    stale: false,
    sources: [],
  });
  expect(indexPriceOf(desk.exchange.state, 1)).toBe(0n);
});

test("PRICE-INDEX-4 every price is listed with its sources, their age and whether it is stale", async () => {
  const desk = await new OperatorDesk().provision();
  feed(desk, "slow", 100n);
  desk.exchange.nowMs += 4_000;
  feed(desk, "fast", 101n);

  desk.exchange.nowMs += 10_000;
  const fresh = await pricesOf(desk);
  desk.exchange.nowMs += 1;
  const late = await pricesOf(desk);

  const weight = 2;
  const sources = [
    { name: "fast", weight, price: "101", ageMs: 10_000 },
    { name: "slow", weight, price: "100", ageMs: 14_000 },
  ];
  const btc = { asset: "BTC", price: "100.5", from: "sources", stale: false };
  expect(fresh).toEqual([{ ...btc, sources }, USDT]);
  expect(late[0]).toMatchObject({ ...btc, stale: true });
});

test("PRICE-INDEX-5 the list says that the operator sets it; the operator's price is never stale", async () => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/index", { asset: "BTC", price: "7" });
  desk.exchange.nowMs += 86_400_000;

  const [btc] = await pricesOf(desk);

  expect(btc).toMatchObject({ from: "operator", stale: false, sources: [{ ageMs: 86_400_000 }] });
});

test("PRICE-INDEX-3 an asset without a source is listed from its first trade on", async () => {
  const desk = await new OperatorDesk().provision();
  await desk.done("/deposits", { user: "alice", asset: "BTC", amount: "1" });
  await desk.done("/keys", { user: "alice" });
  await desk.done("/users", { name: "bob" });
  await desk.done("/keys", { user: "bob" });
  await desk.done("/deposits", { user: "bob", asset: "USDT", amount: "100" });
  expect(await pricesOf(desk)).toEqual([USDT]);

  const asked = { kind: "limit", quantity: "1", price: "50.5", clientId: "", request: 0 } as const;
  const order = { type: "PlaceOrder", pair: 1, ...asked } as const;
  desk.exchange.do({ ...order, user: 1, key: 1, side: "sell" });
  desk.exchange.do({ ...order, user: 2, key: 2, side: "buy" });

  const btc = { asset: "BTC", price: "50.5", from: "trades", stale: false, sources: [] };
  expect(await pricesOf(desk)).toEqual([btc, USDT]);
});

test("PRICE-INDEX-5 where there are as many sources as there may be the operator is still heard", async () => {
  const desk = await new OperatorDesk().provision();
  for (let count = 0; count < SOURCES_MAX; count++) feed(desk, `feed${count}`, 100n);

  expect(await desk.post("/index", { asset: "BTC", price: "1" })).toMatchObject({ status: 200 });
});

const OUT_OF_RANGE = "A price is above zero and at most 10^12 USDT.";
const NO_SOURCE = "No index price of this asset was set by this source.";
const FIXED = "USDT is what all prices are in; its own is 1.";
const NO_ASSET = "There is no such asset; it has to be added first.";

test.each([
  ["/index", { asset: "BTC", price: "0" }, 400, -1102, OUT_OF_RANGE],
  ["/index", { asset: "BTC", price: "-1" }, 400, -1102, OUT_OF_RANGE],
  ["/index", { asset: "BTC", price: "-0.5" }, 400, -1102, OUT_OF_RANGE],
  ["/index", { asset: "BTC", price: "1000000000000.1" }, 400, -1102, OUT_OF_RANGE],
  ["/index", { asset: "BTC", price: "1e39" }, 400, -1102, OUT_OF_RANGE],
  ["/index", { asset: "BTC", price: "1e-19" }, 400, -1111, "The price has more than 18 decimals."],
  ["/index", { asset: "BTC", price: "much" }, 400, -1102, "Parameter price is malformed."],
  ["/index", { asset: "BTC" }, 400, -1102, "Parameter price is missing."],
  ["/index", { asset: "DOGE", price: "1" }, 404, -3002, NO_ASSET],
  ["/index", { asset: "USDT", price: "1" }, 400, -3008, FIXED],
  ["/index/withdraw", { asset: "BTC" }, 404, -3009, NO_SOURCE],
  ["/index/withdraw", { asset: "BTC", source: "__proto__" }, 404, -3009, NO_SOURCE],
  ["/index/withdraw", { asset: "USDT" }, 404, -3009, NO_SOURCE],
  ["/index/withdraw", { asset: "DOGE" }, 404, -3002, NO_ASSET],
])("%s %j is refused with %i", async (path, body, status, code, msg) => {
  const desk = await new OperatorDesk().provision();

  expect(await desk.post(path, body)).toMatchObject({ status, json: { code, msg } });
  expect(await pricesOf(desk)).toEqual([USDT]);
});
