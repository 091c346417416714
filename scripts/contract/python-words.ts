/** The words of the API as Python's `Literal`s: those that have a name, and where the contract has them. */
import type { Shape } from "../../src/contract/field.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { RECORDS } from "../../src/contract/public/records.ts";
import { comment, docstring, inBrackets } from "./python-text.ts";

const { pairs, markets, futures } = RECORDS;

const WORDS: Readonly<Record<string, Shape>> = {
  Side: parameter("spotCreateOrder", "side"),
  OrderType: parameter("spotCreateOrder", "type"),
  PairTimeInForce: parameter("spotCreateOrder", "timeInForce"),
  SelfTradeMode: parameter("spotCreateOrder", "selfTrade"),
  VolumeUnit: parameter("spotCreateOrder", "volumeUnit"),
  OrderListType: parameter("spotCreateOrderList", "listType"),
  ReplaceMode: parameter("spotCancelReplace", "cancelReplaceMode"),
  OrderStatus: field(pairs.Order, "status"),
  EndReason: field(pairs.Order, "endReason"),
  Forced: field(pairs.OwnTrade, "forced"),
  AccountName: parameter("transfer", "fromAccount"),
  Interval: parameter("spotKlines", "interval"),
  StpMode: field(markets.ListedSymbol, "stpMode"),
  Action: parameter("futuresCreateOrder", "open"),
  PositionType: parameter("futuresCreateOrder", "positionType"),
  FuturesOrderType: parameter("futuresCreateOrder", "type"),
  TriggerType: parameter("futuresCreateConditionOrder", "triggerType"),
  FuturesOrderStatus: field(futures.FuturesOrder, "status"),
};

export const WORD_NAMES = Object.keys(WORDS);

const NAMES = new Map(WORD_NAMES.map((name) => [literal(WORDS[name] ?? {}), name]));

function parameter(operation: string, name: string): Shape {
  const shape = ENDPOINTS.find((one) => one.operation === operation)?.parameters[name]?.shape;
  if (!shape) throw new Error(`${operation} has no ${name}`);
  return shape;
}

function field(record: Shape, name: string): Shape {
  const shape = record.properties?.[name];
  if (!shape) throw new Error(`no record has this ${name}`);
  return shape;
}

/** The name of the few values that a shape allows, or these values. */
export function wordsOf(shape: Shape): string {
  const written = literal(shape);
  return NAMES.get(written) ?? written;
}

/** A number that a request may also have in quotes is a number here. */
function valuesOf({ enum: values = [], type }: Shape): readonly (string | number | boolean)[] {
  const isNumber = type === "integer" || (Array.isArray(type) && type.includes("integer"));
  return isNumber ? values.filter((value) => typeof value === "number") : values;
}

function literal(shape: Shape): string {
  return `Literal[${valuesOf(shape)
    .map((value) => JSON.stringify(value))
    .join(", ")}]`;
}

export function pythonWords(): string {
  const words = Object.entries(WORDS).map(([name, shape]) => {
    const values = valuesOf(shape).map((value) => JSON.stringify(value));
    return `${comment(shape.description)}${inBrackets(`${name} = Literal[`, values, "]")}\n`;
  });
  const about = docstring("The words that parameters and answers have, one of a few each.");
  return `${about}\nfrom __future__ import annotations\n\nfrom typing import Literal\n\n${words.join("\n")}`;
}
