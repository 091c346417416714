import fc from "fast-check";
import { expect, test } from "vitest";
import { readExactly } from "./exact-json.ts";

test("money keeps every digit that was written; ids, times and codes are numbers", () => {
  const text =
    '{"orderId":9007199254740991,"price":0.10000000000000000001,"volume":123456789012345678901,' +
    '"time":1700000000000,"ids":[1,2],"status":1,"fee":-0.3}';

  expect(readExactly(text)).toEqual({
    orderId: 9007199254740991,
    price: "0.10000000000000000001",
    volume: "123456789012345678901",
    time: 1700000000000,
    ids: [1, 2],
    status: 1,
    fee: "-0.3",
  });
});

test("what looks like a number, a name or a quote inside of a string stays as it is", () => {
  const value = { msg: 'price":1, \\"2\\" 3', list: ["4", '"orderId":5'], clientOrderId: "6" };

  expect(readExactly(JSON.stringify(value))).toEqual(value);
});

test("what is no JSON is thrown", () => {
  for (const text of ["", "<html>", '{"a":1', "{'a':1}", '{"price":1..2}x', '{"a":"\u0001"}']) {
    expect(() => readExactly(text)).toThrow(SyntaxError);
  }
});

const decimal = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(20), fc.boolean())
  .map(([units, scale, isNegative]) => {
    const digits = `${units}`.padStart(scale + 1, "0");
    const point = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return (isNegative ? "-" : "") + point.replace(/^0+(?=\d)/, "");
  });

test("any figures in any strings come back as they were written", () => {
  const row = fc.record({ text: fc.string(), price: decimal, id: fc.maxSafeNat() });

  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const written = rows.map(
        ({ text, price, id }) => `{"text":${JSON.stringify(text)},"price":${price},"id":${id}}`,
      );
      expect(readExactly(`[${written.join(",")}]`)).toEqual(rows);
    }),
  );
});
