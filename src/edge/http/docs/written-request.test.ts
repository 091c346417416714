import fc from "fast-check";
import { expect, test } from "vitest";
import { signedTextOf, writeRequest } from "./browser/written-request.ts";

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
const fields = fc.uniqueArray(fc.record({ name: text, value: text, isJson: fc.constant(false) }), {
  selector: ({ name }) => name,
});

function valuesOf(given: readonly { name: string; value: string }[]) {
  return given.map(({ name, value }) => [name, value]);
}

test("a GET has its fields in the query, and they are read back as they were typed", () => {
  fc.assert(
    fc.property(fields, (given) => {
      const { target, body } = writeRequest({ method: "GET", path: "/p" }, given);

      expect([...new URL(target, "http://localhost").searchParams]).toEqual(valuesOf(given));
      // A browser sends what was signed: it changes nothing in an address that is written so.
      expect(`${new URL(target, "http://localhost")}`).toBe(`http://localhost${target}`);
      expect(body).toBe("");
    }),
    { seed: 67 },
  );
});

test("a POST has its fields in a JSON object, each as text", () => {
  fc.assert(
    fc.property(fields, (given) => {
      const { target, body } = writeRequest({ method: "POST", path: "/p" }, given);

      expect(target).toBe("/p");
      expect(JSON.parse(body)).toEqual(Object.fromEntries(valuesOf(given)));
    }),
    { seed: 68 },
  );
});

test("what is left empty is not sent, and what is JSON goes as it was typed", () => {
  const request = writeRequest({ method: "POST", path: "/sapi/v1/batchOrders" }, [
    { name: "symbol", value: "BTCUSDT", isJson: false },
    { name: "recvWindow", value: "", isJson: false },
    { name: "orders", value: '[{"price": 1.10}]', isJson: true },
  ]);

  expect(request.body).toBe('{"symbol":"BTCUSDT","orders":[{"price": 1.10}]}');
  expect(signedTextOf("17", request)).toBe(`17POST/sapi/v1/batchOrders${request.body}`);
});
