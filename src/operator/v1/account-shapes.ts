/**
 * What the operator is shown of a user's account: rows in the words of the public API, each with its
 * area, in which every figure stands in quotes, as in the private streams. The shapes are those of the
 * public replies, so no field is told twice. Rule OPER-SHOW-1.
 */

import {
  count,
  decimalText,
  list,
  name,
  record,
  recordWith,
  type Shape,
  type ShapeTable,
  signedText,
  word,
} from "../../contract/field.ts";
import { ACCOUNTS } from "../../contract/futures/account-shapes.ts";
import { OWN_TRADES } from "../../contract/futures/history-shapes.ts";
import { ORDERS } from "../../contract/futures/order-shapes.ts";
import { ACCOUNT_STATES } from "../../contract/pairs/account.ts";
import { OWN_TRADE as PAIR_TRADE } from "../../contract/pairs/histories.ts";
import { ORDER as PAIR_ORDER } from "../../contract/pairs/order-shapes.ts";

/** The fields of a row, its figures as decimal text. */
function fieldsInQuotes({ properties = {} }: Shape): ShapeTable {
  const entries = Object.entries(properties);
  return Object.fromEntries(entries.map(([field, shape]) => [field, inQuotes(shape)]));
}

function inQuotes(shape: Shape): Shape {
  const { type, minimum, description = "" } = shape;
  if (type !== "number") return shape;
  return minimum === 0 ? decimalText(description) : signedText(description);
}

/** A row with its area; fields that may be left out of the public one may be left out of it. */
function rowInQuotes(area: ShapeTable, row: Shape): Shape {
  const required = [...Object.keys(area), ...(row.required ?? [])];
  return { ...record({ ...area, ...fieldsInQuotes(row) }), required };
}

/** The rows of a public list. */
function rowOf({ items }: Shape): Shape {
  return items || {};
}

/** The rows of a list that stands in a row. */
function rowsAt(shape: Shape, field: string): Shape {
  return rowOf(shape.properties?.[field] ?? {});
}

const PAIR_AREA = { area: word(["spot", "margin"], "area") };
const FUTURES_AREA = { area: word(["futures"], "area") };

const { positionVos: _, ...ACCOUNT_FIELDS } = fieldsInQuotes(rowsAt(ACCOUNTS, "account"));
const POSITION = rowsAt(rowsAt(rowsAt(ACCOUNTS, "account"), "positionVos"), "positions");

const BALANCE = {
  oneOf: [
    recordWith(
      {
        ...PAIR_AREA,
        asset: name("asset"),
        free: decimalText("what is free"),
        locked: decimalText("what open orders hold"),
      },
      {
        borrowed: decimalText("in margin: what is owed of it, without interest"),
        interest: decimalText("in margin: interest that is owed"),
      },
    ),
    record({ ...FUTURES_AREA, ...ACCOUNT_FIELDS }),
  ],
};

const ROW = {
  order: {
    oneOf: [rowInQuotes(PAIR_AREA, PAIR_ORDER), rowInQuotes(FUTURES_AREA, rowOf(ORDERS))],
  },
  trade: {
    oneOf: [
      record({ ...PAIR_AREA, ...fieldsInQuotes(PAIR_TRADE) }),
      record({ ...FUTURES_AREA, ...fieldsInQuotes(rowOf(OWN_TRADES)) }),
    ],
  },
} satisfies Readonly<Record<string, Shape>>;

export const USER_ACCOUNT = {
  always: {
    balances: list(BALANCE, "what the user has or ever had, in every area"),
    margin: record(
      {
        marginLevel: decimalText("worth of what is in margin, divided by what is owed"),
        state: word(Object.values(ACCOUNT_STATES), "what the margin account may do at this level"),
      },
      "the margin account",
    ),
    positions: list(
      record({ contractName: name("contract"), ...fieldsInQuotes(POSITION) }),
      "positions of futures, at most 500",
    ),
    positionCount: count("how many positions there are"),
    openOrders: list(ROW.order, "the newest first, at most 500"),
    openOrderCount: count("how many open orders there are"),
  },
  sometimes: { trades: list(ROW.trade, "the newest 50 of all areas") },
};
