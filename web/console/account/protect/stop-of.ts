/** Whether a position is protected: the stop losses and take profits that wait to close it. */
import type { AccountOrder, AccountPosition } from "../../exchange/exchange.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";

/** FUT-COND-1 */
const TRIGGERS = { stop: 1, profit: 2 } as const;

type Held = Pick<AccountPosition, "contractName" | "side" | "volume">;

/** `stop 49,000 · profit 52,000`: of each kind the one that is reached first, and how many more wait behind it. */
export function sayStops(orders: readonly AccountOrder[], position: Held): string | undefined {
  const said = [sayFirst("stop", orders, position), sayFirst("profit", orders, position)];
  const known = said.filter((text) => text !== undefined);
  return known.length === 0 ? undefined : known.join(" · ");
}

function sayFirst(kind: keyof typeof TRIGGERS, orders: readonly AccountOrder[], position: Held) {
  const isFall = (position.side === "BUY") === (kind === "stop");
  const [first, ...more] = orders
    .flatMap((order) => (isStopOf(order, position, TRIGGERS[kind]) ? [order] : []))
    .sort((a, b) => (isFall ? 1 : -1) * compareDecimals(b.triggerPrice, a.triggerPrice));
  if (!first) return undefined;
  const others = more.length === 0 ? "" : `, ${more.length} more`;
  // FUT-CHECK-15: it would be rejected when it triggers, and protects nothing.
  const isTooLarge = compareDecimals(first.origQty, position.volume) > 0;
  return `${kind} ${formatPlain(first.triggerPrice)}${isTooLarge ? " (too large)" : ""}${others}`;
}

type FuturesOrder = Extract<AccountOrder, { readonly area: "futures" }>;

/** A contract has one margin mode at a time, so that its side tells which position is meant. */
function isStopOf(order: AccountOrder, held: Held, trigger: 1 | 2): order is FuturesOrder {
  if (order.area !== "futures" || order.contractName !== held.contractName) return false;
  const isClosing = order.action === "CLOSE" && order.side !== held.side;
  return isClosing && order.status === "INIT" && order.triggerType === trigger;
}
