/** One declaration gives a command its type, its bytes and their versions, its refusals and its events. */
import { expect, test } from "vitest";
import { accept, reject } from "../outcome.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import { answers, type CommandOf, command, type DeclaredOutcome } from "./command.ts";
import { optional, text, uint } from "./record.ts";

const waved = {
  answer: answers<{ waves: number }>(),
  rejects: ["hand_full"],
  events: ["Waved"],
} as const;

test("a declaration adds the type to what it reads and writes only the fields", () => {
  const table = command("Wave", 9, { fields: { hand: text }, ...waved });
  const left = { type: "Wave", hand: "left" } as const;
  const out = new ByteWriter();

  const version = table.versionFor(left);
  version.write(out, left);

  expect([...out.view()]).toEqual([4, ...Buffer.from("left")]);
  expect(version.read(new ByteReader(out.view()))).toEqual(left);
  expect([table.code, version.version]).toEqual([9, 1]);
  expect([table.rejects, table.events]).toEqual([["hand_full"], ["Waved"]]);
});

test("a command with fields of a second version is written as the first while it has none of them", () => {
  const added = { times: optional(uint), from: optional(text) };
  const table = command("Wave", 9, { fields: { hand: text }, added: [added], ...waved });
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

test("a command is written as the first version that has all of its fields", () => {
  const table = command("Wave", 9, {
    fields: { hand: text },
    added: [{ times: optional(uint) }, { from: optional(text) }],
    ...waved,
  });
  const bytesOf = (given: CommandOf<typeof table>) => {
    const out = new ByteWriter();
    const version = table.versionFor(given);
    version.write(out, given);
    expect(version.read(new ByteReader(out.view()))).toEqual(given);
    return [version.version, ...out.view()];
  };
  const plain = { type: "Wave", hand: "x" } as const;

  expect(bytesOf(plain)).toEqual([1, 1, 0x78]);
  expect(bytesOf({ ...plain, times: 0 })).toEqual([2, 1, 0x78, 1, 0]);
  expect(bytesOf({ ...plain, from: "" })).toEqual([3, 1, 0x78, 0, 1, 0]);
  expect(bytesOf({ ...plain, times: 2, from: "" })).toEqual([3, 1, 0x78, 1, 2, 1, 0]);
  expect(table.versions.map(({ version }) => version)).toEqual([1, 2, 3]);
});

test("an outcome that was not declared does not compile", () => {
  const Wave = command("Wave", 9, { fields: { hand: text }, ...waved });

  const outcomes: DeclaredOutcome<typeof Wave>[] = [
    accept({ waves: 1 }),
    reject("hand_full"),
    // @ts-expect-error another answer
    accept({ claps: 1 }),
    // @ts-expect-error another reason
    reject("hand_cold"),
  ];

  expect(outcomes).toHaveLength(4);
});
