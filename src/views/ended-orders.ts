/**
 * The newest ended orders, kept in memory so that a cancel or query of one can tell "already final"
 * from "never existed". Bounded; part of the snapshot. The history store on disk takes over what
 * is older.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { big, oneOf, type RecordOf, record, text, uint } from "../base/record.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { hashOf, NameTable, type OrderName } from "../engine/orders/name-table.ts";
import { serverMadeId } from "../engine/orders/open-orders.ts";
import {
  clientIdOf,
  newOrder,
  type Order,
  type OrderId,
  type OrderStatus,
} from "../engine/orders/order.ts";
import { OrderTable } from "../engine/orders/order-table.ts";

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
  readonly id: OrderId;
  readonly order: Order;
  readonly status: OrderStatus;
  readonly endedAtMs: number;
}

export class EndedOrders {
  private readonly ring: Ended[] = [];
  private next = 0;
  /** The engine's tables: a Map costs more than the whole order did. */
  private readonly byId = new OrderTable<Ended>();
  private readonly names = new NameTable();
  private readonly countMax: number;

  constructor(countMax: number = ENDED_ORDERS_MAX) {
    this.countMax = countMax;
  }

  fold(event: ExchangeEvent): void {
    if (event.type !== "OrderEnded") return;
    const { order, status, timeMs } = event;
    this.add({ id: order.id, order, status, endedAtMs: timeMs });
  }

  private add(ended: Ended): void {
    const oldest = this.ring[this.next];
    if (oldest) this.forget(oldest);
    this.ring[this.next] = ended;
    this.next = (this.next + 1) % this.countMax;
    if (isNamed(ended)) this.addName(ended);
    this.byId.add(ended);
  }

  /** One row a name, however often it is used: a bot may cancel and replace under one id all day. */
  private addName({ id, order }: Ended): void {
    const low = hashOf(order);
    const slot = this.slotNamed(order);
    if (slot !== undefined) this.names.replaceOrder(slot, id);
    else this.names.insert({ low, high: 0, order: id, endedAt: 0, user: order.user });
  }

  private forget(ended: Ended): void {
    const { order } = ended;
    const slot = isNamed(ended) ? this.slotNamed(order) : undefined;
    const isNewest = slot !== undefined && this.names.orderAt(slot) === ended.id;
    if (isNewest) this.names.erase(hashOf(order), ended.id);
    this.byId.remove(ended);
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
    const slot = this.slotNamed({ user, area: "spot", clientId });
    const id = serverMadeId(clientId) || (slot === undefined ? 0 : this.names.orderAt(slot));
    const found = this.find(id);
    return found?.user === user && found.clientId === clientId ? found : undefined;
  }

  /** The row of a name. */
  private slotNamed(name: OrderName): number | undefined {
    const { names } = this;
    const hash = hashOf(name);
    for (let slot = names.home(hash); names.orderAt(slot) !== 0; slot = names.next(slot)) {
      const order = names.lowAt(slot) === hash && this.byId.get(names.orderAt(slot))?.order;
      if (order && order.user === name.user && order.clientId === name.clientId) return slot;
    }
    return undefined;
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
      this.add({ id: order.id, order, status, endedAtMs });
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

/** SPOT-CLIENT-5: a rejected item of a batch does not take its client id. */
function isNamed({ order, status }: Ended): boolean {
  return order.clientId !== "" && status !== "rejected";
}
