/** Figures of futures, and fees, as text: every digit stays, and what is no figure stays a number. */
import { expect, test } from "vitest";
import type { Shape } from "../contract/field.ts";
import { ACCOUNTS } from "../contract/futures/account-shapes.ts";
import { OWN_TRADES } from "../contract/futures/history-shapes.ts";
import { ORDERS } from "../contract/futures/order-shapes.ts";
import { figuresInQuotes } from "./numbers-as-strings.ts";

test("no digit is lost, however many there are", () => {
  const row =
    '{"orderId":9007199254740991,"price":-123456789012345678901234567890.12345678,"fee":0}';

  expect(figuresInQuotes(row)).toBe(
    '{"orderId":9007199254740991,"price":"-123456789012345678901234567890.12345678","fee":"0"}',
  );
});

test("SPOT-FIELD-2 the fee of a pair's own trade is text, too, and its ids and times stay numbers", () => {
  const row =
    '{"id":7,"orderId":9,"price":"100.5","time":1700000000000,"feeCoin":"BTC","fee":0.0003}';

  expect(figuresInQuotes(row)).toBe(row.replace("0.0003", '"0.0003"'));
});

test("texts, truths and codes stay as they are", () => {
  const row = '{"clientOrderId":"1.5","status":"NEW","isMaker":true,"positionType":2,"time":1}';

  expect(figuresInQuotes(row)).toBe(row);
});

/** The types that a name has, wherever it stands. */
function typesIn({ items, properties = {} }: Shape, found = new Map<string, Set<unknown>>()) {
  for (const [name, shape] of Object.entries(properties)) {
    found.set(name, (found.get(name) ?? new Set()).add(shape.type));
    typesIn(shape, found);
  }
  if (items) typesIn(items, found);
  return found;
}

test("a name that is a figure in one row is an id, a time or a code in none", () => {
  const found = new Map<string, Set<unknown>>();
  for (const shape of [ORDERS, OWN_TRADES, ACCOUNTS]) typesIn(shape, found);

  const both = [...found].filter(([, types]) => types.has("number") && types.size > 1);
  expect(both).toEqual([]);
  expect(found.size).toBeGreaterThan(40);
});
