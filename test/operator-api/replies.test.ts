/**
 * Every endpoint of the operator without a port: together its replies have every field that the document
 * names, none beside them, each in its form. The desk itself holds each reply against the document.
 */
import { expect, test } from "vitest";
import { LISTENER_ROUTES } from "../../src/edge/operator/routes.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { comparedFields, type Schema, usualFieldsOf } from "../support/api-document.ts";
import { problemsOf } from "../support/document-check.ts";
import { OPERATOR_API } from "../support/operator-document.ts";
import { answersOf, deskForCalls, OPERATOR_CALLS, unaskedOf } from "./operator-calls.ts";

const NAMES = Object.keys(OPERATOR_CALLS);

function schemaOf(name: string) {
  return OPERATOR_API.yesOf(name.replace(" ", ` ${PREFIX}`));
}

test("every route has a call", () => {
  const routes = LISTENER_ROUTES.map(({ method, path }) => `${method} ${path}`);

  expect(NAMES.map((name) => name.replace(" ", ` ${PREFIX}`))).toEqual(
    routes.filter((name) => name !== "GET /metrics"),
  );
});

test.each(NAMES)("%s: every parameter is sent by a call, or has an example", (name) => {
  const untried = unaskedOf(name).filter(([, { shape }]) => shape.examples === undefined);

  expect(untried.map(([parameter]) => parameter)).toEqual([]);
});

/** Told only where a clock is on its way, which `GET /clock` and the advance meet. */
const CLOCK_STANDS = ["POST /clock/freeze", "POST /clock/resume"];
/** What an explanation holds is met in explanations.test.ts. */
const APART = "GET /explain";

function documentedOf(name: string): string[] {
  const fields = [...new Set(usualFieldsOf(schemaOf(name)))].sort();
  return CLOCK_STANDS.includes(name) ? fields.filter((field) => field !== "reaching") : fields;
}

test.each(NAMES.filter((name) => name !== APART))(
  "%s has every field of the document",
  async (name) => {
    const answers = await answersOf(name);

    for (const { status, json } of answers) expect(status, JSON.stringify(json)).toBe(200);
    const met = new Set(answers.flatMap(({ json }) => comparedFields(schemaOf(name), json).met));
    expect([...met].sort()).toEqual(documentedOf(name));
  },
);

/** The fields of every object of a reply that do not stand in the order of the document. */
function* outOfOrder(schema: Schema, value: unknown, place = ""): Generator<string> {
  if (Array.isArray(value)) {
    for (const item of value) yield* outOfOrder(schema.items || {}, item, `${place}[]`);
  } else if (typeof value === "object" && value !== null) {
    const fits = (one: Schema) => problemsOf(one, value).length === 0;
    const { properties = {} } = schema.oneOf?.find(fits) ?? schema;
    const due = Object.keys(properties).filter((field) => field in value);
    if (due.join() !== Object.keys(value).join()) yield `${place}: ${Object.keys(value)}`;
    for (const [field, inner] of Object.entries(value)) {
      yield* outOfOrder(properties[field] ?? {}, inner, `${place}.${field}`);
    }
  }
}

test.each(NAMES)("%s has its fields in the order in which they are told", async (name) => {
  const answers = await answersOf(name);

  const wrong = answers.flatMap(({ json }) => [...outOfOrder(schemaOf(name), json)]);

  expect([...new Set(wrong)]).toEqual([]);
});

/** Every object in a value, with one field more. */
function* surplusIn(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const spoilt of surplusIn(item)) yield value.with(at, spoilt);
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [name, field] of Object.entries(value)) {
      for (const spoilt of surplusIn(field)) yield { ...value, [name]: spoilt };
    }
  }
}

test.each(NAMES)("%s with a field that is not declared is not as in the document", async (name) => {
  const [answer] = await answersOf(name);
  const spoilt = [...surplusIn(answer?.json)];

  expect(spoilt.length).toBeGreaterThan(0);
  for (const one of spoilt) expect(problemsOf(schemaOf(name), one)).not.toEqual([]);
});

test("what is no JSON is told as its text: the metrics and the probes", async () => {
  const desk = await deskForCalls();

  for (const [path, text] of [
    ["/metrics", "bourse_up 1\n"],
    ["/livez", "alive\n"],
    ["/readyz", "ready\n"],
  ] as const) {
    expect(await desk.sendTo("GET", path, "")).toMatchObject({ status: 200, body: text });
    const yes = OPERATOR_API.replyOf(OPERATOR_API.operationNamed(`GET ${path}`), 200);
    expect(Object.keys(yes?.content ?? {})).toEqual([expect.stringMatching(/^text\/plain/)]);
  }
});
