/**
 * Parameters in both directions: every name that an endpoint asks its request for is in the document,
 * and every one in the document is asked for. The fields of a request are watched while it is served.
 */
import { beforeAll, expect, test } from "vitest";
import type { Fields, Given } from "../../src/contract/parameter.ts";
import { fieldsOf, operationNamed, requestSchemaOf } from "../support/api-document.ts";
import { CALLS, rewirableDesk, SIGNED_CALLS } from "./calls.ts";

type Note = (place: string) => void;

/** Fields that tell which of them are asked for, also those of objects inside. */
function watched(fields: Fields, place: string, note: Note): Fields {
  return {
    ...fields,
    find(name) {
      note(place + name);
      return watchedGiven(fields.find(name), place + name, note);
    },
  };
}

function watchedGiven<G extends Given | undefined>(given: G, place: string, note: Note): G {
  if (given?.kind === "list") {
    return { ...given, item: (at: number) => watchedGiven(given.item(at), `${place}[]`, note) };
  }
  if (given?.kind !== "object") return given;
  return { ...given, fields: watched(given.fields, `${place}.`, note) };
}

/** What the documents tell only in words. */
const OTHER_NAMES = ["ContractName", "Contract name"];

/** What a request of this operation may have, but the window, which is read for all of them. */
function documented(name: string): string[] {
  const schema = requestSchemaOf(operationNamed(name) ?? expect.fail(name));
  const places = [...new Set(fieldsOf(schema))];
  return places.filter((place) => !place.endsWith("[]") && place !== "recvWindow").sort();
}

let at: Awaited<ReturnType<typeof rewirableDesk>>;

beforeAll(async () => {
  at = await rewirableDesk();
});

test.each(Object.entries(CALLS))(
  "%s asks for what is in the document, and for nothing else",
  async (name, row) => {
    const asked = new Set<string>();
    const note = (place: string) => void asked.add(place);
    at.rewire(name, (call) => ({ ...call, fields: watched(call.fields, "", note) }));

    const answer = await row.call(at.desk);

    expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
    const other = OTHER_NAMES.filter((spelling) => asked.delete(spelling));
    expect([...asked].sort()).toEqual(documented(name));
    const told = JSON.stringify(requestSchemaOf(operationNamed(name) ?? expect.fail(name)));
    for (const spelling of other) expect(told).toContain(spelling);
  },
);

const MANDATORY = Object.entries(CALLS).flatMap(([name, row]) => {
  const { required = [] } = requestSchemaOf(operationNamed(name) ?? expect.fail(name));
  return required.map((parameter) => ({ name, parameter, row }));
});

test.each(MANDATORY)("$name without $parameter is -1102", async ({ name, parameter, row }) => {
  const hidden = new Set([parameter, ...(parameter === "contractName" ? OTHER_NAMES : [])]);
  at.rewire(name, (call) => {
    const find = (asked: string) => (hidden.has(asked) ? undefined : call.fields.find(asked));
    return { ...call, fields: { ...call.fields, find } };
  });

  const answer = await row.call(at.desk);

  expect([answer?.status, answer?.json.code]).toEqual([400, -1102]);
  expect(answer?.json.msg).toContain(parameter);
});

test("every signed operation has recvWindow, and no other has it", () => {
  const withWindow = Object.keys(CALLS).filter((name) => {
    const schema = requestSchemaOf(operationNamed(name) ?? expect.fail(name));
    return schema.properties?.["recvWindow"] !== undefined;
  });

  expect(withWindow.sort()).toEqual(Object.keys(SIGNED_CALLS).sort());
});

const WORDS = Object.entries(CALLS).flatMap(([name, row]) => {
  const { properties = {} } = requestSchemaOf(operationNamed(name) ?? expect.fail(name));
  return Object.entries(properties).flatMap(([parameter, { enum: words }]) =>
    words ? [{ name, parameter, words, row }] : [],
  );
});

function givenOf(word: unknown): Given {
  if (typeof word === "boolean") return { kind: "flag", isTrue: word };
  return { kind: typeof word === "number" ? "number" : "text", text: `${word}` };
}

test.each(WORDS)(
  "$name: $parameter may be each word of the document, and no other",
  async ({ name, parameter, words, row }) => {
    const askWith = async (word: unknown) => {
      at.rewire(name, (call) => {
        const find = (asked: string) =>
          asked === parameter ? givenOf(word) : call.fields.find(asked);
        return { ...call, fields: { ...call.fields, find } };
      });
      return row.call(at.desk);
    };

    for (const word of words) {
      // It may be refused for what it means, but not as a word.
      const answer = await askWith(word);
      expect(answer?.json.msg ?? "", `${word}`).not.toMatch(/one of|Invalid|malformed/);
    }
    expect(await askWith("GHOST")).toMatchObject({ status: 400 });
  },
);
