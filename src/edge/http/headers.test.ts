import fc from "fast-check";
import { expect, test } from "vitest";
import { readHeaders } from "./headers.ts";

test("a header is found in any case of its letters, with every value it was sent with", () => {
  const headers = readHeaders(["Host", "x", "X-CH-TS", "1", "x-ch-ts", "2", "X-Ch-Ts", ""]);

  expect(headers.host).toEqual(["x"]);
  expect(headers["x-ch-ts"]).toEqual(["1", "2", ""]);
  expect(headers["x-ch-sign"]).toBeUndefined();
});

test("SEC-27 a header that is not read leaves nothing behind, whatever it is called", () => {
  const names = ["__proto__", "constructor", "toString", "hostess", "x-ch-tsx", "x-real"];

  const headers = readHeaders(names.flatMap((name) => [name, "1"]));

  expect(Object.keys(headers)).toEqual(Object.keys(readHeaders([])));
  expect(Object.values(headers).every((values) => values === undefined)).toBe(true);
});

test("the values of a name are those sent under it, in their order", () => {
  const known = ["host", "content-length", "x-ch-apikey", "x-ch-sign", "authorization"] as const;
  const spelled = fc
    .tuple(fc.constantFrom(...known), fc.boolean())
    .map(([name, isUpper]) => (isUpper ? name.toUpperCase() : name));
  const sent = fc.array(fc.tuple(fc.oneof(spelled, fc.string()), fc.string()));

  fc.assert(
    fc.property(sent, (pairs) => {
      const headers = readHeaders(pairs.flat());

      for (const name of known) {
        const values = pairs.filter(([as]) => as.toLowerCase() === name).map(([, value]) => value);
        expect(headers[name] ?? []).toEqual(values);
      }
    }),
  );
});
