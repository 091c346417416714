/**
 * What of a user's holdings cannot be: locks that are not those of the open orders, an order that
 * no client sent or that is there twice, trades that do not add up, something over that is not listed.
 * Rules LOG-DUR-1, HIST-OWN-1, HIST-ONCE-1.
 */
import type { AreaHoldings, Balance, Holdings } from "../holdings.ts";
import { AREA_NAMES, type AreaName, type OrderRow, unitsOf } from "./areas.ts";

/** What a user has sent in one area, and which of the orders are over by what the user was told. */
export interface Known {
  readonly clientIds: ReadonlySet<string>;
  readonly final: readonly number[];
  /** How the orders stood when they were asked for one by one. */
  readonly rows: readonly OrderRow[];
}

export type KnownByArea = Readonly<Record<AreaName, Known>>;

/** Every sentence that should be true and is not. */
export function contradictionsIn(
  holdings: Holdings,
  known: KnownByArea,
  leverage: bigint,
): string[] {
  const locks = [
    ...falseLocks(holdings.spot.open, holdings.balances.spot),
    ...falseLocks(holdings.margin.open, holdings.balances.margin).map((it) => `margin: ${it}`),
    ...falseFreeze(holdings, leverage),
  ];
  const found = AREA_NAMES.flatMap((area) =>
    contradictionsOf(area, holdings[area], known[area]).map((it) => `${area}: ${it}`),
  );
  return [...locks, ...found];
}

function contradictionsOf(area: AreaName, holdings: AreaHoldings, known: Known): string[] {
  // Where no ended orders are listed, those stand in that were asked for one by one.
  const isListed = area !== "margin";
  const over = isListed ? holdings.ended : known.rows.filter(({ status }) => isFinal(status));
  const scale = area === "futures" ? 0 : 5;
  return [
    ...falseOrders(holdings, known),
    ...falseTrades(holdings.trades, over, scale),
    ...(isListed ? falseHistory(holdings, known) : []),
  ];
}

export function isFinal(status: string): boolean {
  return status === "FILLED" || status === "CANCELED" || status === "REJECTED";
}

function falseLocks(open: readonly OrderRow[], balances: readonly Balance[]): string[] {
  const needed = new Map<string, bigint>();
  for (const { side, price, origQty, executedQty } of open) {
    const rest = unitsOf(origQty, 5) - unitsOf(executedQty, 5);
    const asset = side === "SELL" ? "BTC" : "USDT";
    const locked = side === "SELL" ? rest * 1_000n : rest * unitsOf(price, 2) * 10n;
    needed.set(asset, (needed.get(asset) ?? 0n) + locked);
  }
  return balances
    .filter(({ asset, locked }) => unitsOf(locked) !== (needed.get(asset) ?? 0n))
    .map(({ asset, locked }) => {
      const due = needed.get(asset) ?? 0n;
      return `locked ${asset} is ${locked}, and open orders need ${due} of its smallest units`;
    });
}

/** FUT-FREEZE-2: of 0.0001 BTC each, in steps of 0.1 USDT, and the dearer opening fee is 0.04%. */
function falseFreeze({ futures: { open }, coins }: Holdings, leverage: bigint): string[] {
  const opening = open.filter(({ action, status }) => action === "OPEN" && status !== "INIT");
  const due = opening.reduce((sum, { price, origQty, executedQty }) => {
    const value = (unitsOf(origQty, 0) - unitsOf(executedQty, 0)) * unitsOf(price, 1) * 1_000n;
    return sum + ceil(value, leverage) + ceil(value * 4n, 10_000n);
  }, 0n);
  const frozen = coins.find(({ marginCoin }) => marginCoin === "USDT")?.accountLock ?? 0;
  if (unitsOf(frozen) === due) return [];
  return [`futures have frozen ${frozen}, and open orders need ${due} of the smallest units`];
}

function ceil(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}

/** No name was used twice, so an order that was done twice has two ids under one name. */
function falseOrders({ open, ended, trades }: AreaHoldings, { clientIds }: Known): string[] {
  const forced = new Set(trades.filter(({ isForced }) => isForced).map(({ orderId }) => orderId));
  const found = new Map<string, number>();
  const sentences: string[] = [];
  for (const { orderId, clientOrderId } of [...ended, ...open]) {
    const other = found.get(clientOrderId) ?? orderId;
    if (other !== orderId) sentences.push(`${clientOrderId} was done as ${other} and ${orderId}`);
    if (!clientIds.has(clientOrderId) && !forced.has(orderId)) {
      sentences.push(`nobody sent the order ${clientOrderId}`);
    }
    found.set(clientOrderId, orderId);
  }
  return sentences;
}

/** A self-trade has two rows. The trades of an order that is over make up what it says. */
function falseTrades(
  trades: AreaHoldings["trades"],
  over: readonly OrderRow[],
  scale: number,
): string[] {
  const sides = new Set(trades.map(({ id, isBuyer }) => `${id} ${isBuyer}`));
  const traded = new Map<number, bigint>();
  for (const { orderId, qty } of trades) {
    traded.set(orderId, (traded.get(orderId) ?? 0n) + unitsOf(qty, scale));
  }
  const isWhole = ({ orderId, executedQty }: OrderRow) =>
    unitsOf(executedQty, scale) === (traded.get(orderId) ?? 0n);
  return [
    ...(sides.size === trades.length ? [] : [`of ${trades.length} trades one is listed twice`]),
    ...over
      .filter((order) => !isWhole(order))
      .map(({ orderId, executedQty }) => `order ${orderId} lacks trades of its ${executedQty}`),
  ];
}

function falseHistory({ ended }: AreaHoldings, { final }: Known): string[] {
  const listed = new Set(ended.map(({ orderId }) => orderId));
  return [
    ...(listed.size === ended.length ? [] : [`of ${ended.length} orders one is listed twice`]),
    ...final
      .filter((orderId) => !listed.has(orderId))
      .map((orderId) => `order ${orderId} is over and not among the ${ended.length} listed`),
  ];
}
