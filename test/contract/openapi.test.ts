/**
 * The OpenAPI document itself: it is valid, has every route and no other, tells what each field is,
 * and its example of a signature is right. What it says of replies, parameters and codes is held
 * against the service in the other openapi tests, and in every contract test by HttpDesk.
 */
import { createHmac } from "node:crypto";
import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { refusalOfError } from "../../src/edge/http/listener/malformed-http.ts";
import { openApiPage, openApiText } from "../../src/edge/http/openapi/document.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import {
  DOCUMENT,
  type Operation,
  replyOf,
  requestSchemaOf,
  type Schema,
} from "../support/api-document.ts";
import { ajv, problemsOf } from "../support/document-check.ts";

const OPERATIONS = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]): [string, Operation] => {
    return [`${method.toUpperCase()} ${path}`, operation];
  }),
);

test("the document is valid OpenAPI 3.1", async () => {
  const validator = new Validator();

  const { valid, errors } = await validator.validate(JSON.parse(openApiText(ROUTES)));

  expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  expect(validator.version).toBe("3.1");
});

test("the document says under which licence, repeats no value and keeps nothing that nobody uses", () => {
  const text = openApiText(ROUTES);
  const { info, components, paths } = JSON.parse(text);
  const enums = [...text.matchAll(/"enum":(\[[^\]]*\])/g)].map(([, list = ""]) => JSON.parse(list));
  const used = JSON.stringify({ paths, responses: components.responses });
  const named = ["headers", "responses"].flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `"#/components/${kind}/${name}"`),
  );

  expect(info.license).toEqual({ name: "Apache 2.0", identifier: "Apache-2.0" });
  expect(enums.filter((values) => new Set(values).size < values.length)).toEqual([]);
  expect(named.filter((reference) => !used.includes(reference))).toEqual([]);
});

test("every route is in the document, and no other", () => {
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);

  expect(OPERATIONS.map(([name]) => name).sort()).toEqual(routes.sort());
});

test("every operation has a name of its own", () => {
  const names = OPERATIONS.map(([, { operationId }]) => operationId);

  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
});

/** The fields of a schema that say nothing about themselves. */
function* mutesIn(schema: Schema, place: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const isTold = field.description !== undefined || field.enum !== undefined;
    if (!isTold && !field.items) yield `${place}.${name}`;
    yield* mutesIn(field, `${place}.${name}`);
  }
  if (schema.items) yield* mutesIn(schema.items, `${place}[]`);
}

test.each(OPERATIONS)("%s: every schema compiles and every field is told", (_, operation) => {
  const replies = Object.keys(operation.responses).map((status) => {
    return replyOf(operation, Number(status))?.content["application/json"].schema;
  });

  for (const schema of [...replies, requestSchemaOf(operation)]) {
    if (!schema) throw new Error("a reply that is referred to and not there");
    expect(() => ajv.compile(schema)).not.toThrow();
    expect([...mutesIn(schema, "")]).toEqual([]);
  }
  for (const { name, description } of operation.parameters ?? []) {
    expect(description, name).toBeDefined();
  }
});

test("the example of a signature is the HMAC of its text", () => {
  const { secret, signedText, signature } = JSON.parse(openApiText(ROUTES)).components
    .securitySchemes.signature["x-example"];

  expect(createHmac("sha256", secret).update(signedText).digest("hex")).toBe(signature);
});

test("what HTTP itself refuses is in the document, too", () => {
  for (const code of [
    "HPE_HEADER_OVERFLOW",
    "HPE_CHUNK_EXTENSIONS_OVERFLOW",
    "HPE_INVALID_METHOD",
    "ERR_HTTP_REQUEST_TIMEOUT",
  ]) {
    const refusal = refusalOfError(code) ?? expect.fail(code);
    const reply = replyOf(undefined, refusal.status) ?? expect.fail(code);

    expect(
      problemsOf(reply.content["application/json"].schema, JSON.parse(refusal.body())),
    ).toEqual([]);
  }
});

test("the page is the document, as JSON, at /openapi.json", () => {
  const [path, page] = openApiPage(openApiText(ROUTES));

  expect([path, page.type]).toEqual(["/openapi.json", "application/json"]);
  expect(JSON.parse(page.body)).toEqual(DOCUMENT);
});
