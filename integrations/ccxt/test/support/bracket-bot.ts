/**
 * A bot of unified calls alone that trades by order lists: brackets both ways, entries with one exit, two exits of what
 * it has. Every list is looked at each minute and held against what must never be; one that takes too long is canceled,
 * and what it has left is traded back.
 */
import assert from "node:assert/strict";
import type { Order } from "ccxt";
import type { bourse } from "../../src/exchanges.ts";
import { PLANS, type Plan, TAKER_KEEPS } from "./list-plans.ts";

type Rows = readonly { readonly orderId: number }[];

interface OpenList {
  readonly plan: Plan;
  readonly order: Order;
  readonly ids: readonly string[];
  /** What the account had bought for it before, in the base; sold below zero. */
  readonly held: number;
  minutes: number;
}

const PATIENCE_MINUTES = 7;

/** Sums of hundredths and thousandths, without what floats add. */
const exact = (amount: number) => Number(amount.toFixed(8));
const isOpen = ({ status }: Order) => status === "open";
/** What an order has brought of the base, after its fee. */
const brought = ({ side, filled }: Order) =>
  side === "buy" ? (filled ?? 0) * TAKER_KEEPS : -(filled ?? 0);

export class BracketBot {
  readonly #exchange: bourse;
  readonly #symbol: string;
  #open: OpenList[] = [];
  #begun = 0;
  #canceled = 0;
  /** How orders of its lists have ended, by their part in it: `takeProfit closed`, `stopLoss OTHER_LEG`. */
  readonly ends = new Map<string, number>();

  constructor(exchange: bourse, symbol: string) {
    this.#exchange = exchange;
    this.#symbol = symbol;
  }

  async step(): Promise<void> {
    await this.#settle(PATIENCE_MINUTES);
    if (this.#open.length < 4) await this.#begin(PLANS[this.#begun++ % PLANS.length] as Plan);
  }

  async stop(): Promise<void> {
    await this.#settle(0);
    assert.deepEqual(this.#open, []);
  }

  async #begin(plan: Plan): Promise<void> {
    const { last } = await this.#exchange.fetchTicker(this.#symbol);
    let held = 0;
    if (plan.first !== undefined) held = brought(await this.#trade(plan.first, plan.firstAmount));
    const { type, side, amount, price, params } = plan.order(last as number);
    const order = await this.#exchange.createOrder(
      ...([this.#symbol, type, side, amount, price, params] as const),
    );
    const ids = (order.info.orders as Rows).map(({ orderId }) => String(orderId));
    this.#open.push({ plan, order, ids, held, minutes: 0 });
  }

  async #trade(side: "buy" | "sell", amount: number): Promise<Order> {
    const order = await this.#exchange.createOrder(this.#symbol, "market", side, amount);
    assert.equal(order.status, "closed");
    return order;
  }

  async #settle(patience: number): Promise<void> {
    const left: OpenList[] = [];
    for (const list of this.#open) {
      let orders = await this.#look(list);
      if (orders.some(isOpen) && list.minutes++ >= patience) {
        await this.#cancel(list, orders.find(isOpen) as Order);
        orders = await this.#look(list);
      }
      if (orders.some(isOpen)) left.push(list);
      else await this.#close(list, orders);
    }
    this.#open = left;
  }

  /** The orders of a list as they stand. */
  async #look(list: OpenList): Promise<Order[]> {
    const orders: Order[] = [];
    for (const id of list.ids) orders.push(await this.#exchange.fetchOrder(id, this.#symbol));
    holdsTogether(orders, list.plan);
    return orders;
  }

  /** By its number and by one of its orders, in turn. */
  async #cancel({ order }: OpenList, open: Order): Promise<void> {
    const params = this.#canceled++ % 2 === 0 ? {} : { orderListId: order.info.orderListId };
    await this.#exchange.cancelOrder(open.id as string, this.#symbol, params);
  }

  async #close({ held, plan }: OpenList, orders: readonly Order[]): Promise<void> {
    const left = exact(orders.reduce((sum, order) => sum + brought(order), held));
    if (left > 0) await this.#trade("sell", left);
    if (left < 0) await this.#trade("buy", exact(-left / TAKER_KEEPS));
    orders.forEach((order, at) => {
      const end = `${plan.parts[at]} ${order.info.endReason ?? order.status}`;
      this.ends.set(end, (this.ends.get(end) ?? 0) + 1);
    });
  }
}

/** What holds of a list at any time: one leg at most trades, no more than its volume, and after the entry only. */
function holdsTogether(orders: readonly Order[], { parts }: Plan): void {
  const told = JSON.stringify(orders.map(({ info }) => info));
  const legs = orders.filter((_, at) => parts[at] !== "entry");
  const traded = legs.filter(({ filled }) => (filled ?? 0) > 0);
  assert.ok(traded.length <= 1, `both legs have traded: ${told}`);
  for (const leg of traded) {
    assert.ok((leg.filled ?? 0) <= (leg.amount ?? 0), `a leg has traded more than it may: ${told}`);
    for (const other of legs.filter((one) => one !== leg)) {
      assert.deepEqual([other.status, other.info.endReason], ["canceled", "OTHER_LEG"], told);
    }
    if (orders.length > legs.length) assert.equal(orders[0]?.status, "closed", told);
  }
  assert.equal(new Set(orders.map(({ info }) => info.orderListId)).size, 1, told);
}
