/**
 * Order lists as slow and as obvious as can be, over the naive book: what is open is searched whole, by the letter of SPOT-LIST-1 to
 * SPOT-LIST-12, SPOT-LIST-18, SPOT-TRAIL-1 to SPOT-TRAIL-4. It shares no code with the engine. Prices, quantities and money are whole numbers, and there are no fees.
 */
import { NaiveBook, type NaiveResult, type NaiveRules } from "./naive-book.ts";

export interface NaiveItem {
  readonly side: "buy" | "sell";
  /** 0 at market. */
  readonly price: number;
  readonly lots: number;
  readonly timeInForce: NaiveRules["timeInForce"];
  readonly selfTrade: NaiveRules["selfTrade"];
  /** 0: none. */
  readonly trigger: number;
  /** The basis points by which it trails; 0: it does not. */
  readonly delta: number;
}

export type NaiveKind = "oco" | "oto" | "otoco";

interface List {
  readonly id: number;
  readonly first: OpenOrder | undefined;
  readonly legs: readonly OpenOrder[];
  /** Whether its orders can still act on each other. */
  isActing: boolean;
}

interface OpenOrder extends NaiveItem {
  readonly id: number;
  readonly user: string;
  /** The price that its range is around when it comes. */
  readonly reference: number;
  isRise: boolean;
  /** The best last price since it trails; 0 before. */
  best: number;
  executed: number;
  stands: "pending" | "waits" | "triggered" | "rests";
  list: List | undefined;
}

/** A market order trades between these parts of its reference, both included. */
const RANGE = { down: 0.5, up: 2 };
const LISTS_MAX = 20;

export class NaiveLists {
  last = 0;
  idLast = 0;
  readonly book = new NaiveBook();
  readonly open = new Map<number, OpenOrder>();
  readonly lists = new Map<number, { readonly user: string; readonly list: List }>();
  trades: string[] = [];
  ends: string[] = [];
  /** What each user has of the base asset and of the quote asset, locked or not. */
  readonly #money: ReadonlyMap<string, { base: number; quote: number }>;
  #triggered: OpenOrder[] = [];
  #due: List[] = [];

  constructor(users: readonly string[], had: { readonly base: number; readonly quote: number }) {
    this.#money = new Map(users.map((user) => [user, { ...had }]));
  }

  /** Why the order is refused; undefined if it is taken. */
  place(user: string, item: NaiveItem): string | undefined {
    const order = this.#orderOf(user, item, this.idLast + 1);
    const no = this.#refusal([order], [order]);
    if (no) return no;
    this.idLast = order.id;
    this.open.set(order.id, order);
    this.#goLive([order], false);
    this.#settle();
    return undefined;
  }

  /** The same of a list. */
  placeList(user: string, kind: NaiveKind, items: readonly NaiveItem[]): string | undefined {
    const id = this.idLast + 1;
    const orders = items.map((item, at) => this.#orderOf(user, item, id + 1 + at));
    const first = kind === "oco" ? undefined : orders[0];
    const legs = first ? orders.slice(1) : orders;
    const going = first ? [first] : legs;
    if (!this.#mayBe(legs, kind)) return "leg_prices_crossed";
    const own = [...this.lists.values()].filter((one) => one.user === user);
    if (own.length >= LISTS_MAX) return "too_many_lists";
    const no = this.#refusal(orders, going);
    if (no) return no;
    const list: List = { id, first, legs, isActing: true };
    const [one, other] = legs;
    // SPOT-LIST-4
    const from = first ? first.price || first.trigger || this.last : 0;
    if (one) one.isRise = pointOf(one) > (other ? pointOf(other) : from);
    if (one && other) other.isRise = !one.isRise;
    for (const order of orders) {
      order.list = list;
      order.stands = going.includes(order) ? "rests" : "pending";
      this.open.set(order.id, order);
    }
    this.lists.set(id, { user, list });
    this.idLast = id + orders.length;
    this.#goLive(going, false);
    this.#settle();
    return undefined;
  }

  cancel(id: number): void {
    const order = this.open.get(id);
    if (order) this.#end(order, "canceled");
  }

  cancelList(id: number): void {
    const [order] = [...this.open.values()].filter(({ list }) => list?.id === id);
    for (const one of [...this.open.values()]) if (one.list === order?.list) this.cancel(one.id);
  }

  #orderOf(user: string, item: NaiveItem, id: number): OpenOrder {
    const reference = trailingFrom(item, item.trigger || this.last);
    const asked = { ...item, id, user, reference, isRise: item.trigger >= this.last };
    return { ...asked, best: 0, executed: 0, stands: "rests", list: undefined };
  }

  /** SPOT-LIST-3 */
  #mayBe(legs: readonly OpenOrder[], kind: NaiveKind): boolean {
    const [below, above] = [...legs].sort((a, b) => pointOf(a) - pointOf(b));
    if (!below || !above) return true;
    const [low, high] = [pointOf(below), pointOf(above)];
    const passive = below.side === "sell" ? above : below;
    const isPassive = legs.every((leg) => isStop(leg) || leg === passive);
    return low < high && isPassive && (kind !== "oco" || (low < this.last && this.last < high));
  }

