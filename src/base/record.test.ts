/** One table of fields is type, writer and reader at once. */
import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.ts";
import {
  big,
  type CommandOf,
  command,
  extended,
  flag,
  int,
  list,
  oneOf,
  optional,
  raw,
  record,
  text,
  uint,
} from "./record.ts";

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

test("a command's table adds its type to what it reads and writes only the fields", () => {
  const table = command("Wave", 9, { hand: text });
  const left = { type: "Wave", hand: "left" } as const;
  const out = new ByteWriter();

  const version = table.versionFor(left);
  version.write(out, left);

  expect([...out.view()]).toEqual([4, ...Buffer.from("left")]);
  expect(version.read(new ByteReader(out.view()))).toEqual(left);
  expect([table.code, version.version]).toEqual([9, 1]);
});

test("a command with fields of a second version is written as the first while it has none of them", () => {
  const added = { times: optional(uint), from: optional(text) };
  const table = extended("Wave", 9, { first: { hand: text }, added });
  const plain = { type: "Wave", hand: "x" } as const;
  const bytesOf = (given: CommandOf<typeof table>) => {
    const out = new ByteWriter();
    const version = table.versionFor(given);
    version.write(out, given);
    expect(version.read(new ByteReader(out.view()))).toEqual(given);
    return [version.version, ...out.view()];
  };

  expect(bytesOf(plain)).toEqual([1, 1, 0x78]);
  expect(bytesOf({ ...plain, times: 0 })).toEqual([2, 1, 0x78, 1, 0, 0]);
  expect(bytesOf({ ...plain, from: "" })).toEqual([2, 1, 0x78, 0, 1, 0]);
});
