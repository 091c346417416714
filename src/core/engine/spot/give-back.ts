/** An order that goes on with less of it: what it needs no more is free again. Rules SPOT-REPLACE-3, SPOT-STP-6, MARG-REPAY-3. */
import type { CommandContext } from "../../base/command-context.ts";
import { type Amount, bigOf } from "../../money/amount.ts";
import { release } from "../ledger/ledger.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

/** MARG-REPAY-3: what was lent for the part that goes is paid back with it. */
export function giveBack(
  state: SpotState,
  order: OrderRow,
  freed: Amount,
  context: CommandContext<SpotEvent>,
): void {
  const { rows } = state.orders.byId;
  release(state.ledger, rows.wallet(order), freed);
  settlementAccountOf(state, rows.area(order)).ended(order, freed, context);
  const amount = bigOf(freed);
  const borrowed = rows.borrowed(order);
  rows.setBorrowed(order, amount < borrowed ? borrowed - amount : 0n);
}
