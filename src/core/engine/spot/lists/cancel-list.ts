/** Cancelling an order list: all its orders that are open. Rule SPOT-LIST-13. */
import type { CommandContext } from "../../../base/command-context.ts";
import { accept, reject } from "../../../base/outcome.ts";
import type { DeclaredOutcome } from "../../../base/records/command.ts";
import { findPair } from "../../catalogue/catalogue.ts";
import { EndsOf } from "../../orders/order-events.ts";
import { findList, orderIdsOf } from "../../orders/order-lists.ts";
import { NO_ORDER } from "../../orders/order-rows.ts";
import { canceledOf } from "../cancel-order.ts";
import { cancelResting } from "../end-order.ts";
import type { SpotEvent, SpotState } from "../spot.ts";
import type { CancelOrderList } from "./list-commands.ts";

export function cancelList(
  state: SpotState,
  command: CancelOrderList,
  { timeMs, events: told }: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof CancelOrderList> {
  if (!findPair(state.catalogue, command.pair)) return reject("pair_not_found");
  const list = findList(state.lists, command);
  if (!list) return reject("list_not_open");

  const ids = orderIdsOf(list);
  const events = new EndsOf(ids, told);
  for (const id of ids) {
    const order = state.orders.byId.find(id);
    if (order === NO_ORDER) continue;
    cancelResting(state, order, { isOwnCancel: true }, { timeMs, events });
  }
  const canceled = ids.flatMap((id) => events.ends.get(id) ?? []).map(canceledOf);
  return accept({ listId: list.id, clientId: list.clientId, canceled });
}
