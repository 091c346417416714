/**
 * The forms of the operator's parameters, held against what reads them value by value: whatever the
 * document takes is not called malformed, and whatever is read is taken by the document. The values stand
 * at the edges of every form there is.
 */
import { expect, test } from "vitest";
import { CODES } from "../../src/contract/codes.ts";
import type { Fields } from "../../src/contract/parameter.ts";
import { Refusal } from "../../src/contract/refusal.ts";
import { normaliseDecimal } from "../../src/core/money/decimal.ts";
import { bodyFields, queryFields } from "../../src/edge/http/request.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import type { OperatorRoute } from "../../src/edge/operator/v1/operator.ts";
import { requestSchemaOf, type Schema } from "../support/api-document.ts";
import { isAsDocumented } from "../support/document-check.ts";
import { OPERATOR_API } from "../support/operator-document.ts";

const LENGTHS = [1, 2, 15, 16, 40, 41, 63, 64, 65];
const TEXTS = [
  ...LENGTHS.flatMap((length) => ["a".repeat(length), "9".repeat(length)]),
  ...["0", "1", "01", "2", "19", "40", "41", "500", "501", "-1", "-0.5", "0.5", ".5", "5.", "1.0"],
  ...["1.5", "+1", " 1", "0x1", "1e0", "1E2", "15e-1", "1e", "1e-1", "NaN", "1_000", "1,5"],
  ...["0.99999999", "1e15", "315360000000", "315360000001", "any", "true", "false", "TRUE"],
  ...["read", "trade", "read,trade", "trade,read", "read,read", "trade,trade", "read,write"],
  ...["latency", "429", "503", "504-executed", "NONE", "MARK", "linear", "LOAN_POOL", "x,y,z"],
];
const OTHERS: readonly unknown[] = [
  ...[0, 1, -1, 1.5, 2, 0.5, 40, 41, 429, 501, 1e15, 1e21, true, false, {}, [], [null], [1]],
  ...[["read"], ["trade"], ["read", "trade"], ["read", "trade", "read"], ["read", "write"]],
];

/** What the shape leaves to words: addresses and ranges are looked at by a parser. */
const IN_WORDS = new Set(["ip", "address"]);

const PARAMETERS = OPERATOR_ROUTES.flatMap((route) =>
  Object.keys(route.parameters).map((name) => ({
    route,
    name,
    at: `${route.method} ${route.path}`,
  })),
);

function fieldsWith({ method }: OperatorRoute, name: string, value: unknown): Fields {
  if (method === "GET") return queryFields(`${name}=${encodeURIComponent(`${value}`)}`);
  const headers = { "content-type": ["application/json"] };
  return bodyFields(headers, Buffer.from(JSON.stringify({ [name]: value })));
}

const MALFORMED: readonly number[] = [
  CODES.MANDATORY_PARAM_EMPTY_OR_MALFORMED.code,
  CODES.ILLEGAL_CHARS.code,
  CODES.TOO_MANY_PARAMETERS.code,
];

/** How a value is read; what is refused for its meaning has the form. */
function readingOf(route: OperatorRoute, name: string, value: unknown): "yes" | "form" | "no" {
  try {
    route.parameters[name]?.read(name, fieldsWith(route, name, value));
    return "yes";
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return MALFORMED.includes(error.code) ? "no" : "form";
  }
}

/** A text that is to be a number must be one within the bounds, too. */
function isTaken(schema: Schema, value: unknown): boolean {
  if (schema.oneOf) return schema.oneOf.some((one) => isTaken(one, value));
  const isNumber = typeof value === "string" && /integer|number/.test(`${schema.type}`);
  if (isNumber && schema.enum) return isAsDocumented(schema, normaliseDecimal(value) ?? value);
  return isAsDocumented(schema, value) && (!isNumber || isAsDocumented(schema, Number(value)));
}

test.each(PARAMETERS)("$at: $name has the form of the document", ({ route, name, at }) => {
  const operation = OPERATOR_API.operationNamed(at) ?? expect.fail(at);
  const schema = requestSchemaOf(operation).properties?.[name] ?? expect.fail(name);
  const values = route.method === "GET" ? TEXTS : [...TEXTS, ...OTHERS];

  const wrong = values.filter((value) => {
    const reading = readingOf(route, name, value);
    if (isTaken(schema, value)) return reading === "no" && !IN_WORDS.has(name);
    return reading === "yes";
  });

  expect(wrong).toEqual([]);
});
