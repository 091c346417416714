/** What a stop loss or a take profit of a position would come to, by the preview of the order that it becomes. */
import type { AccountPosition } from "../../exchange/exchange.ts";
import { formatDecimal } from "../../text/format.ts";
import { assessContractOrder, type ContractDraft } from "../contract/contract-order.ts";
import { contractOf, contractTicketViewOf, type Known } from "../market-views.ts";
import type { ProtectionLeg } from "./protection.ts";

interface RealisedLeg extends Partial<ProtectionLeg> {
  readonly quantity: string;
}

/** `About −40.00 USDT at 49,000.0`; nothing of a leg that is not there. */
export function sayRealised(
  known: Known,
  held: Pick<AccountPosition, "side" | "leverageLevel" | "positionType">,
  { field, price, quantity }: RealisedLeg,
): string | undefined {
  if (field === undefined || price === undefined) return undefined;
  const mode = held.positionType === 1 ? "cross" : "isolated";
  const view = contractTicketViewOf(known, { leverage: held.leverageLevel, mode });
  const draft: ContractDraft = {
    action: "close",
    position: held.side === "BUY" ? "long" : "short",
    kind: "market",
    timeInForce: "gtc",
    price: "",
    quantity,
    trigger: field === "stopLoss" ? "stop_loss" : "stop_gain",
    triggerPrice: price,
  };
  const { estimate } = assessContractOrder(draft, view);
  if (estimate?.profit === undefined) return undefined;
  const { marginCoin, side } = contractOf(known.market);
  const money = formatDecimal(estimate.profit, side === 0 ? 6 : 2);
  const at = estimate.averagePrice ?? price;
  return `About ${money} ${marginCoin} at ${formatDecimal(at, known.market.pricePrecision)}.`;
}
