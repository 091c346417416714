/**
 * Every endpoint without a port: its reply has every field that the document names, with entries in
 * every list, none beside them, each in its form, and its headers.
 */
import { beforeAll, expect, test } from "vitest";
import { fieldsIn, usualFieldsOf, yesOf } from "../support/api-document.ts";
import { problemsOf } from "../support/document-check.ts";
import { busyDesk, CALLS } from "./calls.ts";
import type { SpotDesk } from "./spot-desk.ts";

let desk: SpotDesk;

beforeAll(async () => {
  desk = await busyDesk();
});

test.each(Object.entries(CALLS))("%s has every field of the document", async (name, row) => {
  const answer = await row.call(desk);

  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  expect([...fieldsIn(answer?.json)].sort()).toEqual(
    [...new Set(usualFieldsOf(yesOf(name)))].sort(),
  );
});

/** Every object in a value, with one field less or one more. */
function* spoiltIn(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const spoilt of spoiltIn(item)) yield value.with(at, spoilt);
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [name, field] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      for (const spoilt of spoiltIn(field)) yield { ...value, [name]: spoilt };
    }
  }
}

/** SPOT-BATCH-7: the one field of all replies that may be left out. */
const MAY_LACK: Readonly<Record<string, string>> = { "POST /sapi/v1/batchOrders": "rejected" };

test.each(Object.entries(CALLS))(
  "%s with a field too few or too many is not as in the document",
  async (name, row) => {
    const answer = await row.call(desk);

    const { [MAY_LACK[name] ?? ""]: _, ...lacking } = answer?.json ?? {};
    const isAllowed = (spoilt: unknown) => JSON.stringify(spoilt) === JSON.stringify(lacking);
    for (const spoilt of spoiltIn(answer?.json)) {
      if (name in MAY_LACK && isAllowed(spoilt)) continue;
      expect(problemsOf(yesOf(name), spoilt), JSON.stringify(spoilt)).not.toEqual([]);
    }
  },
);
