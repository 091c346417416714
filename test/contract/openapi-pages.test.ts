/**
 * The numbers of the document about pages and windows: what a parameter is when it is left out, and
 * what the most is that a list gives. A false number is seen, since every list is longer than that.
 */
import { beforeAll, expect, test } from "vitest";
import type { Schema } from "../support/api-document.ts";
import { operationNamed, requestSchemaOf } from "../support/api-document.ts";
import { CALLS, SIGNED_CALLS } from "./calls.ts";
import { fullDesk } from "./full-desk.ts";

function parametersOf(name: string): [string, Schema][] {
  const schema = requestSchemaOf(operationNamed(name) ?? expect.fail(name));
  return Object.entries(schema.properties ?? {});
}

const PARAMETERS = Object.entries(CALLS).flatMap(([name, row]) =>
  parametersOf(name).map(([parameter, schema]) => ({ name, row, parameter, schema })),
);

let at: Awaited<ReturnType<typeof fullDesk>>;

beforeAll(async () => {
  at = await fullDesk();
}, 120_000);

type Asked = (typeof PARAMETERS)[number];

/** The reply when a parameter is this number, or is left out. */
async function replyWith({ name, row, parameter }: Asked, value?: number): Promise<string> {
  at.rewire(name, (call) => {
    const find = (asked: string) => {
      if (asked !== parameter) return call.fields.find(asked);
      return value === undefined ? undefined : { kind: "number" as const, text: `${value}` };
    };
    return { ...call, fields: { ...call.fields, find } };
  });
  const answer = await row.call(at.desk);
  const text = JSON.stringify(answer?.json);
  expect(answer?.status, text).toBe(200);
  return text;
}

const USUAL = PARAMETERS.filter(
  ({ parameter, schema }) => schema.default !== undefined && parameter !== "recvWindow",
);

test.each(USUAL)("$name without $parameter is as with its default", async (asked) => {
  const usual = Number(asked.schema.default);
  const without = await replyWith(asked);

  expect(await replyWith(asked, usual)).toBe(without);
  // There is more to be had, and it would be given to whoever asks for less.
  expect(await replyWith(asked, usual - 1)).not.toBe(without);
});

const BOUNDED = PARAMETERS.filter(({ schema }) => schema["x-most"] !== undefined);

test.each(BOUNDED)("$name gives as many as the most of $parameter, and no more", async (asked) => {
  const { "x-most": most = 0, description = "" } = asked.schema;
  const all = await replyWith(asked, most);

  expect(await replyWith(asked, most + 1)).toBe(all);
  expect(await replyWith(asked, most - 1)).not.toBe(all);
  const told = [...description.matchAll(/(?:more than|means) ([0-9]+)/g)];
  expect(told.map(([, number]) => Number(number))).toEqual(told.map(() => most));
  expect(told).not.toEqual([]);
});

test("every page of the document has a most", () => {
  const limits = PARAMETERS.filter(({ parameter }) => parameter === "limit");
  const without = limits.filter(({ schema }) => schema["x-most"] === undefined);

  expect(BOUNDED.length).toBeGreaterThan(10);
  expect(without.map(({ name }) => name)).toEqual(["GET /fapi/v1/index"]);
});

const WINDOWS = PARAMETERS.filter(({ parameter }) => parameter === "recvWindow");

/** The code of a refusal of a request that is so old and names this window; 0 for a yes. */
async function codeOf(name: string, ageMs: number, recvWindow?: number): Promise<number> {
  const [method = "", path = ""] = name.split(" ");
  const query = method === "GET" && recvWindow !== undefined ? `?recvWindow=${recvWindow}` : "";
  const body = method === "POST" ? JSON.stringify({ recvWindow }) : "";
  const ts = `${at.http.exchange.nowMs - ageMs}`;
  const { json } = await at.http.send(method, path + query, body, { ts });
  return (json as { code?: number; msg?: string }).code ?? 0;
}

const OUTSIDE = -1021;

test.each(WINDOWS)("$name counts for the window of the document", async ({ name, schema }) => {
  const { default: given, maximum = 0, minimum = -1 } = schema;
  const usual = Number(given);

  expect(SIGNED_CALLS).toHaveProperty([name]);
  expect(await codeOf(name, usual)).not.toBe(OUTSIDE);
  expect(await codeOf(name, usual + 1)).toBe(OUTSIDE);
  expect(await codeOf(name, maximum, maximum)).not.toBe(OUTSIDE);
  expect(await codeOf(name, maximum + 1, maximum)).toBe(OUTSIDE);
  expect(await codeOf(name, minimum, minimum)).not.toBe(OUTSIDE);
  // What is no window is refused as such, whatever the age.
  expect(await codeOf(name, usual + 1, maximum + 1)).toBe(-1102);
  expect(await codeOf(name, usual + 1, minimum - 1)).toBe(-1102);
});
