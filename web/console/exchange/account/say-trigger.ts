/** The condition of an order, in a trader's words. */
import type { EndedFuturesOrder, FuturesOrder } from "../../../../src/client/client.ts";
import { formatPlain } from "../../text/format.ts";

type Triggered = Pick<
  FuturesOrder | EndedFuturesOrder,
  "triggerType" | "triggerPrice" | "triggerPriceSource"
>;

const WORDS = { 1: "stop loss", 2: "take profit", 3: "when it rises to", 4: "when it falls to" };

/** `, stop loss 45,000 (last price)`; nothing for an order without a condition. */
export function sayTrigger(order: Triggered): string {
  const { condition, source } = triggerWords(order) ?? {};
  return condition === undefined ? "" : `, ${condition} (${source})`;
}

/** `stop loss 45,000` and `last price`, where they stand apart. */
export function triggerWords({ triggerType, triggerPrice, triggerPriceSource }: Triggered) {
  if (triggerType === 0) return undefined;
  const source = triggerPriceSource === "MARK" ? "mark price" : "last price";
  return { condition: `${WORDS[triggerType]} ${formatPlain(triggerPrice)}`, source };
}
