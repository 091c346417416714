/** A desk of the operator at which two users have money, orders, debts and positions in every area. */
import type { Command } from "../../src/core/engine/codec.ts";
import { type DeskTools, OperatorDesk } from "./operator-desk.ts";

const ETHUSDT = {
  name: "ETHUSDT",
  base: "ETH",
  quote: "USDT",
  pricePrecision: 2,
  quantityPrecision: 5,
  maxOpenOrders: 100_000,
};

export const ALICE = { user: 1, key: 1, request: 0 } as const;
export const BOB = { user: 2, key: 2, request: 0 } as const;

/** Both have money in every area; BTC is worth 20000, and USDT is lent. */
export async function openDesk(tools: DeskTools = {}): Promise<OperatorDesk> {
  const desk = await new OperatorDesk(tools).provision();
  await desk.done("/assets", { name: "ETH" });
  await desk.done("/symbols", ETHUSDT);
  await desk.addContract();
  await desk.done("/symbols/margin", { name: "BTCUSDT", marginEnabled: true });
  await desk.done("/loans", { asset: "USDT", cap: "500", hourlyRate: "0.00001" });
  await desk.done("/funds/fill", { fund: "LOAN_POOL", asset: "USDT", amount: "1000" });
  await desk.done("/users", { name: "bob" });
  for (const user of ["alice", "bob"]) {
    await desk.done("/keys", { user });
    for (const asset of ["BTC", "ETH", "USDT"]) {
      await desk.done("/deposits", { user, asset, amount: "100000000" });
    }
  }
  for (const by of [ALICE, BOB]) {
    for (const to of ["margin", "futures"] as const) {
      const moved = { from: "spot", to, asset: 2, amount: 10_000_000_000n } as const;
      did(desk, { type: "Transfer", ...by, ...moved });
    }
  }
  return desk;
}

/** Does what has to be accepted. */
export function did(desk: OperatorDesk, command: Command): void {
  const outcome = desk.exchange.do(command);
  if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.reason}`);
}

export const LIMIT = { kind: "limit", clientId: "" } as const;
export const SPOT = {
  type: "PlaceOrder",
  pair: 1,
  side: "buy",
  quantity: "1",
  price: "10",
} as const;
const MARGIN = { ...SPOT, type: "PlaceMarginOrder", quantity: "0.01", price: "20000" } as const;
export const FUTURES = {
  type: "PlaceFuturesOrder",
  contract: 1,
  side: "buy",
  kind: "limit",
  action: "open",
  mode: "cross",
  timeInForce: "gtc",
  trigger: "none",
  quantity: "10",
  price: "20000.5",
  triggerPrice: "",
  clientId: "",
} as const;
const WAITING = { ...FUTURES, trigger: "up", triggerPrice: "30000" } as const;

/** Of alice: an order in spot, one in margin with a debt, a long, a resting and a waiting order. */
export async function busyDesk(tools: DeskTools = {}): Promise<OperatorDesk> {
  const desk = await openDesk(tools);
  did(desk, { ...FUTURES, ...ALICE });
  did(desk, { ...FUTURES, ...BOB, side: "sell", quantity: "7" });
  did(desk, { ...SPOT, ...LIMIT, ...ALICE, pair: 2, side: "sell", price: "3000", quantity: "2" });
  did(desk, { ...SPOT, ...LIMIT, ...BOB, pair: 2, price: "3000", quantity: "0.5" });
  did(desk, { ...SPOT, ...LIMIT, ...ALICE });
  did(desk, { ...MARGIN, ...LIMIT, ...ALICE });
  did(desk, { ...WAITING, ...ALICE });
  return desk;
}
