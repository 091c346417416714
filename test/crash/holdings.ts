/**
 * All that one user has by the server's word, and what of it cannot be: locks that are not those of
 * the open orders, an order that nobody sent or that is there twice, trades that do not add up.
 * Rules LOG-DUR-1, HIST-OWN-1, HIST-ONCE-1.
 */
import type { SignedClient } from "../support/signed-client.ts";
import { ask, type OrderRow, readAll } from "./asking.ts";

interface TradeRow {
  readonly id: number;
  readonly isMaker: boolean;
  readonly orderId: number;
  readonly qty: string;
}

export interface Holdings {
  readonly open: readonly OrderRow[];
  readonly balances: readonly { readonly asset: string; readonly locked: string }[];
  readonly ended: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
}

/** What a user has sent, and which of his orders are over by what he was told. */
export interface Known {
  readonly clientIds: ReadonlySet<string>;
  readonly final: readonly number[];
}

const READS_MAX = 10;

/** Read again if something moved meanwhile: what a 504 left in doubt may come later. */
export async function readHoldings(client: SignedClient): Promise<Holdings> {
  for (let reads = 0; reads < READS_MAX; reads++) {
    const open = await readOpen(client);
    const { balances } = await ask(client, "/sapi/v1/account");
    const ended = await readAll<"orderId", OrderRow>(client, "/sapi/v1/historyOrders", "orderId");
    const trades = await readAll<"id", TradeRow>(client, "/sapi/v1/myTrades", "id");
    const isSteady = JSON.stringify(open) === JSON.stringify(await readOpen(client));
    if (isSteady) return { open, balances, ended, trades };
  }
  throw new Error("the open orders change although nobody sends anything");
}

async function readOpen(client: SignedClient): Promise<OrderRow[]> {
  return await ask(client, "/sapi/v1/openOrders?symbol=BTCUSDT&limit=1000");
}

/** Every sentence that should be true and is not. */
export function contradictionsIn(holdings: Holdings, known: Known): string[] {
  return [
    ...falseLocks(holdings),
    ...falseOrders(holdings, known),
    ...falseTrades(holdings),
    ...falseHistory(holdings, known),
  ];
}

function falseLocks({ open, balances }: Holdings): string[] {
  const needed = new Map<string, bigint>();
  for (const { side, price, origQty, executedQty } of open) {
    const rest = unitsOf(origQty, 5) - unitsOf(executedQty, 5);
    const asset = side === "SELL" ? "BTC" : "USDT";
    const locked = side === "SELL" ? rest * 1_000n : rest * unitsOf(price, 2) * 10n;
    needed.set(asset, (needed.get(asset) ?? 0n) + locked);
  }
  return balances
    .filter(({ asset, locked }) => unitsOf(locked, 8) !== (needed.get(asset) ?? 0n))
    .map(({ asset, locked }) => {
      const due = needed.get(asset) ?? 0n;
      return `locked ${asset} is ${locked}, and open orders need ${due} of its smallest units`;
    });
}

/** No name was used twice, so an order that was done twice has two ids under one name. */
function falseOrders({ open, ended }: Holdings, { clientIds }: Known): string[] {
  const found = new Map<string, number>();
  const sentences: string[] = [];
  for (const { orderId, clientOrderId } of [...ended, ...open]) {
    const other = found.get(clientOrderId) ?? orderId;
    if (other !== orderId) sentences.push(`${clientOrderId} was done as ${other} and ${orderId}`);
    if (!clientIds.has(clientOrderId)) sentences.push(`nobody sent the order ${clientOrderId}`);
    found.set(clientOrderId, orderId);
  }
  return sentences;
}

/** A trade with oneself has two rows. The trades of an order that is over make up what it says. */
function falseTrades({ ended, trades }: Holdings): string[] {
  const sides = new Set(trades.map(({ id, isMaker }) => `${id} ${isMaker}`));
  const traded = new Map<number, bigint>();
  for (const { orderId, qty } of trades) {
    traded.set(orderId, (traded.get(orderId) ?? 0n) + unitsOf(qty, 5));
  }
  return [
    ...(sides.size === trades.length ? [] : [`of ${trades.length} trades one is listed twice`]),
    ...ended
      .filter(({ orderId, executedQty }) => unitsOf(executedQty, 5) !== (traded.get(orderId) ?? 0n))
      .map(({ orderId, executedQty }) => `order ${orderId} lacks trades of its ${executedQty}`),
  ];
}

function falseHistory({ ended }: Holdings, { final }: Known): string[] {
  const listed = new Set(ended.map(({ orderId }) => orderId));
  return [
    ...(listed.size === ended.length ? [] : [`of ${ended.length} orders one is listed twice`]),
    ...final
      .filter((orderId) => !listed.has(orderId))
      .map((orderId) => `order ${orderId} is over and not among the ${ended.length} listed`),
  ];
}

/** A decimal as a whole number of its smallest steps; the checker has arithmetic of its own. */
export function unitsOf(decimal: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = decimal.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}
