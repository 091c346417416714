/**
 * A market with instructions as slow and as obvious as can be: lists that are searched whole, by the letter of
 * SPOT-TIF-1 to SPOT-STOP-5. The model for orders with a time in force, a self-trade mode or a trigger. It shares no
 * code with the engine. Prices and quantities are whole numbers; money is not its business.
 */

export interface NaiveAsked {
  readonly user: string;
  readonly side: "buy" | "sell";
  /** 0 at market. */
  readonly price: number;
  /** Of a market buy the amount to spend. */
  readonly quantity: number;
  readonly timeInForce: "gtc" | "ioc" | "fok" | "post_only";
  readonly selfTrade: "expire_taker" | "expire_maker" | "expire_both" | "none";
  /** 0: none. */
  readonly trigger: number;
}

interface NaiveOpen extends NaiveAsked {
  readonly id: number;
  /** When it came to stand where it stands. */
  turn: number;
  left: number;
  executed: number;
  isRise: boolean;
}

/** A market order trades between these parts of its reference, both included. */
const RANGE = { down: 0.5, up: 2 };

export class NaiveMarket {
  last = 0;
  book: NaiveOpen[] = [];
  stops: NaiveOpen[] = [];
  readonly trades: string[] = [];
  /** How each order stands: `new 0`, `canceled 2 post_only`. */
  readonly states = new Map<number, string>();
  #turn = 0;
  #queue: NaiveOpen[] = [];

  place(id: number, asked: NaiveAsked): void {
    const isRise = asked.trigger >= this.last;
    const order = { ...asked, id, turn: 0, left: asked.quantity, executed: 0, isRise };
    if (asked.trigger > 0 && asked.trigger !== this.last) {
      this.stops.push(order);
      this.states.set(id, "new 0");
    } else this.#come(order, asked.trigger || this.last);
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      this.#come(next, next.trigger);
    }
  }

  cancel(id: number): void {
    for (const order of [...this.book, ...this.stops]) {
      if (order.id === id) this.#end(order, "canceled", "");
    }
    this.book = this.book.filter((order) => order.id !== id);
    this.stops = this.stops.filter((order) => order.id !== id);
  }

  #come(order: NaiveOpen, reference: number): void {
    const { timeInForce } = order;
    if (timeInForce === "post_only" && this.#facing(order).length > 0) {
      this.#end(order, "canceled", " post_only");
    } else if (timeInForce === "fok" && !this.#wouldFill(order)) {
      this.#end(order, "canceled", " fill_or_kill");
    } else this.#trade(order, reference);
    if (order.executed > 0) this.#trigger();
  }

  /** The orders of the other side that it crosses, in the order in which they trade. */
  #facing({ side, price }: NaiveAsked): NaiveOpen[] {
    const better = side === "buy" ? 1 : -1;
    return this.book
      .filter((maker) => maker.side !== side)
      .filter((maker) => price === 0 || better * (maker.price - price) <= 0)
      .sort((a, b) => better * (a.price - b.price) || a.turn - b.turn);
  }

  #wouldFill(order: NaiveOpen): boolean {
    let sum = 0;
    for (const maker of this.#facing(order)) {
      const isOwn = maker.user === order.user && order.selfTrade !== "none";
      if (isOwn && order.selfTrade !== "expire_maker") return sum >= order.quantity;
      if (!isOwn) sum += maker.left;
    }
    return sum >= order.quantity;
  }

  #trade(order: NaiveOpen, reference: number): void {
    const isAmount = order.side === "buy" && order.price === 0;
    for (const maker of this.#facing(order)) {
      const wanted = isAmount ? Math.floor(order.left / maker.price) : order.left;
      if (wanted === 0) break;
      const isInRange =
        maker.price >= reference * RANGE.down && maker.price <= reference * RANGE.up;
      if (order.price === 0 && reference > 0 && !isInRange) {
        this.#end(order, "canceled", " out_of_range");
        return;
      }
      if (maker.user === order.user && order.selfTrade !== "none") {
        if (order.selfTrade !== "expire_taker") {
          this.#end(maker, "canceled", " self_trade");
          this.book = this.book.filter(({ id }) => id !== maker.id);
        }
        if (order.selfTrade === "expire_maker") continue;
        this.#end(order, "canceled", " self_trade");
        return;
      }
      this.#fill(order, maker, Math.min(wanted, maker.left), isAmount);
    }
    this.#finish(order, isAmount);
  }

  #fill(order: NaiveOpen, maker: NaiveOpen, lots: number, isAmount: boolean): void {
    this.trades.push(`${order.id} takes ${lots} @ ${maker.price} of ${maker.id}`);
    this.last = maker.price;
    order.left -= isAmount ? lots * maker.price : lots;
    order.executed += lots;
    maker.left -= lots;
    maker.executed += lots;
    this.states.set(maker.id, `partially_filled ${maker.executed}`);
    if (maker.left > 0) return;
    this.#end(maker, "filled", "");
    this.book = this.book.filter(({ id }) => id !== maker.id);
  }

  #finish(order: NaiveOpen, isAmount: boolean): void {
    const next = this.#facing(order)[0];
    const isSpent = isAmount && next !== undefined && order.left < next.price;
    const isDone = order.left === 0 || isSpent;
    if (isDone && order.executed > 0) this.#end(order, "filled", "");
    else if (order.price === 0) {
      this.#end(order, "canceled", isDone ? " below_one_step" : " empty_book");
    } else if (order.timeInForce === "ioc") this.#end(order, "canceled", " immediate_or_cancel");
    else {
      order.turn = ++this.#turn;
      this.book.push(order);
      const status = order.executed > 0 ? "partially_filled" : "new";
      this.states.set(order.id, `${status} ${order.executed}`);
    }
  }

  #end(order: NaiveOpen, status: string, reason: string): void {
    this.states.set(order.id, `${status} ${order.executed}${reason}`);
  }

  /** SPOT-STOP-3 */
  #trigger(): void {
    const { last } = this;
    const reached = this.stops.filter(({ isRise, trigger }) =>
      isRise ? last >= trigger : last <= trigger,
    );
    reached.sort((a, b) => (a.isRise ? 1 : -1) * (a.trigger - b.trigger) || a.id - b.id);
    this.stops = this.stops.filter((order) => !reached.includes(order));
    this.#queue.push(...reached);
  }

  /** What rests, best first and in turn, and what waits: for comparison. */
  content(): string[] {
    const rows = (["sell", "buy"] as const).flatMap((side) => {
      const all: NaiveAsked = { ...ANY, side };
      return this.#facing(all).map(({ id, left, price }) => `${id} ${left} @ ${price}`);
    });
    const waiting = this.stops.map(({ id, trigger }) => `${id} waits for ${trigger}`);
    return [...rows, ...waiting.sort()];
  }
}

const ANY = {
  user: "",
  price: 0,
  quantity: 0,
  timeInForce: "gtc",
  selfTrade: "none",
  trigger: 0,
} as const;
