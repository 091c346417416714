/**
 * Which open orders a command cancels, in which order and why: all of a user on a symbol, newest first, those of
 * a countdown in both areas, the one that is replaced; and when an amendment is due instead. Rules SPOT-CANCEL-3,
 * SPOT-COUNT-3, SPOT-REPLACE-2 to SPOT-REPLACE-5.
 */
import { present } from "../../../src/core/base/assert.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { clientIdOf, type Order, type PairArea } from "../../../src/core/engine/orders/order.ts";
import type { OrderEnded, OrderRested } from "../../../src/core/engine/orders/order-events.ts";
import type { Replaced, ReplaceOrder } from "../../../src/core/engine/spot/manage-commands.ts";
import type { CancelBatch } from "../../../src/core/engine/spot/spot.ts";
import { unitsOf } from "../../../src/core/money/decimal.ts";
import type { Tally } from "../tally.ts";
import type { Books } from "./books.ts";
import { claim } from "./claim.ts";

/** The order that a command replaces, and what must become of it. */
interface Target {
  readonly order: Order;
  readonly remaining: number;
  /** How much stays open of it; undefined: it is canceled. */
  readonly amendedTo: number | undefined;
}

interface Owner {
  readonly user: number;
  readonly pair: number;
  readonly area: PairArea;
}

export class CancelWatch {
  private readonly books: Books;
  private readonly open: ReadonlyMap<number, Order>;
  private readonly tally: Tally;
  private command: Command | undefined;
  private target: Target | undefined;
  /** The orders that the command must cancel; undefined: any. */
  private due: number[] | undefined;
  private amendedId = 0;
  /** What the command has canceled. */
  private readonly ended = new Set<number>();

  constructor(books: Books, open: ReadonlyMap<number, Order>, tally: Tally) {
    this.books = books;
    this.open = open;
    this.tally = tally;
  }

  begin(command: Command): void {
    this.command = command;
    this.amendedId = 0;
    this.ended.clear();
    this.target = command.type === "ReplaceOrder" ? this.targetOf(command) : undefined;
    this.due = this.dueBy(command);
  }

  /** The open order that is to be replaced. */
  get replacedId(): number | undefined {
    return this.target?.order.id;
  }

  private dueBy(command: Command): number[] | undefined {
    if (command.type === "CancelAllOrders") return this.ordersOf(command);
    if (command.type === "EndCountdown") {
      const { user, pair } = command;
      const areas = ["spot", "margin"] as const;
      return areas.flatMap((area) => this.ordersOf({ user, pair, area }));
    }
    if (command.type !== "ReplaceOrder") return undefined;
    const { order, amendedTo } = this.target ?? {};
    return order && amendedTo === undefined ? [order.id] : [];
  }

  private ordersOf({ user, pair, area }: Owner): number[] {
    const own = [...this.open.values()].filter((order) => {
      return order.user === user && order.market === pair && order.area === area;
    });
    return own.map(({ id }) => id).sort((one, other) => other - one);
  }

  private targetOf(command: ReplaceOrder): Target | undefined {
    const ids = this.ordersOf(command);
    const found = ids.map((id) => present(this.open.get(id), `order ${id}`));
    const order = found.find((one) =>
      command.order === 0 ? clientIdOf(one) === command.orderClientId : one.id === command.order,
    );
    if (!order) return undefined;
    return { order, remaining: order.remaining, amendedTo: this.amendedTo(order, command) };
  }

  /** SPOT-REPLACE-3 */
  private amendedTo(order: Order, command: ReplaceOrder): number | undefined {
    const { pricePrecision, quantityPrecision } = this.books.pairOf(order.market);
    const [told, asked] = [order.instructions, command.instructions];
    const lots = unitsOf(command.quantity, quantityPrecision) ?? 0n;
    const isSame =
      command.kind === "limit" &&
      order.kind === "limit" &&
      command.side === order.side &&
      unitsOf(command.price, pricePrecision) === BigInt(order.ticks) &&
      (told?.timeInForce ?? "gtc") === (asked?.timeInForce ?? "gtc") &&
      told?.selfTrade === asked?.selfTrade &&
      !told?.isWaiting &&
      !told?.slice && // SPOT-ICE-4
      command.tactics === undefined &&
      command.trailing === undefined &&
      (asked?.triggerPrice ?? "") === "";
    const isNamed = command.clientId === "" || command.clientId === order.clientId;
    return isSame && isNamed && lots <= BigInt(order.remaining) ? Number(lots) : undefined;
  }

