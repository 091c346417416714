/**
 * Accepted orders as rows (order-cells.ts), with what few of them have beside. An order has its row from its acceptance
 * on. The row of one that has ended is not used again before the next command: within a command a row is one order.
 */
import type { ByteWriter } from "../../base/records/bytes.ts";
import type { Room } from "../../base/rows/row-space.ts";
import { type Amount, bigOf } from "../../money/amount.ts";
import { addBig, addNumber, bigAt, setLimbs } from "../../money/limbs.ts";
import { ClientIdColumn } from "./client-id-column.ts";
import { type Instructions, plainInstructions } from "./instructions.ts";
import type { FuturesTerms, Order } from "./order.ts";
import { NO_ORDER, OrderCells, type OrderRow } from "./order-cells.ts";
import { hasBeside, OrderColumns } from "./order-columns.ts";

export { NO_ORDER, type OrderRow };

/** The most orders that come and end within one command, beside those that are open. */
const PASSING_MAX = 2 ** 22;
const OPEN_MAX = 2 ** 24;

export class OrderRows extends OrderCells {
  readonly clientIds = new ClientIdColumn();
  private readonly beside = new OrderColumns();
  /** Ended in this command. */
  private readonly ended: OrderRow[] = [];
  /** Free rows are linked like orders of a level. */
  private firstFree: OrderRow = NO_ORDER;

  /** `openMax`: the most orders that may be open. */
  constructor(openMax = OPEN_MAX, room?: Room) {
    super(openMax + PASSING_MAX, room);
  }

  add(order: Order): OrderRow {
    const row = this.take();
    this.write(row, order);
    if (order.clientId !== "") this.clientIds.set(row, order.clientId);
    if (order.traded !== 0n) this.setTraded(row, order.traded);
    if (hasBeside(order)) {
      this.markBeside(row);
      this.beside.set(row, order);
    }
    return row;
  }

  /** Rows that follow one another and hold nothing yet: for a state that is loaded. */
  addEmpty(count: number): OrderRow[] {
    const rows: OrderRow[] = [];
    while (rows.length < count) rows.push(this.takeRow());
    return rows;
  }

  private take(): OrderRow {
    const free = this.firstFree;
    if (free === NO_ORDER) return this.takeRow();
    this.firstFree = this.behind(free);
    return free;
  }

  /** The order has ended; its row can be read until the command is over. */
  drop(order: OrderRow): void {
    this.ended.push(order);
  }

  /** Gives the rows of ended orders free: the first thing that a command does. */
  freeEnded(): void {
    const { ended } = this;
    for (let order = ended.pop(); order !== undefined; order = ended.pop()) {
      // A text that nobody reads any more may hold a whole request behind it.
      if (this.hasClientId(order)) this.clientIds.clear(order);
      if (this.hasBeside(order)) this.beside.clear(order);
      this.setBehind(order, this.firstFree);
      this.firstFree = order;
    }
  }

  /** How many rows are neither free nor of an order that has ended: each is an open order's. */
  get held(): number {
    let free = 0;
    for (let row = this.firstFree; row !== NO_ORDER; row = this.behind(row)) free++;
    return this.space.end - 1 - free - this.ended.length;
  }

  /** The rows of all open orders, in no order that means anything. */
  open(): OrderRow[] {
    const open: OrderRow[] = [];
    this.some((order) => {
      open.push(order);
      return false;
    });
    return open;
  }

  /** Whether the condition holds for any open order. */
  some(isIt: (order: OrderRow) => boolean): boolean {
    const { end } = this.space;
    for (let row = 1 as OrderRow; row < end; row++) if (this.isOpen(row) && isIt(row)) return true;
    return false;
  }

  /** The order as values: for replies, records and snapshots. Its terms and instructions are not copied. */
  orderAt(order: OrderRow): Order {
    return {
      id: this.id(order),
      remaining: this.remaining(order),
      ticks: this.ticks(order),
      user: this.user(order),
      market: this.market(order),
      side: this.side(order),
      kind: this.kind(order),
      area: this.area(order),
      clientId: this.clientId(order),
      nameHash: this.nameHash(order),
      lots: this.lots(order),
      executed: this.executed(order),
      budget: this.budget(order),
      traded: this.traded(order),
      makerRate: this.makerRate(order),
      takerRate: this.takerRate(order),
      placedAtMs: this.placedAtMs(order),
      borrowed: this.borrowed(order),
      futures: this.futures(order),
      instructions: this.instructions(order),
    };
  }

