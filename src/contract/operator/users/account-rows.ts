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
  either as oneOfShapes,
  record,
  type Shape,
  type ShapeTable,
  signedText,
  sometimes,
  type ValueOf,
  word,
} from "../../field.ts";
import { ACCOUNTS } from "../../futures/account-shapes.ts";
import { OWN_TRADES } from "../../futures/history-shapes.ts";
import { FUTURES_LEDGER_ENTRY } from "../../futures/ledger.ts";
import { ORDERS } from "../../futures/order-shapes.ts";
import { LEVEL_FIELDS } from "../../pairs/account.ts";
import { OWN_TRADE as PAIR_TRADE } from "../../pairs/histories.ts";
import { LEDGER_ENTRY, MARGIN_LEDGER_ENTRY } from "../../pairs/ledger.ts";
import { KEPT_LIST } from "../../pairs/order-lists.ts";
import { ORDER as PAIR_ORDER } from "../../pairs/order-shapes.ts";

/** A figure has the same value in quotes. */
function inQuotes(shape: Shape): Shape {
  const { type, minimum, description = "" } = shape;
  if (type !== "number") return shape;
  return minimum === 0 ? decimalText(description) : signedText(description);
}

type Row = Readonly<Record<string, unknown>>;

/** A row with its area in front; what may be left out of the public one may be left out of it. */
function rowInQuotes<A extends ShapeTable, R>(
  area: A,
  { properties = {}, required = [] }: Shape<R>,
  ...without: readonly string[]
): Shape<Flat<{ readonly [K in keyof A]: ValueOf<A[K]> } & R>> {
  const own = Object.entries(properties).filter(([field]) => !without.includes(field));
  const fields = Object.fromEntries(own.map(([field, shape]) => [field, inQuotes(shape)]));
  const always = required.filter((field) => !without.includes(field));
  const { "x-value": _, ...row } = record({ ...area, ...fields });
  return { ...row, required: [...Object.keys(area), ...always] };
}

type Flat<T> = { [K in keyof T]: T[K] };

/** The rows of a list. */
function rowOf<R>({ items }: Shape<readonly R[]>): Shape<R> {
  return (items || {}) as Shape<R>;
}

/** The rows of a list that stands in a row. */
function rowsAt<R extends Row, K extends keyof R & string>(shape: Shape<R>, field: K) {
  type Item = R[K] extends readonly (infer I)[] ? I : never;
  return rowOf((shape.properties?.[field] ?? {}) as Shape<readonly Item[]>);
}

const PAIR_AREA = { area: word(["spot", "margin"], "area") };
const FUTURES_AREA = { area: word(["futures"], "area") };

const ACCOUNT = rowsAt(ACCOUNTS, "account");
const POSITION = rowsAt(rowsAt(ACCOUNT, "positionVos"), "positions");

/** A value of one of a few shapes. */
function either<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return { oneOf: [one, other] };
}

const PAIR_BALANCE = record({
  ...PAIR_AREA,
  asset: name("asset"),
  free: decimalText("what is free"),
  locked: decimalText("what open orders hold"),
  borrowed: sometimes(decimalText("in margin: what is owed of it, without interest")),
  interest: sometimes(decimalText("in margin: interest that is owed")),
});

type AccountFields = Omit<ValueOf<typeof ACCOUNT>, "positionVos">;

const BALANCE = either(
  PAIR_BALANCE,
  rowInQuotes(FUTURES_AREA, ACCOUNT as Shape<AccountFields>, "positionVos"),
);

const OPEN_ORDER = either(
  rowInQuotes(PAIR_AREA, PAIR_ORDER),
  rowInQuotes(FUTURES_AREA, rowOf(ORDERS)),
);

const OPEN_LIST = rowInQuotes({ area: word(["spot"], "area") }, KEPT_LIST, "endTime");

const TRADE = either(
  rowInQuotes(PAIR_AREA, PAIR_TRADE),
  rowInQuotes(FUTURES_AREA, rowOf(OWN_TRADES)),
);

/** A change of a balance. */
export const ENTRY_ROW = oneOfShapes(
  [
    rowInQuotes({ area: word(["spot"], "area") }, LEDGER_ENTRY),
    rowInQuotes({ area: word(["margin"], "area") }, MARGIN_LEDGER_ENTRY),
    rowInQuotes(FUTURES_AREA, FUTURES_LEDGER_ENTRY),
  ],
  "with what it may have come from in its area",
);

export const USER_ACCOUNT = {
  balances: list(BALANCE, "what the user has or ever had, in every area"),
  margin: record(LEVEL_FIELDS, "the margin account"),
  positions: list(
    rowInQuotes({ contractName: name("contract") }, POSITION),
    "positions of futures, at most 500",
  ),
  positionCount: count("how many positions there are"),
  openOrders: list(OPEN_ORDER, "the newest first, at most 500"),
  openOrderCount: count("how many open orders there are"),
  openLists: list(OPEN_LIST, "open order lists of spot, the newest first, at most 500"),
  openListCount: count("how many open order lists there are"),
};

/** Left out while the archive is behind. */
export const LAST_TRADES = list(TRADE, "the newest 50 of all areas");
