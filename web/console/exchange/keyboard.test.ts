/** Which key does what, and when it does nothing. */
import { expect, test } from "vitest";
import { consoleKeys, findKey, KEYS_MAX, registerKey } from "./keyboard.ts";

const stroke = (key: string) => {
  return { key, altKey: false, ctrlKey: false, metaKey: false };
};
const run = () => undefined;

test("a key works until it is given back, and the newest of one key has it", () => {
  const undoFirst = registerKey({ key: "b", label: "first", run });
  const undoSecond = registerKey({ key: "b", label: "second", run });

  expect(findKey(stroke("b"), false)?.label).toBe("second");
  undoSecond();
  expect(findKey(stroke("b"), false)?.label).toBe("first");
  undoFirst();
  expect(findKey(stroke("b"), false)).toBeUndefined();
});

test("while text is typed only Escape is a key, and with a modifier none is", () => {
  const undo = [
    registerKey({ key: "s", label: "sell", run }),
    registerKey({ key: "Escape", label: "close", run }),
  ];

  expect(findKey(stroke("s"), true)).toBeUndefined();
  expect(findKey(stroke("Escape"), true)?.label).toBe("close");
  expect(findKey({ ...stroke("s"), ctrlKey: true }, false)).toBeUndefined();
  for (const each of undo) each();
});

test("the list of keys has an end", () => {
  const undo = Array.from({ length: KEYS_MAX }, () => registerKey({ key: "x", label: "", run }));

  expect(() => registerKey({ key: "y", label: "", run })).toThrow(RangeError);
  for (const each of undo) each();
  expect(consoleKeys.value).toEqual([]);
});
