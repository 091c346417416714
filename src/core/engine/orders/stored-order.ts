/**
 * An order on a pair as a snapshot has it, read into its row and written from it field by field: with an object for each,
 * millions would take several times as long. The bytes are those of a record of these fields, in this order. Rule LOG-SNAP-1.
 */

import { assert } from "../../base/assert.ts";
import type { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { type Field, oneOf, optional } from "../../base/records/record.ts";
import { AREAS } from "../ledger/area.ts";
import {
  firstInstructionsRecord,
  type Instructions,
  instructionsRecord,
  secondInstructionsRecord,
  thirdInstructionsRecord,
} from "./instructions.ts";
import { hashOfBytes } from "./order-name.ts";
import type { OrderRow, OrderRows } from "./order-rows.ts";

const areaWord = oneOf(...AREAS);
const sideWord = oneOf("buy", "sell");
const kindWord = oneOf("limit", "market");

/** What of orders a snapshot has: nothing but what every order has, or instructions, of which later versions have more. */
export type OrdersForm = "plain" | "instructed" | "extended" | "prevented" | "trailing";
const FORMS: Readonly<
  Record<Exclude<OrdersForm, "plain">, Field<Readonly<Instructions> | undefined>>
> = {
  instructed: optional(firstInstructionsRecord),
  extended: optional(secondInstructionsRecord),
  prevented: optional(thirdInstructionsRecord),
  trailing: optional(instructionsRecord),
};

export function writeOrder(out: ByteWriter, rows: OrderRows, order: OrderRow): void {
  out.uint(rows.id(order));
  out.uint(rows.user(order));
  areaWord.write(out, rows.area(order));
  out.uint(rows.market(order));
  sideWord.write(out, rows.side(order));
  out.uint(rows.ticks(order));
  out.uint(rows.lots(order));
  out.uint(rows.executed(order));
  out.big(rows.traded(order));
  out.int(rows.makerRate(order));
  out.int(rows.takerRate(order));
  rows.writeClientId(out, order);
  out.uint(rows.placedAtMs(order));
  out.big(rows.borrowed(order));
}

/** Into a row that holds nothing yet. */
export function readOrder(from: ByteReader, rows: OrderRows, order: OrderRow): void {
  rows.setId(order, from.uint());
  const user = from.uint();
  rows.setUser(order, user);
  const area = areaWord.read(from);
  rows.setMarket(order, from.uint());
  rows.setSort(order, { area, side: sideWord.read(from), kind: "limit" });
  rows.setTicks(order, from.uint());
  rows.setLots(order, from.uint(), from.uint());
  const traded = from.big();
  if (traded !== 0n) rows.setTraded(order, traded);
  rows.setRates(order, from.int(), from.int());
  readClientId(from, rows, order);
  rows.setPlacedAt(order, from.uint());
  rows.setBorrowed(order, from.big());
}

/** Its letters stay bytes (client-id-column.ts). */
function readClientId(from: ByteReader, rows: OrderRows, order: OrderRow): void {
  const place = from.offset;
  const start = from.skipSized();
  const end = from.offset;
  if (start === end) return;
  assert(end - start < 128, "SPOT-CLIENT-1 a client id is short");
  const owner = { user: rows.user(order), area: rows.area(order) };
  rows.setNameHash(order, hashOfBytes(owner, from.bytes, { start, end }));
  rows.clientIds.setStored(order, from.bytes, { start: place, end });
}

/** What follows of an order that may have instructions: one that waits can be a market order. */
export function writeInstructed(
  out: ByteWriter,
  rows: OrderRows,
  order: OrderRow,
  form: OrdersForm,
): void {
  if (form === "plain") return;
  kindWord.write(out, rows.kind(order));
  out.big(rows.budget(order));
  FORMS[form].write(out, rows.instructions(order));
}

export function readInstructed(
  from: ByteReader,
  rows: OrderRows,
  order: OrderRow,
  form: OrdersForm,
): void {
  if (form === "plain") return;
  rows.setKind(order, kindWord.read(from));
  rows.setBudget(order, from.big());
  const instructions = FORMS[form].read(from);
  rows.setInstructions(order, instructions);
  const { prevented = 0, hidden = 0 } = instructions ?? {};
  if (prevented + hidden > 0) rows.reduce(order, prevented + hidden); // SPOT-STP-6, SPOT-ICE-2
}
