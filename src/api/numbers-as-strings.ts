/**
 * Rows for `/ws`. The figures of futures, and the fee of any own trade, are JSON numbers in the REST API
 * and strings in the streams: the quotes are put around the digits as they stand, so nothing is rounded.
 * The shapes of the replies say which fields are figures and which are ids, times and codes.
 */
import type { Shape, Written } from "../contract/field.ts";
import { ACCOUNTS } from "../contract/futures/account-shapes.ts";
import { OWN_TRADES } from "../contract/futures/history-shapes.ts";
import { ORDERS } from "../contract/futures/order-shapes.ts";
import { OWN_TRADE as PAIR_TRADE } from "../contract/pairs/histories.ts";
import { restText } from "../ws/rest-text.ts";

/** A field whose value is a number. Names and texts of these rows have no quotes in them. */
const NUMBER_FIELD = /"([A-Za-z]+)":(-?[0-9.]+)/g;

const SHAPES = [ORDERS, OWN_TRADES, ACCOUNTS, PAIR_TRADE];
const FIGURES: ReadonlySet<string> = new Set(SHAPES.flatMap(figuresIn));

function figuresIn({ items, properties = {} }: Shape): string[] {
  const here = Object.keys(properties).filter((name) => properties[name]?.type === "number");
  const below = [...Object.values(properties), ...(items ? [items] : [])];
  return [...here, ...below.flatMap(figuresIn)];
}

export function figuresInQuotes<T>(row: Written<T> | string): Written<T> {
  const quoted = row.replace(NUMBER_FIELD, (field, name: string, digits: string) =>
    FIGURES.has(name) ? `"${name}":"${digits}"` : field,
  );
  return restText(quoted);
}
