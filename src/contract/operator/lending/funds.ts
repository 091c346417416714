/** What is lent and what insures the exchange, asset by asset. Rules OPER-LEND-2, OPER-FUT-4. */
import { decimalText, list, name, record } from "../../field.ts";
import { request } from "../request.ts";

const INSURANCE = record({
  asset: name("asset"),
  marginInsurance: decimalText("fund that insures margin"),
  marginBadDebt: decimalText("what that fund could not pay"),
  futuresInsurance: decimalText("fund that insures futures"),
  futuresBadDebt: decimalText("what that fund could not pay"),
});

export const LIST_INSURANCE = request({
  method: "GET",
  path: "/insurance",
  parameters: {},
  about: {
    operation: "listInsurance",
    tag: "lending",
    summary: "What insures the exchange, asset by asset",
    reply: record({ insurance: list(INSURANCE, "assets that have any") }),
  },
  commands: [
    {
      words: "insurance show",
      says: "show what is in the insurance funds, and the losses that they could not pay",
    },
  ],
});

const POOL = record({
  asset: name("asset"),
  hourlyRate: decimalText("interest by the hour as a fraction"),
  available: decimalText("what is in the pool"),
  lent: decimalText("what is lent of it"),
  capital: decimalText("what was put into the pool"),
  cap: decimalText("the most that one user may owe of it"),
  marginInsurance: decimalText("what insures it"),
  badDebt: decimalText("what could not be paid back, a loss of the exchange"),
  interest: decimalText("interest that was paid so far"),
});

export const LIST_POOLS = request({
  method: "GET",
  path: "/pools",
  parameters: {},
  about: {
    operation: "listPools",
    tag: "lending",
    summary: "What is lent, asset by asset",
    reply: record({ pools: list(POOL, "assets that have to do with lending") }),
  },
  commands: [
    {
      words: "pool show",
      says: "show what is lent of each asset, on what terms, and what came of it",
    },
  ],
});
