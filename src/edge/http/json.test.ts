import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { isJsonObject, JsonError, JsonNumber, type JsonValue, readJson } from "./json.ts";

function read(text: string): JsonValue {
  return readJson(Buffer.from(text));
}

/** The value as JSON.parse would have made it. */
function plain(value: JsonValue): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries([...value].map(([key, item]) => [key, plain(item)]));
}

test("every document within the depth is read as JSON.parse reads it", () => {
  const document = fc
    .json({ maxDepth: 6, stringUnit: "binary" })
    .filter((text) => !JSON.stringify(JSON.parse(text)).includes("\\u0000"));
  const blanks = fc.constantFrom(undefined, " ", "\t", 2);

  fc.assert(
    fc.property(document, blanks, (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent);

      expect(plain(read(spaced))).toEqual(JSON.parse(spaced));
    }),
    { numRuns: runs(150, 500) },
  );
});

test("what JSON.parse refuses is refused, whatever one character does to a document", () => {
  const document = fc.json({ maxDepth: 3 });
  const change = fc.record({
    at: fc.nat(),
    char: fc.constantFrom(...'{}[]",:0-+.eE\\u tn\n\u0000'),
  });

  fc.assert(
    fc.property(document, change, (text, { at, char }) => {
      const place = at % (text.length + 1);
      const changed = text.slice(0, place) + char + text.slice(place);

      const isOurs = accepts(() => read(changed));

      // We may refuse more (a key that now stands twice), never less.
      if (isOurs) expect(accepts(() => JSON.parse(changed))).toBe(true);
    }),
    { numRuns: runs(700, 2_000) },
  );
});

function accepts(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch (error) {
    if (!(error instanceof JsonError || error instanceof SyntaxError)) throw error;
    return false;
  }
}

test("NUM-DEC-1 a number is kept as it was written, and is not a string", () => {
  for (const text of ["0.1", "1e400", "-0", "9007199254740993", "1.50", "1E+3"]) {
    expect(read(text)).toEqual(new JsonNumber(text));
  }
  expect(read('"0.1"')).toBe("0.1");
});

test("an object is a map, and no key is special", () => {
  const value = read('{"__proto__":{"x":1},"constructor":2,"toString":3,"1":4}');

  expect(isJsonObject(value) && [...value.keys()]).toEqual([
    ...["__proto__", "constructor", "toString", "1"],
  ]);
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

test("escapes are read, and a pair of surrogates is one character", () => {
  expect(read('"\\ud83d\\ude00\\n\\u0041\\/\\"\\\\"')).toBe('\u{1f600}\nA/"\\');
});

test("eight levels are read, nine are not, and neither are thirty thousand", () => {
  expect(accepts(() => read("[".repeat(8) + "]".repeat(8)))).toBe(true);
  expect(accepts(() => read("[".repeat(9) + "]".repeat(9)))).toBe(false);
  expect(accepts(() => read(`${'{"a":'.repeat(8)}{}${"}".repeat(8)}`))).toBe(false);
  expect(accepts(() => read("[".repeat(30_000)))).toBe(false);
});

test.each([
  ["invalid UTF-8", Buffer.from([0x22, 0xff, 0x22])],
  ["an encoded surrogate", Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
  ["an overlong form", Buffer.from([0x22, 0xc0, 0x80, 0x22])],
  ["a byte order mark", Buffer.from("\ufeff{}")],
  ["UTF-16", Buffer.from("{}", "utf16le")],
])("%s is refused", (_, bytes) => {
  expect(() => readJson(bytes)).toThrow(JsonError);
});

test.each([
  "",
  " ",
  "{",
  "{}{}",
  "{} x",
  "{}//",
  "/* */{}",
  '{"volume":1,"volume":1000}',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1,"__proto__":2}',
  "{a:1}",
  "{'a':1}",
  '{"a":1,}',
  '{"a"}',
  '{"a":}',
  "[1,]",
  "[1 2]",
  "NaN",
  "Infinity",
  "-",
  "+1",
  "01",
  "1.",
  ".5",
  "1e",
  "0x10",
  "tru",
  "nulll",
  "undefined",
  '"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\\x41"',
  '"\\u12"',
  '"\n"',
  '"\u0000"',
  '"\\u0000"',
  '{"\\u0000":1}',
  "\u0000{}",
  "{}\u0000",
  "\u00a0{}",
])("%j is refused", (text) => {
  expect(() => read(text)).toThrow(JsonError);
});
