import { expect, test } from "vitest";
import { joinPages } from "./join-pages.ts";

test("a metric of several processes stands once, each sample under its process", () => {
  const core = "# HELP a What a is.\n# TYPE a gauge\na 1\n# HELP c Of one.\n# TYPE c gauge\nc 7\n";
  const gateway = '# HELP a What a is.\n# TYPE a gauge\na{b="x y",d="{"} 2\na_sum 3\n';

  const joined = joinPages([
    { process: "core", text: core },
    { process: "gateway-1", text: gateway },
  ]);

  expect(joined.split("\n")).toEqual([
    "# HELP a What a is.",
    "# TYPE a gauge",
    'a{process="core"} 1',
    'a{process="gateway-1",b="x y",d="{"} 2',
    'a_sum{process="gateway-1"} 3',
    "# HELP c Of one.",
    "# TYPE c gauge",
    'c{process="core"} 7',
    "",
  ]);
});

test("a metric without samples keeps its words", () => {
  const text = "# HELP a What a is.\n# TYPE a gauge\n";

  expect(joinPages([{ process: "core", text }])).toBe(text);
});