  /** An open order is canceled: by another of its user that trades, by a liquidation, or as the command says. */
  cancel(ended: OrderEnded, by: "own order" | "liquidation" | "command"): void {
    const { id, reason, area, instructions } = ended;
    this.ended.add(id);
    const isCountdown = by === "command" && this.command?.type === "EndCountdown";
    const due = by === "own order" ? "self_trade" : isCountdown ? "countdown" : undefined;
    claim(reason === due, `SPOT-STP-4 SPOT-COUNT-3 order ${id} is canceled for ${due}`);
    if (by !== "command" || !this.due) return;
    const next = this.due.shift();
    claim(next === id, `SPOT-CANCEL-3 order ${next} is canceled next, not ${id}`);
    const stop = instructions?.isWaiting ? "a stop of " : "";
    this.tally.count(`${this.command?.type} cancels ${stop}${area}`);
  }

  /** SPOT-LIST-10: an order has gone with another one of its list. */
  follow(id: number): void {
    this.ended.add(id);
    this.due = this.due?.filter((one) => one !== id);
  }

  /** SPOT-REPLACE-3: an order that rests is told of again. Says how much of it is gone. */
  amend(rested: OrderRested): number {
    const { id, remaining, area, lots, executed, instructions } = rested;
    const { prevented = 0 } = instructions ?? {};
    const { order, amendedTo, remaining: before = 0 } = this.target ?? {};
    const isDue = order?.id === id && amendedTo === remaining && this.amendedId === 0;
    claim(isDue, `SPOT-REPLACE-3 order ${id} is amended to ${amendedTo}, not ${remaining}`);
    claim(
      lots === executed + remaining + prevented,
      `SPOT-REPLACE-3 order ${id} is what it traded and has`,
    );
    this.amendedId = id;
    this.tally.count(`amended in ${area}`);
    if (remaining === before) this.tally.count("amended to the same");
    return before - remaining;
  }

  /** What was asked for is done. */
  finish(isAccepted: boolean): void {
    if (!isAccepted) return;
    claim(!this.due?.length, `SPOT-CANCEL-3 order ${this.due?.[0]} is canceled, too`);
    const { amendedTo, order } = this.target ?? {};
    const isDone = amendedTo === undefined || this.amendedId === order?.id;
    claim(isDone, `SPOT-REPLACE-3 order ${order?.id} is amended`);
  }

  /** SPOT-BATCH-4, SPOT-LIST-13: the answer to a batch of cancels. */
  checkBatch({ orders }: CancelBatch, failed: readonly number[]): void {
    const due = orders.filter((id, at) => !this.ended.has(id) || orders.indexOf(id) < at);
    claim(due.join() === failed.join(), `SPOT-BATCH-4 SPOT-LIST-13 of the batch ${due} fail`);
  }

  /** SPOT-REPLACE-2, SPOT-REPLACE-5: the answer to a replacement; `status` is that of the new order. */
  checkAnswer(command: ReplaceOrder, answer: Replaced, status: string | undefined): void {
    const { order, amendedTo } = this.target ?? {};
    const { canceled, amended, placed, rejected } = answer;
    const isAmended = amended !== undefined;
    claim(order !== undefined || !command.mustCancel, "SPOT-REPLACE-2 the order was open");
    claim(isAmended === (amendedTo !== undefined), "SPOT-REPLACE-5 the answer says AMENDED");
    const canceledId = isAmended ? undefined : order?.id;
    claim(canceled?.orderId === canceledId, `SPOT-REPLACE-5 order ${canceledId} was canceled`);
    if (isAmended) return;
    claim(placed.status === status, `SPOT-REPLACE-5 the new order is ${status}`);
    claim(
      (rejected !== undefined) === (status === "rejected"),
      "SPOT-REPLACE-4 the answer says why",
    );
    if (rejected) this.tally.count(`replacement rejected in ${command.area}`);
    else this.tally.count(`${order ? "replaced" : "placed for what was gone"} in ${command.area}`);
    if (order?.instructions?.isWaiting) this.tally.count("stop replaced");
  }
}
