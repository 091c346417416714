/**
 * A bot trades by brackets and exits for an hour of engine time, while a price walks from a seed: entries fill, take
 * profits and stop losses are reached, also such as trail, some lists are canceled. It ends flat, and every unit is accounted for.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { bourse } from "../src/exchanges.ts";
import { assertBooks } from "./support/books.ts";
import { BracketBot } from "./support/bracket-bot.ts";
import { MovingMarket } from "./support/moving-market.ts";
import { Venue } from "./support/venue.ts";

const SYMBOL = "BTC/USDT";
const PRICE = 50_000;
const STEP_MAX = 60;
const MINUTES = 60;
const SEED = 1;

/** Each part of a list ends in each way that there is. */
const ENDS = [
  ...["entry closed", "entry canceled"],
  ...["stopLoss closed", "stopLoss OTHER_LEG", "stopLoss canceled", "stopLoss LIST_ENDED"],
  ...["trailing closed", "trailing OTHER_LEG"],
  ...["takeProfit closed", "takeProfit OTHER_LEG", "takeProfit canceled", "takeProfit LIST_ENDED"],
  ...["stopLoss INSUFFICIENT_BALANCE", "takeProfit INSUFFICIENT_BALANCE"],
];

let venue: Venue;

before(async () => {
  venue = await Venue.open();
  await venue.operate("/clock/freeze");
});
after(() => venue.close());

test(`an hour of brackets and exits ends flat, seed ${SEED}`, async () => {
  const market = await MovingMarket.open(venue, SYMBOL, PRICE, SEED);
  const exchange = await venue.trader({ USDT: "200000", BTC: "1" });
  const bot = new BracketBot(exchange, SYMBOL);

  for (let minute = 0; minute < MINUTES; minute++) {
    await venue.advance(60_000);
    await market.walk(PRICE, STEP_MAX);
    await bot.step();
  }
  await bot.stop();
  await market.close();

  const ends = Object.fromEntries(bot.ends);
  for (const end of ENDS) assert.ok(bot.ends.has(end), `no ${end}: ${JSON.stringify(ends)}`);
  assert.deepEqual(await exchange.fetchOpenOrders(SYMBOL), []);
  const { BTC: base } = await exchange.fetchBalance();
  assert.deepEqual(base, { free: 1, used: 0, total: 1 });
  await assertBooks(exchange, await exchange.fetchMyTrades(SYMBOL), { base: 1, quote: 200_000 });
  await assertConserved([exchange, ...market.users], { BTC: 2001, USDT: 20_200_000 });
});

/** What all users have, and what they paid in fees, is what they were given. */
async function assertConserved(users: readonly bourse[], given: Readonly<Record<string, number>>) {
  for (const [asset, amount] of Object.entries(given)) {
    let found = 0;
    for (const user of users) {
      const balance = await user.fetchBalance();
      const trades = await user.fetchMyTrades(SYMBOL);
      const fees = trades.filter(({ fee }) => fee?.currency === asset);
      found += fees.reduce((sum, { fee }) => sum + Number(fee?.cost), balance[asset]?.total ?? 0);
    }
    assert.equal(found.toFixed(6), amount.toFixed(6), asset);
  }
}
