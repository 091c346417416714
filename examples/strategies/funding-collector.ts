/**
 * Collects funding: while longs pay shorts it is short a contract and holds the same amount in spot, so
 * that a move of the price wins on one side what it loses on the other. When the rate turns it leaves.
 * What it earns is funding, what it pays is four fees and four times half a spread.
 * Run: npx tsx examples/strategies/funding-collector.ts --hours 24 --operator http://127.0.0.1:8081
 */
import { near } from "../surroundings.mjs";
import { read, times, write } from "./exact.ts";
import { strategy } from "./strategy.ts";

const { client, told, looks, sayProfit } = await strategy({
  symbol: "BTCUSDT",
  contract: "E-BTC-USDT",
  contracts: "10000",
  leverage: "5",
});
const { symbol, contract: contractName } = told;
const { spot, futures } = client;
/** How far an order may go through the book. */
const REACH = 0.002;

const pair = (await spot.symbols()).symbols.find((one) => one.symbol === symbol);
const contract = (await futures.contracts()).find((one) => one.symbol === contractName);
if (!pair || !contract) throw new Error(`there is no ${pair ? contractName : symbol}`);
const terms = { type: "LIMIT", timeInForce: "IOC" } as const;

async function heldInSpot(): Promise<bigint> {
  const { balances } = await spot.account();
  const { free = "0" } = balances.find(({ asset }) => asset === pair?.baseAsset) ?? {};
  return read(free);
}

async function tradeSpot(side: "BUY" | "SELL", amount: string): Promise<void> {
  const { last } = await spot.ticker({ symbol });
  const price = near(last, side === "BUY" ? REACH : -REACH, pair?.pricePrecision);
  await spot.createOrder({ symbol, side, volume: amount, price, ...terms });
}

async function tradeContract(open: "OPEN" | "CLOSE", contracts: string): Promise<void> {
  const { markPrice } = await futures.index({ contractName });
  const side = open === "OPEN" ? "SELL" : "BUY";
  const price = near(markPrice, open === "OPEN" ? -REACH : REACH, contract?.pricePrecision);
  const short = { contractName, positionType: 1, open, side } as const;
  await futures.createOrder({ ...short, volume: contracts, price, ...terms });
}

async function shortPosition() {
  const { account } = await futures.account();
  const positions = account.flatMap(({ positionVos }) => positionVos);
  const own = positions.find((one) => one.contractName === contractName)?.positions ?? [];
  return own.find(({ side }) => side === "SELL");
}

/** The hedge is what really came, less the fee, in whole contracts. */
async function enter(): Promise<void> {
  const before = await heldInSpot();
  const amount = times(read(told.contracts), read(contract?.multiplier ?? "1"));
  await tradeSpot("BUY", write(amount, pair?.quantityPrecision ?? 0));
  const bought = (await heldInSpot()) - before;
  const contracts = bought / read(contract?.multiplier ?? "1");
  if (contracts > 0n) await tradeContract("OPEN", `${contracts}`);
}

/** True when nothing is left: what the book did not take is tried again at the next look. */
async function leave(): Promise<boolean> {
  const position = await shortPosition();
  if (!position) return true;
  const before = read(position.volume);
  await tradeContract("CLOSE", position.volume);
  const left = (await shortPosition())?.volume ?? "0";
  const hedge = times(before - read(left), read(contract?.multiplier ?? "1"));
  await tradeSpot("SELL", write(hedge, pair?.quantityPrecision ?? 0));
  return left === "0";
}

await futures.setLeverage({ contractName, nowLevel: Number(told.leverage) });
for await (const _ of looks()) {
  const { currentFundRate } = await futures.index({ contractName });
  const position = await shortPosition();
  if (!position && Number(currentFundRate) >= 0) await enter();
  if (position && Number(currentFundRate) < 0) await leave();
}

const collected = (await shortPosition())?.capitalFee ?? "0";
while (!(await leave())) console.log("the book is thin: once more");
console.log(`funding ${collected} USDT`);
await sayProfit();
