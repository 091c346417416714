/**
 * What an explanation looks like (EXPLAIN-ID-1): plain data in which figures are exact decimals as
 * text. The archivist writes it; tests of the explanations hold each against this shape.
 */
import {
  count,
  type FieldTable,
  list,
  record,
  type Shape,
  sometimes,
  text,
  time,
  truth,
  word,
} from "../../field.ts";

/** Names that depend on the matter, each with its text. */
function texts(description: string): Shape<Readonly<Record<string, string>>> {
  return { type: "object", description, additionalProperties: { type: "string" } };
}

/** A record with what it is to the one that holds it. */
function as<T>(shape: Shape<T>, description: string): Shape<T> {
  return { ...shape, description };
}

/** A code of either API, which is below zero. */
const CODE: Shape<number> = { type: "integer", description: "code" };
const ORDER_ID: Shape<number> = { type: "integer" };
const NOTE: Shape<string> = { type: "string" };

const BALANCE = record({
  area: text("area"),
  asset: text("asset"),
  free: text("what is free"),
  locked: text("what open orders hold"),
  borrowed: sometimes(text("what is owed, without interest")),
  interest: sometimes(text("interest that is owed")),
});

const POSITION = record({
  id: count("id of the position"),
  contract: text("contract"),
  side: text("side"),
  volume: text("contracts held"),
  mode: text("cross or isolated"),
  leverage: count("leverage"),
  openPrice: text("average price of what is held"),
  unrealized: text("profit at the mark price"),
  margin: text("its margin"),
  liquidationPrice: text("mark at which it would be liquidated, or none"),
});

const FUTURES = record({
  coin: text("margin coin"),
  normal: text("balance that is free"),
  locked: text("what open orders hold"),
  equity: text("balance and profit of cross positions"),
  unrealized: text("profit at the mark price"),
  positions: list(POSITION, "positions in this coin"),
});

/** A user's money and the market, as they were. */
const STANDING = record({
  market: sometimes(texts("prices and depth of the market")),
  balances: list(BALANCE, "money that it had to do with"),
  margin: sometimes(
    record(
      { level: text("level"), state: text("what the account may do at it") },
      "the margin account",
    ),
  ),
  futures: sometimes(as(FUTURES, "the futures account")),
});

const SIDE = record({
  order: count("order, 0 for the exchange"),
  user: text("user"),
  fee: text("fee with its asset; below zero is a rebate"),
});

const TRADE = record({
  id: count("id of the trade"),
  symbol: text("symbol or contract"),
  price: text("price"),
  volume: text("quantity"),
  takerSide: text("side of the taker"),
  maker: as(SIDE, "the order that was there first"),
  taker: as(SIDE, "the order that came"),
});

const EFFECT = record({
  type: text("type of the event"),
  says: text("the same in words"),
  order: sometimes(count("order that it is about")),
  trade: sometimes(as(TRADE, "the trade that it is")),
});

const API = record({
  code: CODE,
  status: count("HTTP status"),
  msg: sometimes(text("what was said")),
});

const VERDICT = record({
  result: word(["accepted", "refused", "void", "unknown"], "what was decided"),
  says: text("the same in words"),
  orders: list(ORDER_ID, "ids that it was answered with"),
  status: sometimes(text("status of the order after it")),
  executed: sometimes(text("what was traded at once")),
  reason: sometimes(text("reason of a refusal")),
  had: sometimes(text("what there was")),
  needed: sometimes(text("what would have been needed")),
  api: sometimes(as(API, "what such a refusal is to the client")),
});

const CAUSE = {
  position: count("position of the command in the log"),
  timeMs: time("engine time of the command"),
  time: text("the same for people"),
  command: text("type of the command"),
  request: sometimes(text("id of its request; left out for what the exchange does by itself")),
  user: sometimes(text("user who asked")),
  key: sometimes(count("number of the API key")),
  asked: text("what was asked, in words"),
};

const STEP = record({
  ...CAUSE,
  before: as(STANDING, "what it met"),
  limits: texts("what it was held against"),
  verdict: as(VERDICT, "what was decided"),
  effects: list(EFFECT, "what it did by itself"),
  followUps: list(EFFECT, "what followed from it"),
  untold: count("how many more effects there were than are told"),
  after: as(STANDING, "what it left"),
});

const MOMENT = record({
  ...CAUSE,
  effects: list(EFFECT, "what the command did to the order"),
});

const TOLD = record(
  {
    code: CODE,
    status: count("HTTP status"),
  },
  "the refusal that the client saw, where it is known",
);

const STRIKES = list(
  record({
    time: text("when, by the wall clock"),
    rule: count("id of the fault rule"),
    says: text("what it did to the request, or to a message that told of the order"),
  }),
  "what fault rules of a sandbox did to it, oldest first",
);

const NAMESAKE = record({
  order: count("id of the order"),
  user: text("user whose order it is"),
  says: text("what it is, and how it stands"),
});

const NOTES = list(NOTE, "what could not be told, and why");

/** One kind of explanation. */
function found<const K extends string, T extends FieldTable>(kind: K, fields: T) {
  const told = { found: word([kind], "what was found"), id: text("what was asked about") };
  return record({ ...told, ...fields, notes: NOTES });
}

export const EXPLANATION: Shape = {
  oneOf: [
    found("request", {
      steps: list(STEP, "its commands, in the order of the log"),
      told: sometimes(TOLD),
      strikes: sometimes(STRIKES),
    }),
    found("order", {
      order: text("what it is: side, amount, market, price"),
      user: text("user whose order it is"),
      created: sometimes(as(STEP, "the command that made it; left out where the log begins later")),
      told: sometimes(TOLD),
      life: list(MOMENT, "what became of it, command by command"),
      now: text("how it stands"),
      strikes: sometimes(STRIKES),
    }),
    found("orders", {
      orders: list(NAMESAKE, "the orders that bore the client id, newest first"),
    }),
    found("refusal", {
      time: text("when it was refused"),
      route: text("route"),
      status: count("HTTP status"),
      code: CODE,
      msg: text("what was said"),
      isOpen: truth("whether the answer left open that it is executed"),
      user: sometimes(text("user who had signed it")),
      strikes: sometimes(STRIKES),
    }),
    found("struck", { strikes: STRIKES }),
    found("nothing", {}),
    found("unknown", { strikes: sometimes(STRIKES) }),
    found("underway", {
      done: count("commands that were replayed; it is being made, so ask again"),
      of: count("commands that are to be replayed, as far as is known"),
    }),
  ],
};
