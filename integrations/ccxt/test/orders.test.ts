import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { bourse } from "../src/index.ts";
import { Venue } from "./support/venue.ts";

let venue: Venue;
let ann: bourse;

before(async () => {
  venue = await Venue.open();
  ann = await venue.trader({ USDT: "100000", BTC: "10" });
});
after(() => venue.close());

test("createOrder places a limit order of spot, and fetchOrder finds it", async () => {
  const placed = await ann.createOrder("BTC/USDT", "limit", "buy", 0.01, 40000);

  const found = await ann.fetchOrder(placed.id as string, "BTC/USDT");

  assert.equal(placed.status, "open");
  assert.deepEqual(
    [found.id, found.symbol, found.type, found.side, found.price, found.amount, found.filled],
    [placed.id, "BTC/USDT", "limit", "buy", 40000, 0.01, 0],
  );
});
