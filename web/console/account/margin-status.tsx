/** The margin level, its state, and what the state means (MARG-LEVEL-3). */
import type { ConsoleExchange, MarginLevel } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { formatDecimal } from "../text/format.ts";

const STATES: Readonly<Record<MarginLevel["state"], readonly [name: string, meaning: string]>> = {
  NORMAL: ["Normal", "You may trade and borrow."],
  TRADE_ONLY: ["Trade only", "You may trade, but nothing more is lent to you."],
  MARGIN_CALL: ["Margin call", "Repay or bring money: a little lower, and your assets are sold."],
  LIQUIDATION: ["Liquidation", "Your assets are being sold to pay what you owe."],
};

/** What the API shows for an account without debt. */
const NO_DEBT = "999";

export function MarginStatus({ exchange }: { readonly exchange: ConsoleExchange }) {
  const margin = useLive(exchange.account.margin);
  if (!margin) return null;
  const [name, meaning] = STATES[margin.state];
  return (
    <p class="margin-level">
      <span>Margin level</span>
      <span class="margin-figure">
        {margin.marginLevel === NO_DEBT ? "no debt" : formatDecimal(margin.marginLevel, 4)}
      </span>
      <span class={`margin-state margin-${margin.state.toLowerCase()}`}>{name}</span>
      <span class="dim">{meaning}</span>
    </p>
  );
}
