/**
 * Codes in both directions. Every code that the document names for a route of the operator is provoked
 * once; one that nothing provokes fails, and so does one that is provoked and not in the document. Which
 * headers come with a refusal is held against the document, too.
 */
import { expect, test } from "vitest";
import { type AnyCodeName, codeRowOf } from "../../src/contract/operator/codes.ts";
import { LISTENER_ROUTES } from "../../src/edge/operator/routes.ts";
import type { OperatorRoute } from "../../src/edge/operator/v1/operator.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { OPERATOR_API } from "../support/operator-document.ts";
import { OF_LISTENER } from "./listener-refusals.ts";
import { askFor, deskForCalls, OPERATOR_CALLS } from "./operator-calls.ts";
import { OWN_REFUSALS, REFUSING } from "./own-refusals.ts";

/** `400 -1102`, by route. */
type Saying = `${number} ${number}`;

function nameOf({ method, path }: OperatorRoute): string {
  return `${method} ${path}`;
}

function documentedOf(route: OperatorRoute): Saying[] {
  const operation = OPERATOR_API.operationNamed(nameOf(route)) ?? expect.fail(nameOf(route));
  const statuses = Object.keys(operation.responses).map(Number);
  return statuses.flatMap((status) => {
    const codes = OPERATOR_API.replyOf(operation, status)?.["x-codes"] ?? [];
    return codes.map(({ code }): Saying => `${status} ${code}`);
  });
}

function provokedOn(route: OperatorRoute): Saying[] {
  const own = Object.keys(OWN_REFUSALS[nameOf(route).replace(PREFIX, "")] ?? {}) as AnyCodeName[];
  const ofAll = OF_LISTENER.filter(({ kind }) => kind?.(route) ?? true);
  return [
    ...ofAll.map(({ name, status }): Saying => `${status} ${codeRowOf(name).code}`),
    ...own.map((name): Saying => `${codeRowOf(name).status} ${codeRowOf(name).code}`),
  ];
}

test.each(LISTENER_ROUTES.map((route) => [nameOf(route), route] as const))(
  "%s: what is in the document is provoked, and the other way round",
  (_, route) => {
    expect(documentedOf(route).sort()).toEqual([...new Set(provokedOn(route))].sort());
  },
);

test.each(
  OF_LISTENER.map((provocation) => [provocation.status, provocation.name, provocation] as const),
)("%i %s is the answer of every route of its kind", async (status, name, { kind, provoke }) => {
  for (const route of LISTENER_ROUTES.filter((one) => kind?.(one) ?? true)) {
    const answer = await provoke(route);

    const place = `${nameOf(route)} ${JSON.stringify(answer.json)}`;
    expect(answer, place).toMatchObject({ status, json: { code: codeRowOf(name).code } });
    expect(headersOf(answer), place).toEqual(documentedHeaders(nameOf(route), status));
  }
});

/** `Cache-Control` stands in every reply, and in no document. */
function headersOf({ headers }: { readonly headers: Readonly<Record<string, string>> }): string[] {
  return Object.keys(headers)
    .filter((header) => header !== "Cache-Control")
    .sort();
}

function documentedHeaders(name: string, status: number): string[] {
  const reply = OPERATOR_API.replyOf(OPERATOR_API.operationNamed(name), status);
  return Object.keys(reply?.headers ?? expect.fail(name)).sort();
}

const OWN_CASES = Object.entries(OWN_REFUSALS).flatMap(([name, refusals]) =>
  Object.entries(refusals).map(([code, ask]) => [name, code as AnyCodeName, ask] as const),
);

/** What is refused changes nothing: one desk does where nothing must be done before. */
const refusing = deskForCalls({ states: REFUSING });

test.each(OWN_CASES)("%s: %s", async (name, code, ask) => {
  const desk = await (ask.before ? deskForCalls({ states: REFUSING }) : refusing);
  await ask.before?.(desk);

  const answer = await askFor(desk, name, ask);

  const { status, code: number } = codeRowOf(code);
  expect(answer, JSON.stringify(answer.json)).toMatchObject({ status, json: { code: number } });
});

test("an outcome that is unknown is met only where a command is waited for", async () => {
  for (const route of LISTENER_ROUTES.filter(({ about }) => about.waitsFor === undefined)) {
    const name = nameOf(route).replace(PREFIX, "");
    const [good] = OPERATOR_CALLS[name] ?? [];
    if (!good) continue;
    const desk = await deskForCalls();
    await good.before?.(desk);
    desk.exchange.nextAnswer = { kind: "unknown" };
    expect(await askFor(desk, name, good), name).toMatchObject({ status: 200 });
  }
});

test("a path that is none is 404, a method that is none 405, with the headers of the document", async () => {
  const desk = await deskForCalls();
  const answers = [await desk.get("/none"), await desk.send("DELETE", "/users", "")];

  expect(answers.map(({ status }) => status)).toEqual([404, 405]);
  for (const answer of answers) {
    const documented = OPERATOR_API.replyOf(undefined, answer.status);
    expect(headersOf(answer)).toEqual(Object.keys(documented?.headers ?? {}).sort());
  }
});
