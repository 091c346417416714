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
import { trailingFrom } from "./trail.ts";

interface Meeting {
  /** The last price before the command, or its trigger: what a range is around, if it does not trail. */
  readonly reference: number;
  /** The list that it belongs to, and its place there; 0 and undefined of an order by itself. */
  readonly list: number;
  readonly place: number | undefined;
}

export class AskedOrders {
  private asked: OrderRequest[] = [];
  private met = 0;

  begin(command: Command): void {
    this.asked = askedBy(command);
    this.met = 0;
  }

  /** A new order of the command is seen for the first time. */
  meet(order: OrderDetails, pair: Pair, { reference, list, place }: Meeting): void {
    const asked = this.asked[place ?? this.met++];
    claim(asked !== undefined, `order ${order.id} was asked for`);
    if (!asked) return;
    const { instructions } = order;
    const { instructions: told } = asked;
    const isKind = order.side === asked.side && order.kind === asked.kind;
    claim(isKind, `order ${order.id} has its side and its kind`);
    claim((instructions?.list ?? 0) === list, `SPOT-LIST-7 order ${order.id} is of list ${list}`);
    const hasLost = (instructions?.prevented ?? 0) > 0; // SPOT-STP-6: since then it has instructions.
    const isAsked = [asked.extras, asked.tactics, asked.trailing].some((one) => one !== undefined);
    const isMore = isAsked || list > 0 || hasLost;
    const isTold =
      instructions?.timeInForce === (told?.timeInForce ?? (isMore ? "gtc" : undefined)) &&
      instructions?.selfTrade === told?.selfTrade;
    claim(isTold, `SPOT-TIF-1 SPOT-STP-3 order ${order.id} does as it was told`);
    const trigger = unitsOf(told?.triggerPrice || "0", pair.pricePrecision);
    const isTriggered = BigInt(instructions?.triggerTicks ?? 0) === trigger;
    claim(isTriggered, `SPOT-STOP-1 order ${order.id} has its trigger`);
    const slice = unitsOf(asked.tactics?.slice || "0", pair.quantityPrecision);
    claim(BigInt(instructions?.slice ?? 0) === slice, `SPOT-ICE-1 order ${order.id} has its slice`);
    const { delta = 0 } = asked.trailing ?? {};
    claim(
      (instructions?.delta ?? 0) === delta,
      `SPOT-TRAIL-1 order ${order.id} trails by ${delta}`,
    );
    const { unit } = asked.extras ?? {};
    claim(instructions?.unit === unit, `SPOT-UNIT-1 order ${order.id} counts what it was told`);
    if (unit === (order.side === "buy" ? "base" : "quote")) {
      const trailed = trailingFrom({ side: order.side, delta }, reference); // SPOT-TRAIL-4
      claimUnit(order, pair, trailed);
    }
  }
}

/** SPOT-UNIT-2, SPOT-UNIT-3: what it may cost, and what it may have to sell, at the end of its range. */
function claimUnit(order: OrderDetails, pair: Pair, reference: number): void {
  const { id, side, budget, lots, ticks } = order;
  const one = 100_000_000n;
  if (side === "buy") {
    const isHighest = (at: bigint) => at * one <= BigInt(reference) * BigInt(pair.rangeUp);
    const isEnd = isHighest(BigInt(ticks)) && !isHighest(BigInt(ticks) + 1n);
    const isMost = ticks === Number.MAX_SAFE_INTEGER;
    claim(budget === 0n && (isEnd || isMost), `SPOT-UNIT-2 order ${id} ends with its range`);
    return;
  }
  // The price at the end of the range is a whole number of ticks, at least 1.
  const scaled = BigInt(reference) * BigInt(pair.rangeDown);
  const lowest = scaled === 0n ? 1n : (scaled - 1n) / one + 1n;
  const isEnough = BigInt(lots) * lowest >= budget && (BigInt(lots) - 1n) * lowest < budget;
  claim(budget > 0n && isEnough, `SPOT-UNIT-3 order ${id} has what its amount may take`);
}

function askedBy(command: Command): OrderRequest[] {
  switch (command.type) {
    case "PlaceOrder":
    case "PlaceMarginOrder":
    case "ReplaceOrder":
      return [command];
    case "PlaceOrderList": {
      const { items, tactics, trailing } = command;
      return items.map((item, at) => {
        return { ...item, tactics: tactics?.[at], trailing: trailing?.[at] };
      });
    }
    case "PlaceBatch": {
      const { items, instructions, extras, tactics, trailing } = command;
      return items.map((item, at) => {
        const told = { instructions: instructions?.[at], extras: extras?.[at] };
        return { ...item, ...told, tactics: tactics?.[at], trailing: trailing?.[at] };
      });
    }
    default:
      return [];
  }
}
