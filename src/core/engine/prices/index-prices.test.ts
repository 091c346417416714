/** The index of an asset: which sources it takes, which count, when it is stale, what it follows. */
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { type SetIndex, SILENT_AFTER_MS, SOURCES_MAX } from "./index-prices.ts";

/** Users who trade BTC for USDT in spot. */
function marketDesk(): MarginDesk {
  const desk = new MarginDesk();
  for (const name of ["lee", "max"]) {
    desk.addUser(name);
    desk.deposit(name, "100 BTC");
    desk.deposit(name, "100000 USDT");
  }
  return desk;
}

/** Moves the last price of a pair. */
function trade(desk: MarginDesk, price: string, pair = "BTCUSDT"): void {
  desk.place("lee", `sell 0.1 @ ${price} on ${pair}`);
  desk.place("max", `buy 0.1 @ ${price} on ${pair}`);
}

test("PRICE-INDEX-1 an index is in USDT with 18 decimals; that of USDT is 1 and cannot be set", () => {
  const desk = marketDesk();

  desk.index("BTC", "20000.000000000000000001");

  expect(desk.indexShown("BTC")).toBe("20000.000000000000000001");
  expect(desk.indexShown("USDT")).toBe("1");
  expect(desk.refusalOf(desk.indexing("USDT", "2"))).toBe("index_is_fixed");
});

test.each<[string, Partial<SetIndex>, string]>([
  ["an asset that exists", { asset: 9 }, "asset_not_found"],
  ["a source with a name", { source: "" }, "name_malformed"],
  ["a name of small letters", { source: "Feed" }, "name_malformed"],
  ["a name of at most 32 letters", { source: "x".repeat(33) }, "name_malformed"],
  ["a price above zero", { price: 0n }, "price_out_of_range"],
  ["no negative price", { price: -1n }, "price_out_of_range"],
  ["a price of at most 10^12", { price: 10n ** 30n + 1n }, "price_out_of_range"],
  ["a weight above zero", { weight: 0 }, "weight_out_of_range"],
  ["a weight of at most 1000", { weight: 1001 }, "weight_out_of_range"],
])("PRICE-INDEX-1 an index price has %s", (_, changes, reason) => {
  const desk = marketDesk();

  expect(desk.refusalOf({ ...desk.indexing("BTC", "1"), ...changes })).toBe(reason);
});

test("PRICE-INDEX-1 the largest price, the smallest one, the longest name and the largest weight are taken", () => {
  const desk = marketDesk();
  const largest = { price: 10n ** 30n, weight: 1000, source: "x".repeat(32) };

  desk.must({ ...desk.indexing("BTC", "1"), ...largest });
  expect(desk.indexShown("BTC")).toBe("1000000000000");
  desk.must({ ...desk.indexing("BTC", "1"), price: 1n });
  expect(desk.indexShown("BTC")).toBe("0.000000000000000001");
});

test("PRICE-INDEX-2 each source counts with its weight, and its newest price alone", () => {
  const desk = marketDesk();
  desk.index("BTC", "100", "a", 3);
  desk.index("BTC", "500", "b", 2);
  desk.index("BTC", "101", "b", 2);

  desk.index("BTC", "112", "c", 5);

  expect(desk.indexShown("BTC")).toBe("100.4");
  expect(desk.events).toEqual([
    { type: "IndexChanged", asset: 1, price: 1004n * 10n ** 17n, timeMs: desk.timeMs },
  ]);
});

test("PRICE-INDEX-3 without a source the index is the last trade of the USDT symbol; before it there is none", () => {
  const desk = marketDesk();
  desk.addPair({ name: "BTCDOLLAR" }, "BTC", "USDT");
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  trade(desk, "7", "BTCDOLLAR");
  expect(desk.indexShown("BTC")).toBe("0");

  trade(desk, "100.25");
  expect(desk.indexShown("BTC")).toBe("100.25");
  trade(desk, "99");
  expect(desk.indexShown("BTC")).toBe("99");
});

test("PRICE-INDEX-3 an order that trades at several prices leaves the last of them", () => {
  const desk = marketDesk();
  for (const price of ["100", "101", "103"]) desk.place("lee", `sell 1 @ ${price}`);

  desk.place("max", "buy 3 @ 110");

  expect(desk.indexShown("BTC")).toBe("103");
});

test("PRICE-INDEX-3 an index that follows trades is never stale", () => {
  const desk = marketDesk();
  trade(desk, "100");

  desk.advance(1_000_000_000);

  expect(desk.indexShown("BTC")).toBe("100");
});

test("PRICE-INDEX-3 a forced sale does not move the index it is assessed by; the next command finds it moved", () => {
  const desk = marketDesk();
  desk.addUser("ann");
  desk.deposit("ann", "100 USDT");
  desk.moveIn("ann", "100 USDT");
  desk.lend("10000 USDT");
  desk.terms("BTC", "0", 0n);
  trade(desk, "100");
  desk.place("lee", "sell 3 @ 100");
  desk.placeMargin("ann", "buy 3 @ 100");
  for (const bid of ["0.1 @ 73", "1 @ 70", "5 @ 64"]) desk.place("max", `buy ${bid}`);

  desk.place("lee", "sell 0.1 @ 73");

  // 64 is more than 10% below 73, the index, but not below 70, the last trade.
  expect(desk.news()).toEqual([
    "lee sells 0.1 @ 73 on BTCUSDT",
    "ann is liquidated",
    "ann repays 70 USDT",
    "ann sells 1 @ 70 on BTCUSDT",
  ]);
  expect(desk.indexShown("BTC")).toBe("73");
  desk.deposit("max", "1 USDT");
  expect(desk.indexShown("BTC")).toBe("70");
  expect(desk.trades()).toEqual(["2 @ 64"]);
});