  hasClientId(order: OrderRow): boolean {
    return this.nameHash(order) !== 0;
  }

  /** As the user sent it; empty when it sent none. */
  clientId(order: OrderRow): string {
    return this.hasClientId(order) ? (this.clientIds.get(order) as string) : "";
  }

  writeClientId(out: ByteWriter, order: OrderRow): void {
    if (this.hasClientId(order)) this.clientIds.write(out, order);
    else out.text("");
  }

  /** Whether its user sent this client id. */
  isNamed(order: OrderRow, clientId: string): boolean {
    return this.clientId(order) === clientId;
  }

  traded(order: OrderRow): bigint {
    const traded = bigAt(this.rest, this.tradedCell(order));
    return traded ?? (this.beside.farTraded.get(order) as bigint);
  }

  budget(order: OrderRow): bigint {
    return this.hasBeside(order) ? (this.beside.budgets.get(order) ?? 0n) : 0n;
  }

  borrowed(order: OrderRow): bigint {
    return this.hasBeside(order) ? (this.beside.borrowed.get(order) ?? 0n) : 0n;
  }

  futures(order: OrderRow): FuturesTerms | undefined {
    return this.hasBeside(order) ? this.beside.futures.get(order) : undefined;
  }

  /** What makes it a futures order; it must be one. */
  terms(order: OrderRow): FuturesTerms {
    return this.beside.futures.get(order) as FuturesTerms;
  }

  instructions(order: OrderRow): Instructions | undefined {
    return this.hasBeside(order) ? this.beside.instructions.get(order) : undefined;
  }

  /** SPOT-STP-6: the lots that it has lost to its user's own orders. */
  prevented(order: OrderRow): number {
    return this.instructions(order)?.prevented ?? 0;
  }

  /** What rests of it behind the slice that shows (SPOT-ICE-2). */
  hidden(order: OrderRow): number {
    return this.instructions(order)?.hidden ?? 0;
  }

  /** All that it still has to trade, whether it shows or not. */
  unfilled(order: OrderRow): number {
    return this.remaining(order) + this.hidden(order);
  }

  /** What is left of an amount of the quote asset. */
  restOfBudget(order: OrderRow): bigint {
    const preventedValue = this.instructions(order)?.preventedValue ?? 0n;
    return this.budget(order) - this.traded(order) - preventedValue;
  }

  /** It loses so many lots of this value without a trade; what remains of it is counted elsewhere. */
  prevent(order: OrderRow, lots: number, value: Amount): void {
    const instructions = this.instructions(order) ?? plainInstructions();
    instructions.prevented += lots;
    instructions.preventedValue += bigOf(value);
    this.setInstructions(order, instructions);
  }

  /** It has traded so many lots of this value. */
  addTrade(order: OrderRow, lots: number, value: Amount): void {
    this.addExecuted(order, lots);
    const cell = this.tradedCell(order);
    const isDone =
      typeof value === "number"
        ? addNumber(this.rest, cell, value)
        : addBig(this.rest, cell, value);
    if (!isDone) this.setTraded(order, this.traded(order) + bigOf(value));
  }

  setBorrowed(order: OrderRow, borrowed: bigint): void {
    if (borrowed === 0n && !this.hasBeside(order)) return;
    this.markBeside(order);
    this.beside.borrowed.set(order, borrowed);
  }

  setInstructions(order: OrderRow, instructions: Instructions | undefined): void {
    if (instructions === undefined) return;
    this.markBeside(order);
    this.beside.instructions.set(order, instructions);
  }

  setBudget(order: OrderRow, budget: bigint): void {
    if (budget === 0n) return;
    this.markBeside(order);
    this.beside.budgets.set(order, budget);
  }

  setTraded(order: OrderRow, traded: bigint): void {
    if (setLimbs(this.rest, this.tradedCell(order), traded)) return;
    this.markBeside(order);
    this.beside.farTraded.set(order, traded);
  }
}
