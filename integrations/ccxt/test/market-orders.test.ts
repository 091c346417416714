/** What market orders of spot trade: an amount, or what it is to cost or bring. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { InvalidOrder } from "ccxt";
import type { bourse } from "../src/exchanges.ts";
import { fieldsOf } from "./support/structures.ts";
import { Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const MONEY = { USDT: "100000", BTC: "10" };

let venue: Venue;
let ann: bourse;
let bob: bourse;

before(async () => {
  venue = await Venue.open();
});
after(() => venue.close());

/** Each test has users of its own, and the books of the one before are emptied. */
beforeEach(async () => {
  for (const user of [ann, bob]) await user?.cancelAllOrders(SYMBOL);
  ann = await venue.trader(MONEY);
  bob = await venue.trader(MONEY);
});

test("a market buy names its cost: by price, by params.cost, by the call of that name", async () => {
  await ann.createOrder(SYMBOL, "limit", "sell", 1, 50000);

  const byPrice = await bob.createOrder(SYMBOL, "market", "buy", 0.1, 50000);
  const byParam = await bob.createOrder(SYMBOL, "market", "buy", 0, undefined, { cost: 2500 });
  const byCall = await bob.createMarketBuyOrderWithCost(SYMBOL, 1000);
  const loose = venue.exchange(bob, { createMarketBuyOrderRequiresPrice: false });
  const byOption = await loose.createOrder(SYMBOL, "market", "buy", 500);

  assert.deepEqual(
    [byPrice, byParam, byCall, byOption].map(({ filled, status }) => [filled, status]),
    [
      [0.1, "closed"],
      [0.05, "closed"],
      [0.02, "closed"],
      [0.01, "closed"],
    ],
  );
  const inMargin = bob.createOrder(SYMBOL, "market", "buy", 0.1, undefined, {
    marginMode: "cross",
  });
  await assert.rejects(inMargin, InvalidOrder);
});

test("a market buy without a price buys an amount, and a market sell may name what it is to bring", async () => {
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50000);
  await ann.createOrder(SYMBOL, "limit", "sell", 0.1, 50100);

  const bought = await bob.createOrder(SYMBOL, "market", "buy", 0.15);
  assert.deepEqual(fieldsOf(bought, "amount", "filled", "status"), {
    amount: 0.15,
    filled: 0.15,
    status: "closed",
  });
  await ann.cancelAllOrders(SYMBOL);
  await ann.createOrder(SYMBOL, "limit", "buy", 1, 50000);
  const sold = await bob.createMarketSellOrderWithCost(SYMBOL, 1000);
  const alsoSold = await bob.createMarketOrderWithCost(SYMBOL, "sell", 500);

  assert.deepEqual(
    [sold, alsoSold].map((order) => fieldsOf(order, "amount", "filled", "status")),
    [0.02, 0.01].map((amount) => ({ amount, filled: amount, status: "closed" })),
  );
});

test("a market sell names its amount", async () => {
  await ann.createOrder(SYMBOL, "limit", "buy", 1, 50000);

  const sold = await bob.createOrder(SYMBOL, "market", "sell", 0.3);

  assert.deepEqual(fieldsOf(sold, "filled", "amount", "status"), {
    filled: 0.3,
    amount: 0.3,
    status: "closed",
  });
});
