/**
 * The newest ended orders, kept in memory so that a cancel or query of one can tell "already final"
 * from "never existed". Bounded; part of the snapshot. The history store on disk takes over what
 * is older.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { big, oneOf, type RecordOf, record, text, uint } from "../base/record.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { serverMadeId } from "../engine/orders/open-orders.ts";
import {
  clientIdOf,
  newOrder,
  type Order,
  type OrderId,
  type OrderStatus,
} from "../engine/orders/order.ts";

const fields = {
  id: uint,
  user: uint,
  area: oneOf("spot"),
  pair: uint,
  side: oneOf("buy", "sell"),
  kind: oneOf("limit", "market"),
  ticks: uint,
  lots: uint,
  budget: big,
  executed: uint,
  traded: big,
  clientId: text,
  placedAtMs: uint,
  status: oneOf("new", "partially_filled", "filled", "canceled", "rejected"),
  endedAtMs: uint,
};
const endedRecord = record(fields);
export type EndedOrder = RecordOf<typeof fields>;

export const ENDED_ORDERS_MAX = 100_000;

/** An order that is over does not change any more, so the engine's own is kept, not a copy. */
interface Ended {
  readonly order: Order;
  readonly status: OrderStatus;
  readonly endedAtMs: number;
}

export class EndedOrders {
  private readonly ring: Ended[] = [];
  private next = 0;
  private readonly byId = new Map<OrderId, Ended>();
  /** The newest with each client id that a user sent; see `nameOf`. */
  private readonly byName = new Map<string, Ended>();
  private readonly countMax: number;

  constructor(countMax: number = ENDED_ORDERS_MAX) {
    this.countMax = countMax;
  }

  fold(event: ExchangeEvent): void {
    if (event.type !== "OrderEnded") return;
    this.add({ order: event.order, status: event.status, endedAtMs: event.timeMs });
  }

  private add(ended: Ended): void {
    const oldest = this.ring[this.next];
    if (oldest) this.forget(oldest);
    this.ring[this.next] = ended;
    this.next = (this.next + 1) % this.countMax;
    const { order, status } = ended;
    this.byId.set(order.id, ended);
    // SPOT-CLIENT-5: a rejected item of a batch does not take its client id.
    if (order.clientId !== "" && status !== "rejected") this.byName.set(nameOf(order), ended);
  }

  private forget(ended: Ended): void {
    const { order } = ended;
    this.byId.delete(order.id);
    if (order.clientId === "") return;
    const name = nameOf(order);
    if (this.byName.get(name) === ended) this.byName.delete(name);
  }

  get size(): number {
    return this.byId.size;
  }

  find(id: OrderId): EndedOrder | undefined {
    const ended = this.byId.get(id);
    return ended && recordOf(ended);
  }

  /** SPOT-CLIENT-4: the newest of a user with a client id, its own or the server's. */
  findNamed(user: number, clientId: string): EndedOrder | undefined {
    const id = serverMadeId(clientId);
    if (id === 0) {
      const ended = this.byName.get(nameOf({ user, clientId }));
      return ended && recordOf(ended);
    }
    const found = this.find(id);
    return found?.user === user && found.clientId === clientId ? found : undefined;
  }

  write(out: ByteWriter): void {
    const oldestFirst = [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)];
    out.uint(oldestFirst.length);
    for (const ended of oldestFirst) endedRecord.write(out, recordOf(ended));
  }

  read(from: ByteReader): void {
    const count = from.uint();
    for (let i = 0; i < count; i++) {
      const { status, endedAtMs, ...terms } = endedRecord.read(from);
      const clientId = serverMadeId(terms.clientId) === terms.id ? "" : terms.clientId;
      const order = newOrder({ ...terms, clientId, makerRate: 0, takerRate: 0 });
      this.add({ order, status, endedAtMs });
    }
  }
}

function recordOf({ order, status, endedAtMs }: Ended): EndedOrder {
  return {
    id: order.id,
    user: order.user,
    area: order.area,
    pair: order.pair,
    side: order.side,
    kind: order.kind,
    ticks: order.ticks,
    lots: order.lots,
    budget: order.budget,
    executed: order.executed,
    traded: order.traded,
    clientId: clientIdOf(order),
    placedAtMs: order.placedAtMs,
    status,
    endedAtMs,
  };
}

function nameOf({ user, clientId }: { user: number; clientId: string }): string {
  return `${user}/${clientId}`;
}
