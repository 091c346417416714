/**
 * The document of the operator's listener itself: it is valid, has every route and no other, asks for the
 * token where the listener does, and tells what each field is. What it says of replies and codes is held
 * against the listener in the other tests here, and by the operator's desk in every test that uses it.
 */
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { OPERATOR_TAGS } from "../../src/contract/operator/request.ts";
import { refusalOfError } from "../../src/edge/http/listener/malformed-http.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { operatorDocumentText } from "../../src/edge/operator/openapi/document.ts";
import { OPERATOR_DOCUMENTED } from "../../src/edge/operator/page.ts";
import { LISTENER_ROUTES } from "../../src/edge/operator/routes.ts";
import { type Operation, requestSchemaOf, type Schema } from "../support/api-document.ts";
import { isAsDocumented, problemsOf } from "../support/document-check.ts";
import { OPERATOR_API } from "../support/operator-document.ts";
import { sharedDesk } from "./listener-refusals.ts";
import { deskForCalls } from "./operator-calls.ts";

const TEXT = operatorDocumentText(OPERATOR_DOCUMENTED);
const OPERATIONS = Object.entries(OPERATOR_API.document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => {
    return [`${method.toUpperCase()} ${path}`, operation];
  }),
);
const PROBES = ["GET /livez", "GET /readyz"];

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(JSON.parse(TEXT));

  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe("3.1");
});

test("the document repeats no value, and every component and every tag is used", () => {
  const { components, paths } = JSON.parse(TEXT);
  const enums = [...TEXT.matchAll(/"enum":(\[[^\]]*\])/g)].map(([, list = ""]) => JSON.parse(list));
  const used = JSON.stringify({ paths, responses: components.responses });
  const named = ["headers", "responses"].flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `"#/components/${kind}/${name}"`),
  );
  const tags = new Set(OPERATIONS.flatMap(([, operation]) => operation.tags));

  expect(enums.filter((values) => new Set(values).size < values.length)).toEqual([]);
  expect(named.filter((reference) => !used.includes(reference))).toEqual([]);
  expect([...tags].sort()).toEqual(Object.keys(OPERATOR_TAGS).sort());
});

test("every route of the listener is in the document, and no other", () => {
  const routes = LISTENER_ROUTES.map(({ method, path }) => `${method} ${path}`);

  expect(OPERATIONS.map(([name]) => name).sort()).toEqual([...routes, ...PROBES].sort());
});

test("every operation has a name of its own, which no public one has", () => {
  const names = OPERATIONS.map(([, { operationId }]) => operationId);

  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
  const open = new Set(ROUTES.map(({ operation }) => operation));
  expect(names.filter((name) => open.has(name))).toEqual([]);
});

test.each(OPERATIONS)(
  "OPER-API-2 %s asks for the token where the listener does",
  async (name, { security }) => {
    const [method = "", path = ""] = name.split(" ");
    const desk = await sharedDesk();

    const { status } = await desk.sendTo(method, path, "", { authorization: undefined });

    expect(security).toEqual(PROBES.includes(name) ? [] : [{ token: [] }]);
    expect(status).toBe(PROBES.includes(name) ? 200 : 401);
  },
);

test.each(PROBES)("%s gives what is in the document, and nothing else", async (name) => {
  const [, path = ""] = name.split(" ");
  const desk = await deskForCalls({ notReady: () => "halted" });
  const elsewhere = { origin: ["http://elsewhere.example"] };

  const answers = [
    await desk.sendTo("GET", path, ""),
    await desk.sendTo("GET", path, "", { host: ["rebound.example"] }),
    await desk.sendTo("GET", path, "", elsewhere),
  ];

  const met = answers.map(({ status }) => status);
  expect(met).toEqual([path === "/livez" ? 200 : 503, 403, 403]);
  const operation = OPERATOR_API.operationNamed(name) ?? expect.fail(name);
  const told = Object.keys(operation.responses).map(Number);
  expect(told).toEqual(path === "/livez" ? [200, 403] : [200, 403, 503]);
});

/** The fields of a schema that say nothing about themselves. */
function* mutesIn(schema: Schema, place: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isTold = field.description !== undefined || field.enum !== undefined;
    if (!isTold && !field.items) yield `${place}.${name}`;
    yield* mutesIn(field, `${place}.${name}`);
  }
  for (const one of schema.oneOf ?? []) yield* mutesIn(one, place);
  if (schema.items) yield* mutesIn(schema.items, `${place}[]`);
}

test.each(OPERATIONS)("%s: every schema compiles and every field is told", (_, operation) => {
  const replies = Object.keys(operation.responses).map((status) => {
    const reply = OPERATOR_API.replyOf(operation, Number(status));
    return Object.values(reply?.content ?? {})[0]?.schema;
  });

  for (const schema of [...replies, requestSchemaOf(operation)]) {
    if (!schema) throw new Error("a reply that is referred to and not there");
    expect(() => isAsDocumented(schema, undefined)).not.toThrow();
    expect([...mutesIn(schema, "")]).toEqual([]);
  }
  for (const { name, description } of operation.parameters ?? []) {
    expect(description, name).toBeDefined();
  }
});

test("what HTTP itself refuses is in the document, too", () => {
  for (const code of [
    "HPE_HEADER_OVERFLOW",
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    "HPE_INVALID_METHOD",
    "ERR_HTTP_REQUEST_TIMEOUT",
  ]) {
    const refusal = refusalOfError(code) ?? expect.fail(code);
    const reply = OPERATOR_API.replyOf(undefined, refusal.status) ?? expect.fail(code);
    const { schema } = reply.content["application/json"];

    expect(problemsOf(schema, JSON.parse(refusal.body()))).toEqual([]);
  }
});
