/**
 * What an order on a pair may ask for besides side, price and quantity: how long it stands, how it deals with the
 * user's own orders, and the price that it waits for. Most orders ask for none of it and have no
 * instructions at all. Rules SPOT-TIF-1 to SPOT-TIF-5, SPOT-STP-3 to SPOT-STP-5, SPOT-STOP-1.
 */
import {
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
export const SELF_TRADES = ["expire_taker", "none", "expire_maker", "expire_both"] as const;
export type SelfTrade = (typeof SELF_TRADES)[number];

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
}

const timeInForce: Field<TimeInForce> = oneOf("gtc", "ioc", "fok", "post_only");

/** As a command has them; the price is decimal text, empty when there is none. */
export const askedInstructions = record({
  timeInForce,
  selfTrade: optional(oneOf(...SELF_TRADES)),
  triggerPrice: text,
});
export type AskedInstructions = ReturnType<typeof askedInstructions.read>;

/** As a snapshot has them. */
export const instructionsRecord: Field<Readonly<Instructions>> = record({
  timeInForce,
  selfTrade: optional(oneOf(...SELF_TRADES)),
  triggerTicks: uint,
  isRise: flag,
  isWaiting: flag,
  rank: uint,
});
