/** What `my.liquidation` tells: what risk did to the user, one record for each event. STREAM-MINE-5. */
import type { ForceClosed, FuturesLiquidated } from "../../core/engine/futures/futures.ts";
import type { LiquidationOver } from "../../core/engine/margin/margin.ts";
import {
  decimalText,
  either,
  type FieldTable,
  id,
  list,
  name,
  record,
  sometimes,
  time,
  word,
} from "../field.ts";
import { SIDES } from "../order-words.ts";

type WordFor<E extends string> = Readonly<Record<E, string>>;

export const MARGIN_ENDS = {
  recovered: "RECOVERED",
  repaid: "REPAID",
  bad_debt: "BAD_DEBT",
} as const satisfies WordFor<LiquidationOver["end"]>;

export const FUTURES_ENDS = {
  orders_canceled: "ORDERS_CANCELED",
  netted: "NETTED",
  reduced: "REDUCED",
  taken_over: "TAKEN_OVER",
} as const satisfies WordFor<FuturesLiquidated["end"]>;

export const CLOSE_REASONS = {
  takeover: "TAKEOVER",
  deleveraging: "DELEVERAGING",
  netting: "NETTING",
} as const satisfies WordFor<ForceClosed["reason"]>;

/** Of a word its own description is what the event means. */
function eventOf<const E extends string, const A extends string, T extends FieldTable>(
  event: E,
  area: A,
  meaning: string,
  fields: T,
) {
  const happened = { event: word([event], meaning), area: word([area], "where it happened") };
  return record({ ...happened, ...fields, time: time("when it happened") }, meaning);
}

const COIN = { marginCoin: name("margin coin") };
const INSURED_PART = { insured: decimalText("what of it the insurance fund paid") };

export const MARGIN_CALLED = eventOf("MARGIN_CALLED", "margin", "the level is at the warning", {});

export const LIQUIDATION_BEGAN = eventOf(
  "LIQUIDATION_BEGAN",
  "margin",
  "orders are canceled, and what is there is sold",
  {},
);

export const LIQUIDATION_OVER = eventOf("LIQUIDATION_OVER", "margin", "how it went", {
  end: word(Object.values(MARGIN_ENDS), "how it ended"),
});

export const INSURED = eventOf(
  "INSURED",
  "margin",
  "what the insurance fund took: its fee, or what could not be sold",
  { asset: name("asset"), amount: decimalText("how much of it") },
);

export const LOSS_COVERED = eventOf("LOSS_COVERED", "margin", "a loan that was not paid back", {
  asset: name("asset"),
  amount: decimalText("what was owed of it"),
  ...INSURED_PART,
});

export const FUTURES_LIQUIDATED = eventOf("FUTURES_LIQUIDATED", "futures", "how it went", {
  ...COIN,
  contractName: sometimes(name("contract of an isolated position; left out for the cross account")),
  end: word(Object.values(FUTURES_ENDS), "how it ended"),
});

export const FORCE_CLOSED = eventOf(
  "FORCE_CLOSED",
  "futures",
  "the exchange closed a position, or a part of it",
  {
    reason: word(Object.values(CLOSE_REASONS), "why"),
    contractName: name("contract"),
    orderId: id("order by which it was closed"),
    tradeId: id("trade by which it was closed"),
    side: word(Object.values(SIDES), "side of that order"),
    volume: decimalText("contracts closed"),
    price: decimalText("price"),
    amount: decimalText("their value"),
    ...COIN,
  },
);

export const DEFICIT_COVERED = eventOf(
  "DEFICIT_COVERED",
  "futures",
  "a loss beyond what was there",
  { ...COIN, amount: decimalText("how much it was"), ...INSURED_PART },
);

export const LIQUIDATION_EVENTS = [
  MARGIN_CALLED,
  LIQUIDATION_BEGAN,
  LIQUIDATION_OVER,
  INSURED,
  LOSS_COVERED,
  FUTURES_LIQUIDATED,
  FORCE_CLOSED,
  DEFICIT_COVERED,
] as const;

export const LIQUIDATION_EVENT = either(LIQUIDATION_EVENTS, "what happened");

export const MY_LIQUIDATIONS = record({
  events: list(LIQUIDATION_EVENT, "in the order of the log; in a snapshot none"),
});
