/**
 * A small market maker: it quotes on both sides of the middle, and quotes anew every second. After the
 * last round, or on Ctrl+C, it cancels what it has and says what it traded.
 * Run: node examples/market-maker.mjs --rounds 10
 */
import { setTimeout as sleep } from "node:timers/promises";
import { BourseError } from "bourse/client";
import { begin, near } from "./surroundings.mjs";

const { client, values } = begin({
  symbol: { type: "string", default: "BTCUSDT" },
  volume: { type: "string", default: "0.01" },
  rounds: { type: "string", default: "10" },
  pause: { type: "string", default: "1000" },
});
const { symbol, volume } = values;
const { spot } = client;
/** Of the price, on each side of the middle. */
const HALF_SPREAD = 0.0005;

const stop = new AbortController();
process.once("SIGINT", () => stop.abort());

const { symbols } = await spot.symbols();
const { pricePrecision } = symbols.find((one) => one.symbol === symbol);
const [newest] = await spot.myTrades({ symbol, limit: 1 });

/** The middle of the book; the last price where a side is empty. */
async function middle() {
  const { bids, asks } = await spot.depth({ symbol, limit: 1 });
  if (bids.length === 0 || asks.length === 0) return Number((await spot.ticker({ symbol })).last);
  return (Number(bids[0][0]) + Number(asks[0][0])) / 2;
}

async function quote() {
  const price = await middle();
  const sides = [
    { side: "BUY", price: near(price, -HALF_SPREAD, pricePrecision) },
    { side: "SELL", price: near(price, HALF_SPREAD, pricePrecision) },
  ];
  const quotes = [];
  for (const terms of sides) {
    quotes.push(await spot.createOrder({ symbol, type: "LIMIT", volume, ...terms }));
  }
  console.log(
    `quoting ${quotes.map(({ side, price: at }) => `${side} ${volume} at ${at}`).join(", ")}`,
  );
  return quotes;
}

async function withdraw(quotes) {
  for (const { orderId, side } of quotes) {
    try {
      await spot.cancelOrder({ symbol, orderId });
    } catch (error) {
      // Somebody took it before it could be canceled: that is what it was there for.
      if (!(error instanceof BourseError && error.code === -1145)) throw error;
      console.log(`${side} was taken`);
    }
  }
}

for (let round = 0; round < Number(values.rounds) && !stop.signal.aborted; round++) {
  const quotes = await quote();
  await sleep(Number(values.pause), undefined, { signal: stop.signal }).catch(() => undefined);
  await withdraw(quotes);
}

const since = newest?.id ?? 0;
const own = (await spot.myTrades({ symbol, limit: 1_000 })).filter(({ id }) => id > since);
console.log(`stopped, nothing is left in the book; ${own.length} trades`);
for (const { side, qty, price } of own.slice(0, 5)) console.log(`  ${side} ${qty} at ${price}`);
