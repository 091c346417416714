/**
 * What an explanation looks like (EXPLAIN-ID-1): plain data in which figures are exact decimals as
 * text. The archivist writes it; tests of the explanations hold each against this shape.
 */
import {
  count,
  list,
  record,
  recordWith,
  type Shape,
  type ShapeTable,
  text,
  time,
  truth,
  word,
} from "../../contract/field.ts";

/** Names that depend on the matter, each with its text. */
function texts(description: string): Shape {
  return { type: "object", description, additionalProperties: { type: "string" } };
}

/** A record with what it is to the one that holds it. */
function as(shape: Shape, description: string): Shape {
  return { ...shape, description };
}

const BALANCE = recordWith(
  {
    area: text("area"),
    asset: text("asset"),
    free: text("what is free"),
    locked: text("what open orders hold"),
  },
  { borrowed: text("what is owed, without interest"), interest: text("interest that is owed") },
);

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
const STANDING = recordWith(
  { balances: list(BALANCE, "money that it had to do with") },
  {
    market: texts("prices and depth of the market"),
    margin: record(
      { level: text("level"), state: text("what the account may do at it") },
      "the margin account",
    ),
    futures: as(FUTURES, "the futures account"),
  },
);

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

const EFFECT = recordWith(
  { type: text("type of the event"), says: text("the same in words") },
  { order: count("order that it is about"), trade: as(TRADE, "the trade that it is") },
);

const API = recordWith(
  { code: { type: "integer", description: "code" }, status: count("HTTP status") },
  { msg: text("what was said") },
);

const VERDICT = recordWith(
  {
    result: word(["accepted", "refused", "void", "unknown"], "what was decided"),
    says: text("the same in words"),
    orders: list({ type: "integer" }, "ids that it was answered with"),
  },
  {
    status: text("status of the order after it"),
    executed: text("what was traded at once"),
    reason: text("reason of a refusal"),
    had: text("what there was"),
    needed: text("what would have been needed"),
    api: as(API, "what such a refusal is to the client"),
  },
);

const CAUSE_ALWAYS = {
  position: count("position of the command in the log"),
  timeMs: time("engine time of the command"),
  time: text("the same for people"),
  command: text("type of the command"),
  asked: text("what was asked, in words"),
};
const CAUSE_SOMETIMES = {
  request: text("id of its request; left out for what the exchange does by itself"),
  user: text("user who asked"),
  key: count("number of the API key"),
};

const STEP = recordWith(
  {
    ...CAUSE_ALWAYS,
    before: as(STANDING, "what it met"),
    limits: texts("what it was held against"),
    verdict: as(VERDICT, "what was decided"),
    effects: list(EFFECT, "what it did by itself"),
    followUps: list(EFFECT, "what followed from it"),
    untold: count("how many more effects there were than are told"),
    after: as(STANDING, "what it left"),
  },
  CAUSE_SOMETIMES,
);

const MOMENT = recordWith(
  { ...CAUSE_ALWAYS, effects: list(EFFECT, "what the command did to the order") },
  CAUSE_SOMETIMES,
);

const TOLD = record(
  {
    code: { type: "integer", description: "code" },
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

const NOTES = list({ type: "string" }, "what could not be told, and why");

/** One kind of explanation. */
function found(kind: string, always: ShapeTable, sometimes: ShapeTable = {}): Shape {
  const told = { found: word([kind], "what was found"), id: text("what was asked about") };
  return recordWith({ ...told, ...always, notes: NOTES }, sometimes);
}

export const EXPLANATION: Shape = {
  oneOf: [
    found(
      "request",
      { steps: list(STEP, "its commands, in the order of the log") },
      { told: TOLD, strikes: STRIKES },
    ),
    found(
      "order",
      {
        order: text("what it is: side, amount, market, price"),
        user: text("user whose order it is"),
        life: list(MOMENT, "what became of it, command by command"),
        now: text("how it stands"),
      },
      {
        created: as(STEP, "the command that made it; left out where the log begins later"),
        told: TOLD,
        strikes: STRIKES,
      },
    ),
    found(
      "refusal",
      {
        time: text("when it was refused"),
        route: text("route"),
        status: count("HTTP status"),
        code: { type: "integer", description: "code" },
        msg: text("what was said"),
        isOpen: truth("whether the answer left open that it is executed"),
      },
      { user: text("user who had signed it"), strikes: STRIKES },
    ),
    found("struck", { strikes: STRIKES }),
    found("nothing", {}),
    found("unknown", {}, { strikes: STRIKES }),
  ],
};
