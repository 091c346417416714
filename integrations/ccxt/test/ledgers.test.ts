/** Ledgers of every account, and what fundings took and gave. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { bourse } from "../src/exchanges.ts";
import { allHold } from "./support/structures.ts";
import { Venue } from "./support/venue.ts";

const LINEAR = "BTC/USDT:USDT";
const HOUR_MS = 3_600_000;

let venue: Venue;
let ann: bourse;
let bob: bourse;

before(async () => {
  venue = await Venue.open();
  await venue.operate("/clock/freeze");
  await venue.setIndex("BTC", "50000");
  await venue.operate("/clock/advance", { byMs: 1_000 });
  ann = await trader();
  bob = await trader();
});
after(() => venue.close());

async function trader(): Promise<bourse> {
  const user = await venue.trader({ USDT: "100000", BTC: "10" });
  await user.transfer("USDT", 50000, "spot", "swap");
  await user.transfer("USDT", 1000, "spot", "margin");
  return user;
}

test("fetchLedger tells what came and went of an account, oldest first, with the balance before and after", async () => {
  await bob.createOrder("BTC/USDT", "limit", "sell", 1, 20000);
  await ann.createOrder("BTC/USDT", "limit", "buy", 1, 20000);

  const entries = await ann.fetchLedger();
  allHold("ledgerEntry", entries);
  assert.deepEqual(
    entries.map(({ type, currency, direction, amount, before: from, after: to }) => {
      return [type, currency, direction, amount, from, to];
    }),
    [
      ["transaction", "USDT", "in", 100000, 0, 100000],
      ["transaction", "BTC", "in", 10, 0, 10],
      ["transfer", "USDT", "out", 50000, 100000, 50000],
      ["transfer", "USDT", "out", 1000, 50000, 49000],
      ["trade", "USDT", "out", 20000, 49000, 29000],
      ["trade", "BTC", "in", 1, 10, 11],
      ["fee", "BTC", "out", 0.001, 11, 10.999],
    ],
  );
  const newest = entries.slice(-2);
  assert.deepEqual(await ann.fetchLedger(undefined, undefined, 2), newest);
  assert.deepEqual(
    await ann.fetchLedger("BTC", 1, 1),
    entries.filter(({ currency }) => currency === "BTC").slice(0, 1),
  );
});

test("fetchLedger of margin and of swaps, in pages", async () => {
  const margin = await ann.fetchLedger(undefined, undefined, undefined, { marginMode: "cross" });
  assert.deepEqual(
    margin.map(({ type, account, after: to }) => [type, account, to]),
    [["transfer", "margin", 1000]],
  );

  const whole = await ann.fetchLedger(undefined, 1, undefined, { type: "swap" });
  const pages = await ann.fetchLedger(undefined, 1, undefined, { type: "swap", limit: 1 });
  assert.ok(whole.length > 0);
  assert.deepEqual(pages, whole);
});

test("fetchFundingHistory tells what a funding took of the one and gave to the other", async () => {
  await bob.createOrder(LINEAR, "limit", "sell", 10, 50100);
  await ann.createOrder(LINEAR, "limit", "buy", 10, 50100);
  await bob.createOrder(LINEAR, "limit", "buy", 100, 50090);
  await bob.createOrder(LINEAR, "limit", "sell", 100, 50110);
  await venue.operate("/contracts/set", { name: "E-BTC-USDT", fundingIntervalHours: 1 });
  await venue.setIndex("BTC", "50000");
  await venue.advance(HOUR_MS);

  const [paid, ...others] = await ann.fetchFundingHistory(LINEAR);
  const [received] = await bob.fetchFundingHistory();
  assert.ok(paid && received);
  allHold("fundingHistory", [paid, received, ...others]);
  assert.ok((paid.amount ?? 0) < 0);
  assert.equal(received.amount, -(paid.amount ?? 0));
  assert.deepEqual([paid.symbol, paid.code, paid.timestamp], [LINEAR, "USDT", received.timestamp]);
  const later = (paid.timestamp ?? 0) + 1;
  assert.deepEqual(await ann.fetchFundingHistory(LINEAR, later), others);
});
