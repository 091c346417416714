/**
 * What an order on a pair may ask for besides side, price and quantity: how long it stands, how it deals with the
 * user's own orders, and the price that it waits for. Most orders ask for none of it and have no
 * instructions at all. Rules SPOT-TIF-1 to SPOT-TIF-5, SPOT-STP-3 to SPOT-STP-5, SPOT-STOP-1, SPOT-UNIT-1, SPOT-ICE-1, SPOT-TRAIL-1.
 */
import {
  big,
  type Field,
  flag,
  oneOf,
  optional,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import type { TimeInForce } from "./order.ts";

/** What happens when an order would trade with one of the same user; the numbers of the words are in the log. */
export const SELF_TRADES = [
  "expire_taker",
  "none",
  "expire_maker",
  "expire_both",
  "decrement",
] as const;
export type SelfTrade = (typeof SELF_TRADES)[number];

/** What a quantity counts: the asset that is traded, or the one that it is paid in. */
export const UNITS = ["base", "quote"] as const;
export type Unit = (typeof UNITS)[number];

export interface Instructions {
  readonly timeInForce: TimeInForce;
  /** Undefined: as the symbol says. */
  readonly selfTrade: SelfTrade | undefined;
  /** 0 of an order that waits for no price. */
  readonly triggerTicks: number;
  /** Whether it waits for the last price to rise to its trigger, or to fall to it. */
  readonly isRise: boolean;
  /** Whether it still waits (SPOT-STOP-2). */
  isWaiting: boolean;
  /** Its place among the orders of one price since it was triggered (SPOT-STOP-5); 0: its id says it. */
  rank: number;
  /** Undefined: as every order of its side and kind counts (SPOT-UNIT-1). */
  readonly unit: Unit | undefined;
  /** The list that it belongs to (order-lists.ts); 0 of an order by itself. */
  readonly list: number;
  /** A leg that is not live yet: it has locked nothing and stands nowhere (SPOT-LIST-11). */
  isPending: boolean;
  /** The lots that it would have traded with its user's own orders, and has lost (SPOT-STP-6). */
  prevented: number;
  /** The same in ticks × lots. */
  preventedValue: bigint;
  /** The lots that it shows at a time (SPOT-ICE-1); 0 of an order that shows all. */
  readonly slice: number;
  /** What rests of it behind the slice that shows, while it rests. */
  hidden: number;
  /** The basis points by which it trails the last price (SPOT-TRAIL-1); 0 of an order that does not. */
  readonly delta: number;
  /** Undefined before it trails. */
  peak: SeenPrice | undefined;
}

/** The best price that orders have seen since they began to trail: the highest if they sell, the lowest if they buy (SPOT-TRAIL-2). */
export interface SeenPrice {
  readonly ticks: number;
}

/** The instructions of an order as values; `trailed` is the best price that it has seen, 0 before it trails. */
export type ToldInstructions = Readonly<Omit<Instructions, "peak">> & { readonly trailed: number };

/**
 * The one place where they are made, so that all have one shape: what is spread together has a hidden class of its own, and takes several times as long.
 * What is not given, an order has not asked for.
 */
export function instructionsOf(given: Partial<Instructions>): Instructions {
  return {
    timeInForce: given.timeInForce ?? "gtc",
    selfTrade: given.selfTrade,
    triggerTicks: given.triggerTicks ?? 0,
    isRise: given.isRise ?? false,
    isWaiting: given.isWaiting ?? false,
    rank: given.rank ?? 0,
    unit: given.unit,
    list: given.list ?? 0,
    isPending: given.isPending ?? false,
    prevented: given.prevented ?? 0,
    preventedValue: given.preventedValue ?? 0n,
    slice: given.slice ?? 0,
    hidden: given.hidden ?? 0,
    delta: given.delta ?? 0,
    peak: given.peak,
  };
}

/** Those of an order as they are now. */
export function toldOf(instructions: Readonly<Instructions>): ToldInstructions {
  const { peak } = instructions;
  return {
    timeInForce: instructions.timeInForce,
    selfTrade: instructions.selfTrade,
    triggerTicks: instructions.triggerTicks,
    isRise: instructions.isRise,
    isWaiting: instructions.isWaiting,
    rank: instructions.rank,
    unit: instructions.unit,
    list: instructions.list,
    isPending: instructions.isPending,
    prevented: instructions.prevented,
    preventedValue: instructions.preventedValue,
    slice: instructions.slice,
    hidden: instructions.hidden,
    delta: instructions.delta,
    trailed: peak === undefined ? 0 : peak.ticks,
  };
}

/** Those of an order that asked for nothing. */
export function plainInstructions(): Instructions {
  return instructionsOf({});
}

const timeInForce: Field<TimeInForce> = oneOf("gtc", "ioc", "fok", "post_only");

/** As a command has them; the price is decimal text, empty when there is none. */
export const askedInstructions = record({
  timeInForce,
  selfTrade: optional(oneOf(...SELF_TRADES)),
  triggerPrice: text,
});
export type AskedInstructions = ReturnType<typeof askedInstructions.read>;

/** What an order may ask for since rules 7; beside its instructions in a command, and one with them from then on. */
export const askedExtras = record({ unit: optional(oneOf(...UNITS)) });
export type AskedExtras = ReturnType<typeof askedExtras.read>;

/** How an order is to go about its trades, since rules 8: the quantity that it shows at a time, empty of one that shows all. */
export const askedTactics = record({ slice: text });
export type AskedTactics = ReturnType<typeof askedTactics.read>;

/** The basis points by which an order trails, since rules 9. */
export const askedTrailing = record({ delta: uint });
export type AskedTrailing = ReturnType<typeof askedTrailing.read>;

/** As snapshots have them. */
const first = {
  timeInForce,
  selfTrade: optional(oneOf(...SELF_TRADES)),
  triggerTicks: uint,
  isRise: flag,
  isWaiting: flag,
  rank: uint,
};
const { write: writeFirst, read: readFirst } = record(first);
export const firstInstructionsRecord: Field<Readonly<Instructions>> = {
  write: writeFirst,
  read: (from) => instructionsOf(readFirst(from)),
};
const second = { ...first, unit: optional(oneOf(...UNITS)), list: uint, isPending: flag };
const { write: writeSecond, read: readSecond } = record(second);
export const secondInstructionsRecord: Field<Readonly<Instructions>> = {
  write: writeSecond,
  read: (from) => instructionsOf(readSecond(from)),
};
const third = { ...second, prevented: uint, preventedValue: big, slice: uint, hidden: uint };
const { write: writeThird, read: readThird } = record(third);
export const thirdInstructionsRecord: Field<Readonly<Instructions>> = {
  write: writeThird,
  read: (from) => instructionsOf(readThird(from)),
};
const { write: writeLast, read: readLast } = record({ ...third, delta: uint, trailed: uint });
export const instructionsRecord: Field<Readonly<Instructions>> = {
  write: (out, instructions) => writeLast(out, toldOf(instructions)),
  read(from) {
    const read = readLast(from);
    const instructions = instructionsOf(read);
    if (read.trailed > 0) instructions.peak = { ticks: read.trailed };
    return instructions;
  },
};
