/**
 * The newest ended orders, kept in memory so that a cancel or query of one can tell "already final"
 * from "never existed". Bounded; part of the snapshot. The history store on disk takes over what
 * is older.
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import { big, oneOf, type RecordOf, record, text, uint } from "../base/record.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { clientIdOf, type OrderId } from "../engine/orders/order.ts";

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

export class EndedOrders {
  private readonly ring: EndedOrder[] = [];
  private next = 0;
  private readonly byId = new Map<OrderId, EndedOrder>();
  /** The newest with each name; see `nameOf`. */
  private readonly byName = new Map<string, EndedOrder>();
  private readonly countMax: number;

  constructor(countMax: number = ENDED_ORDERS_MAX) {
    this.countMax = countMax;
  }

  fold(event: ExchangeEvent): void {
    if (event.type !== "OrderEnded") return;
    const { order, status, timeMs } = event;
    const { id, user, area, pair, side, kind, ticks, lots, budget, executed, traded } = order;
    const rest = { placedAtMs: order.placedAtMs, status, endedAtMs: timeMs };
    const clientId = clientIdOf(order);
    const record = { id, user, area, pair, side, kind, ticks, lots, budget, executed, traded };
    this.add({ ...record, clientId, ...rest });
  }

  private add(order: EndedOrder): void {
    const oldest = this.ring[this.next];
    if (oldest) this.forget(oldest);
    this.ring[this.next] = order;
    this.byId.set(order.id, order);
    // SPOT-CLIENT-5: a rejected item of a batch does not take its client id.
    if (order.status !== "rejected") this.byName.set(nameOf(order.user, order.clientId), order);
    this.next = (this.next + 1) % this.countMax;
  }

  private forget(order: EndedOrder): void {
    this.byId.delete(order.id);
    const name = nameOf(order.user, order.clientId);
    if (this.byName.get(name) === order) this.byName.delete(name);
  }

  get size(): number {
    return this.byId.size;
  }

  find(id: OrderId): EndedOrder | undefined {
    return this.byId.get(id);
  }

  /** SPOT-CLIENT-4: the newest of a user with a client id. */
  findNamed(user: number, clientId: string): EndedOrder | undefined {
    return this.byName.get(nameOf(user, clientId));
  }

  write(out: ByteWriter): void {
    const oldestFirst = [...this.ring.slice(this.next), ...this.ring.slice(0, this.next)];
    out.uint(oldestFirst.length);
    for (const order of oldestFirst) endedRecord.write(out, order);
  }

  read(from: ByteReader): void {
    const count = from.uint();
    for (let i = 0; i < count; i++) this.add(endedRecord.read(from));
  }
}

function nameOf(user: number, clientId: string): string {
  return `${user}/${clientId}`;
}
