import fc from "fast-check";
import { expect, test } from "vitest";
import { prettyJson } from "./browser/pretty-json.ts";

test("JSON gets lines and blanks, and means what it meant", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), (text) => {
      const pretty = prettyJson(text);

      expect(pretty).toBe(JSON.stringify(JSON.parse(text), undefined, 2));
    }),
    { seed: 66 },
  );
});

test("a figure stays as it was written, also one that no double holds", () => {
  const text = '{"free":0.1234567890123456789,"id":9007199254740993,"list":[],"none":{}}';

  expect(prettyJson(text).split("\n")).toEqual([
    "{",
    '  "free": 0.1234567890123456789,',
    '  "id": 9007199254740993,',
    '  "list": [],',
    '  "none": {}',
    "}",
  ]);
});

test("what is no JSON is shown as it is", () => {
  expect(prettyJson("<h1>Bad gateway</h1>")).toBe("<h1>Bad gateway</h1>");
});
