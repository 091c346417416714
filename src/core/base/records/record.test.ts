/** One table of fields is type, writer and reader at once. */
import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { big, flag, int, list, oneOf, raw, record, text, uint } from "./record.ts";

const fruit = record({
  id: uint,
  change: int,
  weight: big,
  name: text,
  seeds: raw,
  isRipe: flag,
  color: oneOf("red", "green"),
  friends: list(text),
});

const apple = {
  id: 7,
  change: -3,
  weight: -(10n ** 30n),
  name: "Äpfel",
  seeds: Uint8Array.of(1, 2),
  isRipe: true,
  color: "green" as const,
  friends: ["pear", ""],
};

test("a record is read back as it was written", () => {
  const out = new ByteWriter();
  fruit.write(out, apple);

  const from = new ByteReader(out.view());

  expect(fruit.read(from)).toEqual(apple);
  expect(from.isAtEnd()).toBe(true);
});

test("bytes that were read are a copy and keep no file in memory", () => {
  const out = new ByteWriter();
  fruit.write(out, apple);
  const bytes = out.view();

  const { seeds } = fruit.read(new ByteReader(bytes));
  bytes.fill(0);

  expect([...seeds]).toEqual([1, 2]);
  expect(seeds.buffer.byteLength).toBe(2);
});

test("a word that is not in the list is neither written nor read", () => {
  const color = oneOf("red", "green");

  expect(() => color.write(new ByteWriter(), "blue" as "red")).toThrow("blue is one of");
  expect(() => color.read(new ByteReader(Uint8Array.of(2)))).toThrow("one of red, green");
});

test("a list whose count is a lie ends in a fault, not in memory", () => {
  const out = new ByteWriter();
  out.uint(Number.MAX_SAFE_INTEGER);
  out.text("only one");

  expect(() => list(text).read(new ByteReader(out.view()))).toThrow("inside its bytes");
});
