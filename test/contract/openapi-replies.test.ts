/**
 * Every endpoint without a port: its reply has every field that the document names, with entries in
 * every list, none beside them, each in its form, and its headers.
 */
import { beforeAll, expect, test } from "vitest";
import { comparedFields, yesOf } from "../support/api-document.ts";
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
  const { met, usual } = comparedFields(yesOf(name), answer?.json);
  expect(met).toEqual(usual);
});

/** Every object in a value, with one field less, unless it may lack that one, or one more. */
function* spoiltIn(value: unknown, mayLack: ReadonlySet<string>): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      for (const spoilt of spoiltIn(item, mayLack)) yield value.with(at, spoilt);
    }
  } else if (typeof value === "object" && value !== null) {
    yield { ...value, surplus: 1 };
    for (const [name, field] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>;
      if (!mayLack.has(name)) yield rest;
      for (const spoilt of spoiltIn(field, mayLack)) yield { ...value, [name]: spoilt };
    }
  }
}

/** LEDGER-ENTRY-1: an entry has what it came from; a page where to go on. */
const OF_ENTRIES = [
  "nextId",
  "symbol",
  "contractName",
  "tradeId",
  "transferId",
  "movementId",
  "positionId",
];
/** SPOT-FIELD-3, SPOT-LIST-7: an order says what it asked for, a list its name. */
const OF_LISTS = [
  ...["listClientOrderId", "orderListId", "legsLive", "endTime"],
  ...["timeInForce", "triggerPrice", "triggered"],
];
/** The fields of replies that may be left out. */
const MAY_LACK: Readonly<Record<string, readonly string[]>> = {
  "POST /sapi/v1/batchOrders": ["rejected"], // SPOT-BATCH-7
  "GET /sapi/v1/openOrders": OF_LISTS,
  "POST /sapi/v1/orderList": OF_LISTS,
  "POST /sapi/v1/orderList/cancel": OF_LISTS,
  "GET /sapi/v1/openOrderLists": OF_LISTS,
  "GET /sapi/v1/orderList": OF_LISTS,
  "GET /sapi/v1/allOrderLists": OF_LISTS,
  "GET /sapi/v1/account/ledger": OF_ENTRIES,
  "GET /sapi/v1/margin/account/ledger": OF_ENTRIES,
  "GET /fapi/v1/account/ledger": OF_ENTRIES,
};

test.each(Object.entries(CALLS))(
  "%s with a field too few or too many is not as in the document",
  async (name, row) => {
    const answer = await row.call(desk);

    for (const spoilt of spoiltIn(answer?.json, new Set(MAY_LACK[name]))) {
      expect(problemsOf(yesOf(name), spoilt), JSON.stringify(spoilt)).not.toEqual([]);
    }
  },
);
