/** Whether a position is protected: the stop losses that wait to close it. */
import type { AccountOrder, AccountPosition } from "../exchange/exchange.ts";
import { compareDecimals } from "../text/exact.ts";
import { formatPlain } from "../text/format.ts";

/** FUT-COND-1: a stop loss. */
const STOP_LOSS = 1;

type Held = Pick<AccountPosition, "contractName" | "side">;

/** `stop 49,000`: the one that is reached first, and how many more wait behind it. */
export function sayStop(orders: readonly AccountOrder[], position: Held): string | undefined {
  const isLong = position.side === "BUY";
  const prices = orders
    .flatMap((order) => (isStopOf(order, position) ? [order.triggerPrice] : []))
    .sort((a, b) => (isLong ? compareDecimals(b, a) : compareDecimals(a, b)));
  const [first, ...more] = prices;
  if (first === undefined) return undefined;
  return `stop ${formatPlain(first)}${more.length === 0 ? "" : `, ${more.length} more`}`;
}

type FuturesOrder = Extract<AccountOrder, { readonly area: "futures" }>;

/** A contract has one margin mode at a time, so that its side tells which position is meant. */
function isStopOf(order: AccountOrder, { contractName, side }: Held): order is FuturesOrder {
  if (order.area !== "futures" || order.contractName !== contractName) return false;
  const isClosing = order.action === "CLOSE" && order.side !== side;
  return isClosing && order.status === "INIT" && order.triggerType === STOP_LOSS;
}
