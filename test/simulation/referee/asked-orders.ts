/**
 * What the orders of a command were to be, in the order in which they come: an order has the side, the kind and the
 * instructions that it was asked for with, and nothing else.
 */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { OrderRequest } from "../../../src/core/engine/spot/spot.ts";
import { unitsOf } from "../../../src/core/money/decimal.ts";
import { claim } from "./claim.ts";

export class AskedOrders {
  private asked: OrderRequest[] = [];

  begin(command: Command): void {
    this.asked = askedBy(command);
  }

  /** A new order of the command is seen for the first time. */
  meet(order: OrderDetails, pair: Pair): void {
    const asked = this.asked.shift();
    claim(asked !== undefined, `order ${order.id} was asked for`);
    if (!asked) return;
    const { instructions } = order;
    const { instructions: told } = asked;
    const isKind = order.side === asked.side && order.kind === asked.kind;
    claim(isKind, `order ${order.id} has its side and its kind`);
    const isTold =
      instructions?.timeInForce === told?.timeInForce &&
      instructions?.selfTrade === told?.selfTrade;
    claim(isTold, `SPOT-TIF-1 SPOT-STP-3 order ${order.id} does as it was told`);
    const trigger = unitsOf(told?.triggerPrice || "0", pair.pricePrecision);
    const isTriggered = BigInt(instructions?.triggerTicks ?? 0) === trigger;
    claim(isTriggered, `SPOT-STOP-1 order ${order.id} has its trigger`);
  }
}

function askedBy(command: Command): OrderRequest[] {
  switch (command.type) {
    case "PlaceOrder":
    case "PlaceMarginOrder":
    case "ReplaceOrder":
      return [command];
    case "PlaceBatch": {
      const { items, instructions } = command;
      return items.map((item, at) => ({ ...item, instructions: instructions?.[at] }));
    }
    default:
      return [];
  }
}
