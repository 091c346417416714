/**
 * The order lists, by the referee: which of their orders wait, are live or over, which legs go live next and with what money, and
 * which ends must follow from another, before what, and in the same command. Rules SPOT-LIST-1 to SPOT-LIST-15.
 */
import { present } from "../../../src/core/base/assert.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails, OrderEnded } from "../../../src/core/engine/orders/order-events.ts";
import type {
  OrderListEnded,
  OrderListOpened,
} from "../../../src/core/engine/orders/order-lists.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Tally } from "../tally.ts";
import { type Books, lockOf, paidBy } from "./books.ts";
import { claim } from "./claim.ts";
import { otherLeg, type WatchedList, watchList } from "./watched-list.ts";

/** The orders of lists that are open, and the last prices. */
interface Market {
  readonly books: Books;
  readonly open: ReadonlyMap<number, Order>;
  readonly last: ReadonlyMap<number, number>;
  readonly isFrozen: (user: number) => boolean;
}

export class ListsWatch {
  private readonly market: Market;
  private readonly tally: Tally;
  private readonly lists = new Map<number, WatchedList>();
  /** By the id of an order: its list, also when that is over. */
  private readonly byOrder = new Map<number, WatchedList>();
  /** Lists whose legs go live in this command, in this order. */
  private due: WatchedList[] = [];
  /** Orders that another order of their list takes with it. */
  private readonly leaving = new Set<number>();
  /** Legs for which another has ended: they are the next to work. */
  private readonly working = new Set<number>();
  /** Lists that were told of as ended. */
  private readonly endedNow = new Set<number>();
  private command: Command | undefined;
  private target: WatchedList | undefined;
  private filledFirsts = 0;

  constructor(market: Market, tally: Tally) {
    this.market = market;
    this.tally = tally;
  }

  /** `replaced`: the open order that the command would replace. */
  begin(command: Command, replaced: number | undefined): void {
    this.command = command;
    this.filledFirsts = 0;
    this.endedNow.clear();
    this.target = command.type === "CancelOrderList" ? this.named(command) : undefined;
    if (replaced !== undefined) this.target = this.byOrder.get(replaced);
  }

  /** SPOT-LIST-13: by its id, or else by its name. */
  private named({ user, pair, list: id, clientId }: Command & { type: "CancelOrderList" }) {
    return [...this.lists.values()].find((list) => {
      const isIt = id === 0 ? clientId !== "" && list.clientId === clientId : list.id === id;
      return isIt && list.user === user && list.pair === pair;
    });
  }

  /** A list has begun; the last id that it takes. */
  start(opened: OrderListOpened): number {
    const { command } = this;
    if (command?.type !== "PlaceOrderList") throw new Error(`list ${opened.id} was asked for`);
    const { user, pair, kind, clientId, trailing } = command;
    const items = command.items.map((item, at) => ({ ...item, trailing: trailing?.[at] }));
    const isAsked = opened.user === user && opened.pair === pair && opened.kind === kind;
    claim(
      isAsked && opened.clientId === clientId,
      `SPOT-LIST-1 list ${opened.id} is the one asked`,
    );
    const own = [...this.lists.values()].filter((list) => list.user === user);
    const isNew = clientId === "" || own.every((list) => list.clientId !== clientId);
    claim(isNew, `SPOT-LIST-7 the name of list ${opened.id} is free`);
    const isFew = own.filter((list) => list.pair === pair).length < 20;
    claim(isFew, `SPOT-LIST-6 list ${opened.id} is one of 20`);
    const last = this.market.last.get(pair) ?? 0;
    const list = watchList(opened, { items, pair: this.market.books.pairOf(pair), last });
    this.lists.set(list.id, list);
    for (const id of list.ids) this.byOrder.set(id, list);
    if (list.stage === "due") this.due.push(list);
    this.tally.count(`list placed: ${kind}`);
    return list.ids.at(-1) ?? 0;
  }

  /** The last of its orders has ended. */
  close({ id }: OrderListEnded): void {
    const list = present(this.lists.get(id), `list ${id}`);
    claim(list.open.size === 0, `SPOT-LIST-6 list ${id} has no open order any more`);
    this.lists.delete(id);
    this.endedNow.add(id);
  }

  /** Its place among the orders of its list; undefined of any other. */
  placeOf(id: number): number | undefined {
    return this.byOrder.get(id)?.ids.indexOf(id);
  }

  idOf(order: number): number {
    return this.byOrder.get(order)?.id ?? 0;
  }

  /** SPOT-LIST-4: whether it waits for a rise; undefined where the last price says it. */
  riseOf(id: number): boolean | undefined {
    return this.byOrder.get(id)?.rises.get(id);
  }

  /** SPOT-LIST-11: a leg that is not live yet. */
  isPending(id: number): boolean {
    const list = this.byOrder.get(id);
    return list !== undefined && isLeg(list, id) && list.open.has(id) && !list.live.has(id);
  }

