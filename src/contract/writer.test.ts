import fc from "fast-check";
import { expect, test } from "vitest";
import {
  count,
  decimalText,
  figure,
  inQuotes,
  list,
  orNull,
  pair,
  record,
  type Shape,
  sometimes,
  text,
  truth,
  word,
} from "./field.ts";
import { joinedRecords, writerAround, writerOf, writtenList } from "./writer.ts";

test("a record is written in the order of its fields, and a figure bare", () => {
  const row = record({
    id: count("id"),
    price: decimalText("price"),
    fee: figure("fee"),
    note: sometimes(text("note")),
    isMaker: truth("maker"),
    side: sometimes(word(["BUY", "SELL"], "side")),
  });
  const write = writerOf(row);

  expect(write({ id: 7, price: "0.10", fee: "12345678901234567.5", isMaker: true })).toBe(
    '{"id":7,"price":"0.10","fee":12345678901234567.5,"isMaker":true}',
  );
  expect(
    write({ id: 0, price: "1", fee: "0", note: 'a "b"\n', isMaker: false, side: "SELL" }),
  ).toBe('{"id":0,"price":"1","fee":0,"note":"a \\"b\\"\\n","isMaker":false,"side":"SELL"}');
});

test("a first field that may be left out is refused when the writer is made, and so is a name that is code", () => {
  expect(() => writerOf(record({ a: sometimes(count("a")), b: count("b") }))).toThrow(/first/);
  expect(() => writerOf(record({ "a+b": count("a") }))).toThrow(/name/);
  expect(() => writerOf({ oneOf: [count("a")] })).toThrow(/or is null/);
  expect(() => writerOf({})).toThrow(/a reply has no/);
});

test("null stands where a value may be null, and nothing in an empty record", () => {
  const write = writerOf(record({ found: orNull(record({ id: count("id") }), "what was found") }));

  expect(write({ found: { id: 3 } })).toBe('{"found":{"id":3}}');
  expect(write({ found: null })).toBe('{"found":null}');
  expect(writerOf(record({}))({})).toBe("{}");
});

test("rows that are written already stand in a record as they are, and only in the field that was named", () => {
  const ROW = record({ list: count("its own field of this name") });
  const write = writerAround(record({ row: ROW, list: list(ROW, "rows") }), "list");
  const one = writerOf(ROW);

  const rows = writtenList([one({ list: 1 }), one({ list: 2 })]);

  expect(write({ row: { list: 0 }, list: rows })).toBe(
    '{"row":{"list":0},"list":[{"list":1},{"list":2}]}',
  );
});

test("two records are one, figures stand in quotes where it is asked for, and an id is text or a number", () => {
  const FEE = record({ fee: figure("fee"), note: sometimes(figure("note")), at: count("at") });
  const ID: Shape<string | number> = { type: ["string", "integer"] };
  const quoted = writerOf(inQuotes(FEE));
  const named = writerOf(record({ id: ID }));

  expect(quoted({ fee: "0.1", note: "2", at: 3 })).toBe('{"fee":"0.1","note":"2","at":3}');
  expect(joinedRecords(named({ id: 'a"' }), quoted({ fee: "1", at: 0 }))).toBe(
    '{"id":"a\\"","fee":"1","at":0}',
  );
  expect(named({ id: 7 })).toBe('{"id":7}');
});

/** A shape, a value of it, and the text of the value as a slow writer has it. */
interface Sample {
  readonly shape: Shape;
  readonly value: unknown;
  readonly text: string;
}

const digits = fc.bigInt(0n, 10n ** 30n).map(String);
const scalars: fc.Arbitrary<Sample> = fc.oneof(
  fc.nat().map((value) => ({ shape: count("c"), value, text: `${value}` })),
  fc.boolean().map((value) => ({ shape: truth("t"), value, text: `${value}` })),
  fc.string().map((value) => ({ shape: text("t"), value, text: JSON.stringify(value) })),
  digits.map((value) => ({ shape: decimalText("d"), value, text: `"${value}"` })),
  digits.map((value) => ({ shape: figure("f"), value, text: value })),
);

const samples: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.tuple(tie("sample"), tie("sample")).map(([a, b]) => ({
      shape: pair(a.shape, b.shape),
      value: [a.value, b.value],
      text: `[${a.text},${b.text}]`,
    })),
    fc.tuple(tie("sample"), fc.nat(3)).map(([item, times]) => ({
      shape: list(item.shape, "l"),
      value: Array.from({ length: times }, () => item.value),
      text: `[${Array.from({ length: times }, () => item.text).join(",")}]`,
    })),
    fc
      .array(fc.tuple(tie("sample"), fc.constantFrom("always", "given", "left out")), {
        minLength: 1,
        maxLength: 6,
      })
      .map(recordSample),
  ),
})).sample;

function recordSample(fields: readonly (readonly [Sample, string])[]): Sample {
  const rows = fields.map(([sample, how], at) => {
    return { name: `f${at}`, sample, how: at === 0 ? "always" : how };
  });
  const shown = rows.filter(({ how }) => how !== "left out");
  return {
    shape: record(
      Object.fromEntries(
        rows.map(({ name, sample: { shape }, how }) => {
          return [name, how === "always" ? shape : sometimes(shape)];
        }),
      ),
    ),
    value: Object.fromEntries(shown.map(({ name, sample }) => [name, sample.value])),
    text: `{${shown.map(({ name, sample }) => `"${name}":${sample.text}`).join(",")}}`,
  };
}

test("whatever is told, a compiled writer writes what a slow one does", () => {
  fc.assert(
    fc.property(samples, ({ shape, value, text: due }) => {
      expect(`${writerOf(shape)(value)}`).toBe(due);
    }),
    { seed: 41, numRuns: 300 },
  );
});
