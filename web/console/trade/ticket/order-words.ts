/** Kind and price of an order, as the API takes them and as a receipt says them. */
import { formatPlain } from "../../text/format.ts";
import type { TicketDraft } from "./use-order-ticket.ts";

type Limit = Pick<TicketDraft, "kind" | "price">;

export function typeOf({ kind, price }: Limit) {
  return kind === "limit" ? ({ type: "LIMIT", price } as const) : ({ type: "MARKET" } as const);
}

/** `at 50,000`, `at market` */
export function sayPrice({ kind, price }: Limit): string {
  return kind === "limit" ? `at ${formatPlain(price)}` : "at market";
}