  /** A leg that goes live now. */
  isGoing(id: number): boolean {
    return this.due.length > 0 && this.due[0] === this.byOrder.get(id) && this.isPending(id);
  }

  /** SPOT-LIST-11: nothing happens to a leg until it goes live. */
  checkLive(id: number): void {
    claim(!this.isPending(id) || this.isGoing(id), `SPOT-LIST-11 leg ${id} is not live yet`);
  }

  /** SPOT-LIST-11: it stands in no book. */
  wait(order: Order): void {
    const list = present(this.byOrder.get(order.id), `the list of order ${order.id}`);
    const isRight = list.stage === "first" && isLeg(list, order.id);
    claim(isRight && list.open.has(list.ids[0] ?? 0), `SPOT-LIST-11 leg ${order.id} is pending`);
  }

  /** A leg goes live, as the event tells that comes now. Says whether it comes later than its id. */
  go(id: number): boolean {
    const list = present(this.byOrder.get(id), `the list of order ${id}`);
    list.live.add(id);
    this.working.delete(id);
    this.settle(list);
    const isLate = list.kind !== "oco";
    if (isLate) this.tally.count("leg went live");
    if (isLate && this.market.isFrozen(list.user))
      this.tally.count("list of a frozen user goes on");
    return isLate;
  }

  /** Once nothing of it is pending. */
  private settle(list: WatchedList): void {
    const open = list.legs.filter((id) => list.open.has(id));
    if (!open.every((id) => list.live.has(id))) return;
    list.stage = open.length === 2 ? "both" : "over";
    this.due.shift();
    if (list.kind !== "oco" && list.stage === "both") this.tally.count("legs went live");
  }

  /** SPOT-LIST-9: of two legs the one that works is alone. */
  work(id: number, how: "trades" | "is triggered"): void {
    this.working.delete(id);
    const list = this.byOrder.get(id);
    if (!list || !isLeg(list, id)) return;
    const other = otherLeg(list, id);
    const isAlone = other === undefined || !list.open.has(other);
    claim(isAlone, `SPOT-LIST-9 leg ${other} ends before leg ${id} ${how}`);
    claim(list.live.has(id), `SPOT-LIST-11 leg ${id} is live`);
  }

  /** Before a trade: both of its orders work, and no other leg was ended for nothing. */
  trade(maker: number, taker: number): void {
    for (const id of [maker, taker]) {
      if (this.working.has(id)) this.tally.count("leg ended for the other: by a trade");
      this.work(id, "trades");
    }
    this.checkWorking();
  }

  /** SPOT-LIST-11: legs go live before any stop. */
  trigger(id: number): void {
    this.checkGone();
    if (this.working.has(id)) this.tally.count("leg ended for the other: by a trigger");
    this.work(id, "is triggered");
  }

  private checkWorking(): void {
    const [id] = this.working;
    claim(id === undefined, `SPOT-LIST-9 leg ${id} works, since the other was ended for it`);
  }

  checkGone(): void {
    const [list] = this.due;
    claim(list === undefined, `SPOT-LIST-11 the legs of list ${list?.id} go live`);
  }

  /** An order ends for another one of its list, or for the money that is missing. */
  endFor(order: OrderEnded): void {
    const list = present(this.byOrder.get(order.id), `the list of order ${order.id}`);
    claim(list.open.delete(order.id), `SPOT-LIST-10 order ${order.id} ends once`);
    if (order.reason === "other_leg") this.endForOther(order, list);
    else if (order.reason === "list_ended") {
      claim(this.leaving.delete(order.id), `SPOT-LIST-10 nothing has ended list ${list.id}`);
    } else this.refuse(order, list);
  }

  private endForOther({ id, executed }: OrderEnded, list: WatchedList): void {
    const other = present(otherLeg(list, id), `the other leg of order ${id}`);
    claim(executed === 0 && list.open.has(other), `SPOT-LIST-9 leg ${id} has not begun to work`);
    this.working.add(other);
    if (list.stage === "both") {
      list.stage = "over";
      return;
    }
    claim(this.due[0] === list, `SPOT-LIST-9 the legs of list ${list.id} are live`);
    if (list.live.has(id)) return;
    const last = this.market.last.get(list.pair) ?? 0;
    const { triggerTicks: trigger = 0 } = this.market.open.get(other)?.instructions ?? {};
    const isReached = list.rises.get(other) ? last >= trigger : last <= trigger;
    const isPassed = list.kind === "otoco" && trigger > 0 && isReached;
    claim(isPassed, `SPOT-LIST-12 leg ${other} has its price, so that leg ${id} is passed over`);
    this.tally.count("gap over a leg");
  }