  #refusal(orders: readonly OpenOrder[], going: readonly OpenOrder[]): string | undefined {
    for (const order of orders) {
      const isEmpty = this.book.queue(order.side === "buy" ? "sell" : "buy").length === 0;
      if (order.price === 0 && !isStop(order) && isEmpty) return "no_opposite_orders";
    }
    return this.#canPay(going) ? undefined : "insufficient_balance";
  }

  /** SPOT-LIST-8: orders that go live together need as much as the one that needs more. */
  #canPay(going: readonly OpenOrder[]): boolean {
    const [one] = going as readonly [OpenOrder];
    const asset = one.side === "buy" ? "quote" : "base";
    const need = Math.max(...going.map(lockOf));
    const live = [...this.open.values()].filter(({ user, side, stands }) => {
      return user === one.user && side === one.side && stands !== "pending";
    });
    const both = live.filter(
      ({ list }) => list?.isActing && list.legs.every((leg) => live.includes(leg)),
    );
    const isShared = (leg: OpenOrder) => both.includes(leg) && leg.list?.legs.length === 2;
    const isLess = (leg: OpenOrder) => isShared(leg) && leg !== mostOf(leg.list?.legs ?? []);
    const locked = live.filter((order) => !isLess(order) && !going.includes(order));
    const has = this.#money.get(one.user)?.[asset] ?? 0;
    return has - locked.reduce((sum, order) => sum + lockOf(order), 0) >= need;
  }

  /** SPOT-LIST-12, SPOT-STOP-1: each waits for its price, or comes to the book. */
  #goLive(orders: readonly OpenOrder[], isLate: boolean): void {
    const [waiting, coming] = [true, false].map((isWaiting) =>
      orders.filter((order) => this.#mustWait(order) === isWaiting),
    );
    for (const order of waiting ?? []) {
      order.stands = "waits";
      // SPOT-TRAIL-1
      const isFree = order.trigger === 0 || this.#isReached(order);
      if (order.delta > 0 && isFree) order.best = this.last;
    }
    for (const order of coming ?? []) this.#come(order, isLate);
  }

  #mustWait(order: OpenOrder): boolean {
    return order.delta > 0 || (order.trigger > 0 && !this.#isReached(order));
  }

  #isReached(order: OpenOrder): boolean {
    const trigger = triggerOf(order);
    return waitsForRise(order) ? this.last >= trigger : this.last <= trigger;
  }

  #come(order: OpenOrder, isLate: boolean): void {
    const { timeInForce, selfTrade, price } = order;
    order.stands = "rests";
    const reference = order.best > 0 ? triggerOf(order) : order.reference; // SPOT-TRAIL-4
    const most = Math.min(reference, order.side === "buy" ? order.reference : reference);
    const isInside = (ticks: number) => ticks >= reference * RANGE.down && ticks <= most * RANGE.up;
    const taker = {
      id: order.id,
      user: [...this.#money.keys()].indexOf(order.user),
      side: order.side,
      kind: price === 0 ? ("market" as const) : ("limit" as const),
      ticks: price,
      lots: BigInt(order.lots),
      budget: 0n,
      turn: isLate ? this.idLast + 0.5 : order.id,
    };
    const result = this.book.place(taker, { timeInForce, selfTrade, range: { isInside } });
    for (const step of result.steps) {
      if ("expired" in step) this.#end(this.#get(step.expired), "canceled self_trade");
      else if ("maker" in step)
        this.#trade(order, this.#get(step.maker), { ticks: step.ticks, lots: Number(step.lots) });
    }
    if (result.status === "filled") this.#end(order, "filled");
    else if (result.status === "canceled") this.#end(order, `canceled ${reasonOf(order, result)}`);
    else if (isLate) this.idLast++; // SPOT-STOP-5
    if (order.executed > 0) this.#trigger();
  }

  #get(id: number): OpenOrder {
    const order = this.open.get(id);
    if (!order) throw new Error(`order ${id} is not open`);
    return order;
  }

  #trade(
    taker: OpenOrder,
    maker: OpenOrder,
    { ticks, lots }: { ticks: number; lots: number },
  ): void {
    for (const order of [maker, taker]) this.#work(order);
    this.trades.push(`${taker.id} takes ${lots} @ ${ticks} of ${maker.id}`);
    this.last = ticks;
    for (const order of [maker, taker]) {
      const money = this.#money.get(order.user) as { base: number; quote: number };
      const sign = order.side === "buy" ? 1 : -1;
      money.base += sign * lots;
      money.quote -= sign * lots * ticks;
      order.executed += lots;
    }
    if (maker.executed === maker.lots) this.#end(maker, "filled");
  }

  /** SPOT-LIST-9 */
  #work(order: OpenOrder): void {
    const { list } = order;
    if (!list?.isActing || order === list.first) return;
    list.isActing = false;
    for (const other of list.legs) if (other !== order) this.#end(other, "canceled other_leg");
  }

  /** SPOT-LIST-10, SPOT-LIST-11 */
  #end(order: OpenOrder, how: string): void {
    const { id, list, executed } = order;
    if (!this.open.delete(id)) return;
    this.book.remove(id);
    this.ends.push(`${id} ${how} ${executed}`);
    if (!list) return;
    const all = [...(list.first ? [list.first] : []), ...list.legs];
    if (all.every((one) => !this.open.has(one.id))) this.lists.delete(list.id);
    if (!list.isActing) return;
    if (order === list.first && how === "filled") {
      this.#due.push(list);
      return;
    }
    list.isActing = false;
    for (const other of all) this.#end(other, "canceled list_ended");
  }

  /** SPOT-STOP-3, SPOT-TRAIL-2 */
  #trigger(): void {
    const waiting = [...this.open.values()].filter(({ stands }) => stands === "waits");
    for (const order of waiting.filter(({ best }) => best > 0)) {
      const better = order.side === "sell" ? Math.max : Math.min;
      order.best = better(order.best, this.last);
    }
    const reached = waiting.filter((order) => this.#isReached(order));
    reached.sort((a, b) => Number(waitsForRise(b)) - Number(waitsForRise(a)) || inTurn(a, b));
    for (const order of reached) {
      if (order.delta > 0 && order.best === 0) order.best = this.last;
      else {
        order.stands = "triggered";
        this.#triggered.push(order);
      }
    }
  }

  /** SPOT-LIST-11: legs go live before any stop. */
  #settle(): void {
    for (;;) {
      const list = this.#due.shift();
      const stop = list ? undefined : this.#triggered.shift();
      if (list) this.#wake(list);
      else if (!stop) return;
      else if (this.open.has(stop.id)) {
        this.#work(stop);
        this.#come(stop, true);
      }
    }
  }

  /** SPOT-LIST-12 */
  #wake(list: List): void {
    const reached = list.legs.find((leg) => leg.trigger > 0 && !this.#mustWait(leg));
    const going = reached ? [reached] : list.legs;
    const isPaid = this.#canPay(going);
    list.isActing = isPaid && going.length === 2;
    for (const leg of list.legs) {
      if (!isPaid) this.#end(leg, "rejected insufficient_balance");
      else if (!going.includes(leg)) this.#end(leg, "canceled other_leg");
      else leg.stands = "waits";
    }
    if (isPaid) this.#goLive(going, true);
  }

  /** What is open and where, in trading order, for comparison. */
  content(): string[] {
    const waiting = [...this.open.values()].flatMap(({ id, stands, trigger, best }) => {
      if (stands === "rests") return [];
      const waits = best > 0 ? `${id} has seen ${best}` : `${id} waits for ${trigger}`;
      return [stands === "pending" ? `${id} pending` : waits];
    });
    return [...this.book.content(), ...waiting.sort()];
  }
}

