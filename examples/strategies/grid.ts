/**
 * A grid: buys on lines below the price, sells on lines above it. A line that was bought is sold one line
 * higher, one that was sold is bought back one line lower, so every swing between two lines earns their
 * distance less two fees. A price that leaves the grid leaves it with all it has bought, or sold.
 * Run: npx tsx examples/strategies/grid.ts --hours 3 --operator http://127.0.0.1:8081
 */
import { near } from "../surroundings.mjs";
import { strategy } from "./strategy.ts";

const { client, told, looks, sayProfit } = await strategy({
  symbol: "BTCUSDT",
  volume: "0.02",
  /** How many lines on each side, and how far they are from each other, as a share of the price. */
  lines: "10",
  distance: "0.003",
});
const { symbol, volume } = told;
const { spot } = client;
const [lines, distance] = [Number(told.lines), Number(told.distance)];

const { symbols } = await spot.symbols();
const listed = symbols.find((one) => one.symbol === symbol);
if (!listed) throw new Error(`there is no ${symbol}`);
const { last } = await spot.ticker({ symbol });

interface Waiting {
  readonly orderId: number;
  readonly side: "BUY" | "SELL";
  /** Lines above the price of the beginning; below it, less than zero. */
  readonly line: number;
}

async function place(side: "BUY" | "SELL", line: number): Promise<Waiting> {
  const price = near(last, (1 + distance) ** line - 1, listed?.pricePrecision);
  const { orderId } = await spot.createOrder({ symbol, side, type: "LIMIT", volume, price });
  return { orderId, side, line };
}

/** What is placed where an order has traded: the other side of the same swing. */
function answerTo({ side, line }: Waiting): Promise<Waiting> {
  return side === "BUY" ? place("SELL", line + 1) : place("BUY", line - 1);
}

let waiting: Waiting[] = [];
let swings = 0;
for (let line = 1; line <= lines; line++) {
  waiting.push(await place("BUY", -line), await place("SELL", line));
}

for await (const _ of looks()) {
  const open = new Set((await spot.openOrders({ symbol })).map(({ orderId }) => orderId));
  const traded = waiting.filter(({ orderId }) => !open.has(orderId));
  waiting = waiting.filter(({ orderId }) => open.has(orderId));
  for (const order of traded) {
    waiting.push(await answerTo(order));
    swings++;
  }
}

await spot.cancelAll({ symbol });
console.log(`${swings} lines traded`);
await sayProfit();