  /** SPOT-LIST-12: no leg goes live where the money for what goes live is missing. */
  private refuse(ended: OrderEnded, list: WatchedList): void {
    const { id, status, reason, executed } = ended;
    const isSaid = status === "rejected" && reason === "insufficient_balance" && executed === 0;
    claim(isSaid && this.due[0] === list, `SPOT-LIST-12 leg ${id} is rejected as it goes live`);
    claim(list.live.size === 0, `SPOT-LIST-12 both legs of list ${list.id} are rejected`);
    const isFirst = list.legs.every((leg) => leg === id || list.open.has(leg));
    if (isFirst) this.checkMoney(ended, list);
    if (!list.legs.some((leg) => list.open.has(leg))) this.tally.count("legs rejected");
    this.settle(list);
  }

  private checkMoney(
    ended: OrderEnded,
    { id, user, legs, rises, pair: market }: WatchedList,
  ): void {
    const { books, open, last } = this.market;
    const pair = books.pairOf(market);
    const asset = paidBy(pair, ended);
    const orders = legs.map((leg): OrderDetails => present(open.get(leg), `leg ${leg}`));
    const price = last.get(market) ?? 0;
    const reached = orders.find(({ id: leg, instructions }) => {
      const { triggerTicks: trigger = 0 } = instructions ?? {};
      return trigger > 0 && (rises.get(leg) ? price >= trigger : price <= trigger);
    });
    const needs = (reached ? [reached] : orders).map((order) => lockOf(pair, order));
    const need = needs.reduce((one, other) => (one > other ? one : other));
    let free = books.accounts.totalOf("spot", user, asset);
    for (const order of open.values()) {
      const isOwn = order.area === "spot" && order.user === user;
      if (isOwn && paidBy(books.pairOf(order.market), order) === asset) free -= this.lockOf(order);
    }
    claim(free < need, `SPOT-LIST-12 list ${id} needs ${need}, and ${free} are free`);
  }

  /** SPOT-LIST-8: what an open order has locked: nothing while it is pending, and of two live legs the one that needs more for both. */
  lockOf(order: Order): bigint {
    if (this.isPending(order.id)) return 0n;
    const pair = this.market.books.pairOf(order.market);
    const own = lockOf(pair, order);
    const list = this.byOrder.get(order.id);
    const other = list?.stage === "both" ? otherLeg(list, order.id) : undefined;
    if (other === undefined) return own;
    const theirs = lockOf(pair, present(this.market.open.get(other), `leg ${other}`));
    return own > theirs || (own === theirs && order.id < other) ? own : 0n;
  }

  /** An order has ended for reasons of its own: what that does to the others of its list. */
  end(order: OrderEnded): void {
    const { id, status } = order;
    const list = this.byOrder.get(id);
    if (!list) return;
    claim(list.open.delete(id), `SPOT-LIST-10 order ${id} ends once`);
    if (list.stage === "over") return;
    if (list.stage === "first" && id === list.ids[0] && status === "filled") {
      list.stage = "due";
      this.due.push(list);
      this.filledFirsts++;
      return;
    }
    list.stage = "over";
    this.due = this.due.filter((one) => one !== list);
    for (const other of list.open) this.leaving.add(other);
    if (list.open.size > 0) this.tallyEnd(order);
  }

  private tallyEnd({ id, reason, executed }: OrderEnded): void {
    const by = reason ?? this.command?.type ?? "";
    this.tally.count(`list ended: ${by}`);
    const isFirst = !isLeg(present(this.byOrder.get(id), "its list"), id);
    if (isFirst && executed > 0) this.tally.count("list ended with its first order filled in part");
  }

  finish(isAccepted: boolean, state: ExchangeState): void {
    this.checkGone();
    this.checkWorking();
    const [left] = this.leaving;
    claim(left === undefined, `SPOT-LIST-10 order ${left} ends with its list`);
    if (this.filledFirsts > 1) this.tally.count("several lists go live in one command");
    const { command, target } = this;
    const isReplaced = command?.type === "ReplaceOrder" && isAccepted && target !== undefined;
    claim(!isReplaced || target?.stage === "over", `SPOT-LIST-14 list ${target?.id} can still act`);
    if (command?.type === "CancelOrderList" && isAccepted) this.checkCanceled(command.list);
    const stood = [...state.lists.byId.keys()].sort().join();
    const own = [...this.lists.keys()].sort().join();
    claim(own === stood, `SPOT-LIST-6 the open lists are ${own}`);
    for (const list of this.lists.values()) {
      claim(list.open.size > 0, `SPOT-LIST-6 list ${list.id} is told of as ended`);
    }
  }

  private checkCanceled(byId: number): void {
    const { target } = this;
    claim(target !== undefined, "SPOT-LIST-13 a list that is canceled was open");
    claim(target?.open.size === 0, `SPOT-LIST-13 all orders of list ${target?.id} are canceled`);
    this.tally.count(`list canceled by its ${byId === 0 ? "name" : "id"}`);
  }
}

function isLeg({ legs }: WatchedList, id: number): boolean {
  return legs.includes(id);
}