test("PRICE-INDEX-3 SPOT-STOP-3 a stop that a forced sale triggers moves no index in its command either", () => {
  const desk = marketDesk();
  desk.addUser("ann");
  desk.deposit("ann", "100 USDT");
  desk.moveIn("ann", "100 USDT");
  desk.lend("10000 USDT");
  desk.terms("BTC", "0", 0n);
  trade(desk, "100");
  desk.place("lee", "sell 3 @ 100");
  desk.placeMargin("ann", "buy 3 @ 100");
  for (const bid of ["0.1 @ 73", "1 @ 70", "5 @ 64"]) desk.place("max", `buy ${bid}`);
  desk.place("lee", "sell 0.5 @ 60 stop 70");

  desk.place("lee", "sell 0.1 @ 73");

  expect(desk.trades()).toEqual(["0.1 @ 73", "1 @ 70", "0.5 @ 64"]);
  expect(desk.indexShown("BTC")).toBe("73");
  desk.deposit("max", "1 USDT");
  expect(desk.indexShown("BTC")).toBe("64");
});

test("PRICE-INDEX-4 a source silent for 10 s still counts, for longer it does not", () => {
  const desk = marketDesk();
  desk.index("BTC", "100", "a");
  desk.advance(SILENT_AFTER_MS);

  desk.index("BTC", "102", "b");
  expect(desk.indexShown("BTC")).toBe("101");
  desk.advance(1);
  desk.index("BTC", "102", "b");
  expect(desk.indexShown("BTC")).toBe("102");
});

test("PRICE-INDEX-4 when all sources are silent the last index stays and is stale, until one gives a price", () => {
  const desk = marketDesk();
  desk.index("BTC", "100", "a");
  desk.index("BTC", "104", "b");

  desk.advance(SILENT_AFTER_MS);
  expect(desk.indexShown("BTC")).toBe("102");
  desk.advance(1);
  expect(desk.indexShown("BTC")).toBe("102 stale");
  trade(desk, "90");
  expect(desk.indexShown("BTC")).toBe("102 stale");
  desk.index("BTC", "97", "b");
  expect(desk.indexShown("BTC")).toBe("97");
});

test("PRICE-INDEX-4 a silent source that is withdrawn leaves the last index, stale, to those that stay", () => {
  const desk = marketDesk();
  desk.index("BTC", "100", "a");
  desk.index("BTC", "104", "b");
  desk.advance(SILENT_AFTER_MS + 1);

  desk.withdrawIndex("BTC", "a");

  expect(desk.indexShown("BTC")).toBe("102 stale");
});

test("PRICE-INDEX-5 a price set by the operator is never silent and takes the place of all sources", () => {
  const desk = marketDesk();
  desk.index("BTC", "100", "a");
  desk.index("BTC", "40");
  desk.index("BTC", "101", "a");
  expect(desk.indexShown("BTC")).toBe("40");

  desk.advance(1_000_000_000);

  expect(desk.indexShown("BTC")).toBe("40");
});

test("PRICE-INDEX-5 when it is withdrawn, the other sources count again, those that are not silent", () => {
  const desk = marketDesk();
  desk.index("BTC", "40");
  desk.index("BTC", "100", "a");
  desk.advance(SILENT_AFTER_MS);
  desk.index("BTC", "104", "b");
  desk.advance(1);

  desk.withdrawIndex("BTC");

  expect(desk.indexShown("BTC")).toBe("104");
  expect(desk.events).toMatchObject([{ type: "IndexChanged", price: 104n * 10n ** 18n }]);
});

test("PRICE-INDEX-5 when it is withdrawn and there is no other source, the index is the last trade, or none", () => {
  const desk = marketDesk();
  desk.index("BTC", "40");
  desk.withdrawIndex("BTC");
  expect(desk.indexShown("BTC")).toBe("0");
  desk.index("BTC", "40");
  trade(desk, "55.5");
  expect(desk.indexShown("BTC")).toBe("40");

  desk.withdrawIndex("BTC");

  expect(desk.indexShown("BTC")).toBe("55.5");
});

test("PRICE-INDEX-5 only a source that has given a price can be withdrawn", () => {
  const desk = marketDesk();
  desk.index("BTC", "100", "a");
  const withdrawing = { type: "WithdrawIndex", asset: 1, source: "b", request: 0 } as const;

  expect(desk.refusalOf(withdrawing)).toBe("source_not_found");
  expect(desk.refusalOf({ ...withdrawing, asset: 9 })).toBe("asset_not_found");
  expect(desk.refusalOf({ ...withdrawing, asset: 2 })).toBe("source_not_found");
});

test("CORE-BOUND-1 PRICE-INDEX-5 an asset has a largest number of sources; the operator finds room beside them", () => {
  const desk = marketDesk();
  for (let count = 1; count <= SOURCES_MAX; count++) desk.index("BTC", "100", `feed-${count}`);

  expect(desk.refusalOf(desk.indexing("BTC", "100", "one-more"))).toBe("too_many_sources");
  expect(desk.index("BTC", "90", "feed-1")).toMatchObject({ ok: true });
  expect(desk.index("BTC", "40")).toMatchObject({ ok: true });
  expect(desk.indexShown("BTC")).toBe("40");
  expect(desk.refusalOf(desk.indexing("BTC", "100", "one-more"))).toBe("too_many_sources");
  desk.withdrawIndex("BTC", "feed-2");
  expect(desk.index("BTC", "100", "one-more")).toMatchObject({ ok: true });
});
