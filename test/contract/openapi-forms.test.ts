/**
 * The forms of parameters, held against the service value by value: whatever the document's pattern,
 * words and bounds take, no endpoint may call malformed; whatever they refuse, none may say yes to. The
 * values stand at the edges of every form there is. All of them are asked of one parameter of each
 * form, and of every other parameter so many that no other form would answer them as its own does.
 */
import { expect, test } from "vitest";
import type { Fields, Given } from "../../src/contract/parameter.ts";
import { normaliseDecimal } from "../../src/core/money/decimal.ts";
import { operationNamed, requestSchemaOf, type Schema } from "../support/api-document.ts";
import { isAsDocumented } from "../support/document-check.ts";
import { IS_LONG } from "../support/runs.ts";
import type { HttpAnswer } from "../support/signed-client.ts";
import { CALLS, rewirableDesk } from "./calls.ts";

/** A name, `[]` for each item of a list, and so on inwards. */
type Place = readonly string[];

interface Asked {
  readonly name: string;
  readonly place: Place;
  readonly schema: Schema;
}

/** Every parameter with a form, also those of objects in lists; the window is asked by the edge. */
function* formsIn(name: string, schema: Schema, place: Place = []): Generator<Asked> {
  const { properties = {}, items, pattern, enum: words, minimum } = schema;
  const hasForm = [pattern, words, minimum].some((bound) => bound !== undefined);
  if (hasForm && place.join() !== "recvWindow") yield { name, place, schema };
  for (const [inner, field] of Object.entries(properties)) {
    yield* formsIn(name, field, [...place, inner]);
  }
  if (items) yield* formsIn(name, items, [...place, "[]"]);
}

const ASKED = Object.keys(CALLS).flatMap((name) => [
  ...formsIn(name, requestSchemaOf(operationNamed(name) ?? expect.fail(name))),
]);

const LENGTHS = [1, 2, 10, 11, 15, 16, 31, 32, 40, 41, 63, 64, 65, 129, 130];
const TEXTS = [
  ...LENGTHS.flatMap((length) => ["a".repeat(length), "Z".repeat(length), "9".repeat(length)]),
  ...[..."._:/-+ ,;#~@^[`{é\u0000"].flatMap((letter) => [letter, `a${letter}b`]),
  ...["0", "1", "01", "-1", "-0.5", "0.5", ".5", "5.", "1.0", "1.50", "+1", " 1", "1 ", "0x1"],
  ...["1e0", "1E2", "15e-1", "1e+2", "1e", "e1", "1e-1", "Infinity", "NaN", "1_000", "1,5"],
  ...["true", "false", "TRUE", "GHOST", "buy", "limit", "btcusdt", "BTC/USDT", "e-btc-usdt"],
];

/** The fields of a request with another value at a place. */
function withGiven(fields: Fields, [first, ...rest]: Place, value: Given): Fields {
  const find = (name: string) => {
    const given = fields.find(name);
    return name === first ? replaced(given, rest, value) : given;
  };
  return { ...fields, find };
}

function replaced(given: Given | undefined, place: Place, value: Given): Given | undefined {
  if (place.length === 0) return value;
  if (given?.kind === "list") {
    return { ...given, item: (at) => replaced(given.item(at), place.slice(1), value) ?? value };
  }
  if (given?.kind !== "object") return given;
  return { ...given, fields: withGiven(given.fields, place, value) };
}

/** What names an order in another way is looked at only where there is no id. */
function hiding({ place }: Asked, fields: Fields): Fields {
  if (!/ClientOrderId$/i.test(place.join())) return fields;
  const isId = (name: string) => name === "orderId" || name === "cancelOrderId";
  return { ...fields, find: (name) => (isId(name) ? undefined : fields.find(name)) };
}

/** What was found of each schema: every form is asked about every text for every parameter. */
const taken = new Map<Schema, Map<string, boolean>>();

function isTaken({ schema }: Asked, text: string): boolean {
  const known = taken.get(schema) ?? new Map<string, boolean>();
  taken.set(schema, known);
  const isIt = known.get(text) ?? isTakenBy(schema, text);
  known.set(text, isIt);
  return isIt;
}

/** A text that is to be a number must be one within the bounds, too; 1.0 is as good a code as 1. */
function isTakenBy(schema: Schema, text: string): boolean {
  const isNumber = /integer|number/.test(`${schema.type}`);
  if (isNumber && schema.enum) return isAsDocumented(schema, normaliseDecimal(text) ?? text);
  if (!isAsDocumented(schema, text)) return false;
  return !isNumber || isAsDocumented(schema, Number(text));
}

/** What makes a form: parameters of one form take the same texts. */
function formOf({ schema }: Asked): string {
  const { type, pattern, enum: words, minimum, maximum, exclusiveMinimum } = schema;
  return JSON.stringify([type, pattern, words, minimum, maximum, exclusiveMinimum]);
}

/** By form, the first parameter that has it. */
const FORMS = new Map(ASKED.toReversed().map((asked) => [formOf(asked), asked]));

function textsFor(asked: Asked): Set<string> {
  const all = new Set([...TEXTS, ...(asked.schema.enum ?? []).map(String)]);
  if (IS_LONG || FORMS.get(formOf(asked)) === asked) return all;
  const told = [...FORMS.values()].flatMap((other) => telling(asked, other, [...all]));
  return new Set(told);
}

/** A text that the one form takes and the other refuses, and one the other way round. */
function telling(asked: Asked, other: Asked, texts: readonly string[]): string[] {
  const isOnlyOf = (one: Asked, another: Asked) => (text: string) =>
    isTaken(one, text) && !isTaken(another, text);
  return [texts.find(isOnlyOf(asked, other)), texts.find(isOnlyOf(other, asked))].filter(
    (text) => text !== undefined,
  );
}

const MALFORMED = /malformed|must be one of|must be above zero/i;

/** Whether the value at this place was called malformed, not another. */
function isMalformed({ place }: Asked, { status, json }: HttpAnswer): boolean {
  return status !== 200 && MALFORMED.test(json.msg) && json.msg.includes(place.at(-1));
}

test.each(ASKED.map((asked) => [asked.name, asked.place.join("."), asked] as const))(
  "%s: %s has the form of the document",
  async (name, _, asked) => {
    // A new one each time: orders that were placed before must not stand in the way of a yes.
    const at = await rewirableDesk();
    const wrong: unknown[] = [];
    for (const text of textsFor(asked)) {
      at.rewire(name, (call) => {
        const fields = hiding(asked, call.fields);
        return { ...call, fields: withGiven(fields, asked.place, { kind: "text", text }) };
      });
      const answer = (await CALLS[name]?.call(at.desk)) ?? expect.fail(name);
      const isYes = answer.status === 200;
      const isAsTold = isTaken(asked, text) ? !isMalformed(asked, answer) : !isYes;
      if (!isAsTold) wrong.push([text, answer.status, answer.json]);
    }
    expect(wrong).toEqual([]);
  },
);

test("every kind of form is asked", () => {
  expect(ASKED.length).toBeGreaterThan(100);
  expect(FORMS.size).toBeGreaterThan(10);
  expect(ASKED.map(({ place }) => place.join("."))).toContain("orders.[].price");
});
