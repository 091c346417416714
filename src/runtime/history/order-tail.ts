/**
 * What stands behind the fields of an ended order, where there is any: why the exchange placed it, what its user asked
 * for besides, and why it ended. Bytes of earlier versions have less, and are still what is written of such an order.
 */
import type { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import { type Field, flag, oneOf, optional, record, uint } from "../../core/base/records/record.ts";
import { END_REASONS, type EndReason } from "../../core/engine/orders/end-reasons.ts";
import { SELF_TRADES, UNITS, type Unit } from "../../core/engine/orders/instructions.ts";
import { FORCES, type Force } from "../../core/engine/orders/order.ts";

/** HIST-FORCED-2: why the exchange itself traded; missing of what a user asked for. */
export const force = { name: "force", item: oneOf(...FORCES) } as const;
export interface Forced {
  readonly force?: Force | undefined;
}

/** What an order asked for besides (SPOT-FIELD-3). */
const endedInstructions = record({
  timeInForce: oneOf("gtc", "ioc", "fok", "post_only"),
  selfTrade: optional(oneOf(...SELF_TRADES)),
  triggerTicks: uint,
  /** It ended before its trigger was reached. */
  isWaiting: flag,
});
export type EndedInstructions = ReturnType<typeof endedInstructions.read> & {
  /** SPOT-UNIT-1 */
  readonly unit?: Unit | undefined;
  /** The list that it belonged to (SPOT-LIST-7). */
  readonly list?: number;
  /** The lots that it lost to its user's own orders (SPOT-STP-6). */
  readonly prevented?: number;
  /** The lots that it showed at a time (SPOT-ICE-1). */
  readonly slice?: number;
  /** The basis points by which it trailed, and the best price that it saw; 0 of one that never began (SPOT-TRAIL-2). */
  readonly delta?: number;
  readonly trailed?: number;
};

const unit = oneOf(...UNITS);
const { write: writeTrailing, read: readTrailing } = record({ delta: uint, trailed: uint });
const trailing = {
  read: readTrailing,
  write: (out: ByteWriter, { delta = 0, trailed = 0 }: EndedInstructions) =>
    writeTrailing(out, { delta, trailed }),
};

const reason = oneOf(...END_REASONS);

export interface OrderTail extends Forced {
  readonly instructions?: EndedInstructions | undefined;
  /** SPOT-FIELD-4 */
  readonly reason?: EndReason | undefined;
}

/** They stand where the number of a force stands otherwise, which is far below them. */
const INSTRUCTED = 255;
const REASONED = 254;
/** Behind the instructions that it belongs to. */
const IN_UNIT = 253;
const IN_LIST = 251;
const PREVENTED = 250;
const SLICED = 249;
const TRAILING = 248;

/** An order's fields, and its tail. */
export function withTail<T>(fields: Field<T>): Field<T & OrderTail> {
  return {
    write(out, order) {
      fields.write(out, order);
      writeTail(out, order);
    },
    read: (from) => ({ ...fields.read(from), ...readTail(from) }),
  };
}

function writeTail(out: ByteWriter, tail: OrderTail): void {
  if (tail.force) force.item.write(out, tail.force);
  if (tail.instructions) {
    out.byte(INSTRUCTED);
    endedInstructions.write(out, tail.instructions);
    if (tail.instructions.unit) {
      out.byte(IN_UNIT);
      unit.write(out, tail.instructions.unit);
    }
    if (tail.instructions.list) {
      out.byte(IN_LIST);
      out.uint(tail.instructions.list);
    }
    if (tail.instructions.prevented) {
      out.byte(PREVENTED);
      out.uint(tail.instructions.prevented);
    }
    if (tail.instructions.slice) {
      out.byte(SLICED);
      out.uint(tail.instructions.slice);
    }
    if (tail.instructions.delta) {
      out.byte(TRAILING);
      trailing.write(out, tail.instructions);
    }
  }
  if (tail.reason) {
    out.byte(REASONED);
    reason.write(out, tail.reason);
  }
}

function readTail(from: ByteReader): OrderTail {
  let tail: OrderTail = {};
  while (!from.isAtEnd()) {
    const { offset } = from;
    const mark = from.byte();
    if (mark === INSTRUCTED) tail = { ...tail, instructions: endedInstructions.read(from) };
    else if (mark === IN_UNIT && tail.instructions) {
      tail = { ...tail, instructions: { ...tail.instructions, unit: unit.read(from) } };
    } else if (mark === IN_LIST && tail.instructions) {
      tail = { ...tail, instructions: { ...tail.instructions, list: from.uint() } };
    } else if (mark === PREVENTED && tail.instructions) {
      tail = { ...tail, instructions: { ...tail.instructions, prevented: from.uint() } };
    } else if (mark === SLICED && tail.instructions) {
      tail = { ...tail, instructions: { ...tail.instructions, slice: from.uint() } };
    } else if (mark === TRAILING && tail.instructions) {
      tail = { ...tail, instructions: { ...tail.instructions, ...trailing.read(from) } };
    } else if (mark === REASONED) tail = { ...tail, reason: reason.read(from) };
    else {
      from.offset = offset;
      tail = { ...tail, force: force.item.read(from) };
    }
  }
  return tail;
}