function inTurn(a: OpenOrder, b: OpenOrder): number {
  return (waitsForRise(a) ? 1 : -1) * (triggerOf(a) - triggerOf(b)) || a.id - b.id;
}

/** SPOT-LIST-3, SPOT-LIST-18 */
function pointOf({ trigger, price, delta, side }: OpenOrder): number {
  if (delta > 0) return side === "sell" ? 0 : Number.POSITIVE_INFINITY;
  return trigger || price;
}

function isStop({ trigger, delta }: NaiveItem): boolean {
  return trigger > 0 || delta > 0;
}

function waitsForRise({ best, side, isRise }: OpenOrder): boolean {
  return best > 0 ? side === "buy" : isRise;
}

/** Where it is triggered, or where it begins to trail. */
function triggerOf(order: OpenOrder): number {
  return order.best > 0 ? trailingFrom(order, order.best) : order.trigger;
}

/** SPOT-TRAIL-2: rounded away from the price. */
function trailingFrom({ side, delta }: NaiveItem, price: number): number {
  const points = price * delta;
  return side === "sell" ? price - Math.ceil(points / 10_000) : price + Math.ceil(points / 10_000);
}

/** SPOT-LOCK-1, SPOT-LOCK-2, SPOT-UNIT-2 */
function lockOf({ side, price, lots, executed, reference }: OpenOrder): number {
  return (lots - executed) * (side === "sell" ? 1 : price || Math.floor(reference * RANGE.up));
}

function mostOf(legs: readonly OpenOrder[]): OpenOrder | undefined {
  return legs.reduce((one, other) => (lockOf(other) > lockOf(one) ? other : one));
}

function reasonOf({ timeInForce, price }: OpenOrder, { stop }: NaiveResult): string {
  if (stop === "own_order") return "self_trade";
  if (stop === "range") return "out_of_range";
  if (stop === "fok") return "fill_or_kill";
  if (stop === "post_only") return "post_only";
  return price > 0 && timeInForce === "ioc" ? "immediate_or_cancel" : "empty_book";
}
