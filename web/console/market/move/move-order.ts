/**
 * An open order at another price. Spot and margin replace it by one request (SPOT-REPLACE-1). Futures has no such
 * request: an order that rests is canceled and then placed anew, since both together would freeze margin twice;
 * one that waits freezes nothing (FUT-COND-2), so the new one is placed first and a position is never without its
 * stop. Where the second step fails, what is left is said.
 */
import type {
  NewConditionOrder,
  NewFuturesOrder,
  PositionType,
  TriggerType,
} from "../../../../src/client/client.ts";
import { amendDraftOf, replacementOf, sayReplaced } from "../../account/orders/amendment.ts";
import { isWaiting, waitsForPrice } from "../../exchange/account/say-trigger.ts";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { subtractDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { sayError } from "../../trade/form/refusal.ts";

export type FuturesAccountOrder = Extract<AccountOrder, { readonly area: "futures" }>;

type Moves = Pick<ConsoleExchange, "sender" | "client"> & {
  readonly account: Pick<ConsoleExchange["account"], "configs">;
};

/** Throws where it was not moved, or only in part, and says which. */
export async function moveOrder(
  exchange: Moves,
  order: AccountOrder,
  price: string,
): Promise<string> {
  if (order.area === "futures") {
    const positionType = positionTypeOf(exchange, order);
    return isWaiting(order)
      ? await moveWaiting(exchange, movedOrderOf(order, price, positionType), order)
      : await moveResting(exchange, movedOrderOf(order, price, positionType), order);
  }
  const moved = waitsForPrice(order) ? { triggerPrice: price } : { price };
  const draft = { ...amendDraftOf(order), ...moved };
  const replaced = await exchange.sender.value[order.area].replaceOrder(
    replacementOf(order, draft),
  );
  return sayReplaced(order, replaced);
}

/** FUT-MODE-1: a contract has one margin mode at a time; the order itself does not tell it. */
function positionTypeOf({ account }: Moves, { contractName }: FuturesAccountOrder): PositionType {
  const config = account.configs.value.find((one) => one.contractName === contractName);
  if (!config) throw new Error("Not sent: your margin mode has not been told by the exchange yet.");
  return config.marginModel;
}

/**
 * All that the old one asked for, but the price. Its name is not given again: were the reply lost, the old order
 * would be found under it and taken for the new one.
 */
export function movedOrderOf(
  order: FuturesAccountOrder,
  price: string,
  positionType: PositionType,
): NewFuturesOrder | NewConditionOrder {
  const { contractName, side, action, type, timeInForce, origQty, triggerType } = order;
  const waits = isWaiting(order);
  const kind =
    type === "LIMIT"
      ? ({ type, price: waits ? order.price : price, timeInForce } as const)
      : ({ type } as const);
  const asked = { contractName, positionType, side, open: action, volume: origQty, ...kind };
  if (!waits || triggerType === 0) return asked;
  const trigger: TriggerType = triggerType;
  return { ...asked, triggerType: trigger, triggerPrice: price };
}

async function moveWaiting(
  { sender }: Moves,
  moved: NewFuturesOrder | NewConditionOrder,
  { orderIdString: old, contractName }: FuturesAccountOrder,
): Promise<string> {
  if (!("triggerType" in moved)) throw new Error(`Not sent: order ${old} waits for nothing.`);
  const { futures } = sender.value;
  const at = formatPlain(moved.triggerPrice);
  let id: string;
  try {
    ({ orderIdString: id } = await futures.createConditionOrder(moved));
  } catch (error) {
    throw new Error(`Order ${old} stays as it is: ${sayError(error)}`);
  }
  try {
    await futures.cancelOrder({ contractName, orderId: old });
  } catch (error) {
    throw new Error(
      `Order ${id} is placed at ${at}, but order ${old} is NOT canceled: ${sayError(error)}`,
    );
  }
  return `Order ${id} waits at ${at}, order ${old} was canceled.`;
}

/** What traded until the cancel is known only behind it; no more than the rest is placed anew. */
async function moveResting(
  { sender, client }: Moves,
  moved: NewFuturesOrder | NewConditionOrder,
  { orderIdString: old, contractName, price: before }: FuturesAccountOrder,
): Promise<string> {
  const { futures } = sender.value;
  const name = { contractName, orderId: old };
  try {
    await futures.cancelOrder(name);
  } catch (error) {
    throw new Error(`Order ${old} was not moved: ${sayError(error)}`);
  }
  try {
    const { origQty, executedQty } = await client.value.futures.getOrder(name);
    const volume = subtractDecimals(origQty, executedQty);
    const { orderIdString: id } = await futures.createOrder({ ...moved, volume });
    const price = moved.type === "LIMIT" ? moved.price : before;
    return `Order ${old} was canceled, order ${id} is placed at ${formatPlain(price)}.`;
  } catch (error) {
    throw new Error(`Order ${old} was canceled, and NO new one is placed: ${sayError(error)}`);
  }
}
