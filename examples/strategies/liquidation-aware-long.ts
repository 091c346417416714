/**
 * A leveraged long that knows where it would be liquidated. When the mark comes too near it adds margin
 * from a purse; when the purse is empty it closes itself, which costs a fee and a spread instead of all
 * of the margin.
 * Run: npx tsx examples/strategies/liquidation-aware-long.ts --hours 6 --operator http://127.0.0.1:8081
 */
import { near } from "../surroundings.mjs";
import { read, times, write } from "./exact.ts";
import { strategy } from "./strategy.ts";

const { client, told, looks, sayProfit } = await strategy({
  contract: "E-BTC-USDT",
  /** Contracts. */
  volume: "2000",
  leverage: "25",
  /** How far the mark must stay above the liquidation price, as a share of the mark. */
  distance: "0.03",
  /** How much margin may be added in all. */
  purse: "300",
});
const { contract: contractName } = told;
const { futures } = client;
/** How far an order may go through the book. */
const REACH = 0.002;
/** Of the position's value, added at once. */
const PORTION = read("0.005");

const contract = (await futures.contracts()).find((one) => one.symbol === contractName);
if (!contract) throw new Error(`there is no ${contractName}`);

async function trade(open: "OPEN" | "CLOSE", volume: string): Promise<void> {
  const { markPrice } = await futures.index({ contractName });
  const side = open === "OPEN" ? "BUY" : "SELL";
  const price = near(markPrice, open === "OPEN" ? REACH : -REACH, contract?.pricePrecision);
  const terms = { type: "LIMIT", timeInForce: "IOC", positionType: 2 } as const;
  await futures.createOrder({ contractName, open, side, volume, price, ...terms });
}

async function position() {
  const { account } = await futures.account();
  const all = account.flatMap(({ positionVos }) => positionVos);
  const own = all.find((one) => one.contractName === contractName)?.positions ?? [];
  return own.find(({ side, positionType }) => side === "BUY" && positionType === 2);
}

/** False when it must go: it is too near, and there is nothing left to add. */
async function protect(): Promise<boolean> {
  for (let held = await position(); held; held = await position()) {
    const { markPrice } = await futures.index({ contractName });
    const mark = read(markPrice);
    if (mark - read(held.reducePrice) >= times(mark, read(told.distance))) return true;
    const amount = times(read(held.positionBalance), PORTION);
    if (amount > purse) return false;
    await futures.movePositionMargin({ positionId: held.id, amount: write(amount, 2) });
    purse -= amount;
    console.log(`mark ${markPrice}, liquidation ${held.reducePrice}: ${write(amount, 2)} added`);
  }
  return true;
}

async function close(): Promise<void> {
  for (let held = await position(); held; held = await position())
    await trade("CLOSE", held.volume);
}

let purse = read(told.purse);
await futures.setMarginModel({ contractName, marginModel: 2 });
await futures.setLeverage({ contractName, nowLevel: Number(told.leverage) });
await trade("OPEN", told.volume);

for await (const _ of looks()) {
  if (await protect()) continue;
  console.log("too near, and the purse is empty: closing");
  break;
}

await close();
const [ended] = await futures.profitHistory({ contractName, limit: 1 });
console.log(`closed by ${ended?.forced === "NONE" ? "itself" : "the exchange"}`);
await sayProfit();
