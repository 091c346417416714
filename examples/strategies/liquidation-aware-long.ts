/**
 * A leveraged long that knows where it would be liquidated. When the mark comes near it adds margin; when
 * the budget for that is spent it closes half, and gives the margin that this frees to the rest.
 * Run: npx tsx examples/strategies/liquidation-aware-long.ts --hours 6 --operator http://127.0.0.1:8081
 */
import { near } from "../surroundings.mjs";
import { read, times, write } from "./exact.ts";
import { strategy } from "./strategy.ts";

const { client, told, looks, sayProfit } = await strategy({
  contract: "E-BTC-USDT",
  contracts: "2000",
  leverage: "50",
  /** How far the mark must stay above the liquidation price, as a share of the mark. */
  near: "0.01",
  /** How much margin may be added in all. */
  budget: "150",
});
const { contract: contractName } = told;
const { futures } = client;
/** How far an order may go through the book. */
const REACH = 0.002;

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

type Held = NonNullable<Awaited<ReturnType<typeof position>>>;

async function add(held: Held, amount: bigint): Promise<void> {
  await futures.movePositionMargin({ positionId: held.id, amount: write(amount, 2) });
}

/** Less alone would move nothing: the liquidation price goes by the margin of a contract. */
async function halve(held: Held): Promise<void> {
  const half = BigInt(held.volume) / 2n || 1n;
  await trade("CLOSE", `${half}`);
  console.log(`closed ${half} of ${held.volume} contracts`);
  const rest = await position();
  if (!rest) return;
  const lost = (read(held.unRealizedAmount) * half) / BigInt(held.volume);
  const freed = read(held.holdAmount) - read(rest.holdAmount) + (lost < 0n ? lost : 0n);
  if (freed >= read("0.01")) await add(rest, freed);
}

async function lookAfter(held: Held): Promise<void> {
  const { markPrice } = await futures.index({ contractName });
  const mark = read(markPrice);
  if (mark - read(held.reducePrice) >= times(mark, read(told.near))) return;
  console.log(`mark ${markPrice}, liquidation at ${held.reducePrice}`);
  const half = read(held.holdAmount) / 2n;
  const amount = half < budget ? half : budget;
  if (amount < read("0.01")) return halve(held);
  await add(held, amount);
  budget -= amount;
  console.log(`added ${write(amount, 2)} USDT of margin, ${write(budget, 2)} left for that`);
}

async function close(): Promise<void> {
  for (let held = await position(); held; held = await position())
    await trade("CLOSE", held.volume);
}

let budget = read(told.budget);
await futures.setMarginModel({ contractName, marginModel: 2 });
await futures.setLeverage({ contractName, nowLevel: Number(told.leverage) });
await trade("OPEN", told.contracts);

for await (const _ of looks()) {
  const held = await position();
  if (!held) break;
  await lookAfter(held);
}

await close();
const [ended] = await futures.profitHistory({ contractName, limit: 1 });
console.log(`closed by ${ended?.forced === "NONE" ? "itself" : "the exchange"}`);
await sayProfit();
