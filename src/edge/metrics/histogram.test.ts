/** Histograms in plain numbers, compared with counting one by one. */
import fc from "fast-check";
import { Histogram as TheirHistogram } from "prom-client";
import { expect, test } from "vitest";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { writeMetrics } from "./exposition.ts";
import { Histogram } from "./histogram.ts";

const BOUNDS = [1, 2.5, 10];

test("a value on a bound belongs below it, and one above all only to +Inf", () => {
  const histogram = new Histogram(BOUNDS);
  for (const value of [0, 1, 1.1, 2.5, 10.1]) histogram.observe(value);

  expect(histogram.samples().map(({ labels, value }) => [labels?.["le"], value])).toEqual([
    ["1", 2],
    ["2.5", 4],
    ["10", 4],
    ["+Inf", 5],
    [undefined, 0 + 1 + 1.1 + 2.5 + 10.1],
    [undefined, 5],
  ]);
});

test("whatever is told, the page is sound and agrees with prom-client", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.float({ noNaN: true, min: 0, max: 20 })), async (values) => {
      const ours = new Histogram(BOUNDS);
      const theirs = new TheirHistogram({ name: "h", help: "H.", buckets: BOUNDS, registers: [] });
      for (const value of values) {
        ours.observe(value);
        theirs.observe(value);
      }

      const families = readExposition(await writeMetrics([ours.metric("h", "H.")]));

      const expected = (await theirs.get()).values.map(({ metricName, labels, value }) => {
        return { name: metricName, labels: textOf(labels), value };
      });
      // It writes no buckets before the first value; we write zeros.
      if (values.length > 0) expect(families.get("h")?.samples).toEqual(expected);
      expect(valueIn(families, "h_count")).toBe(values.length);
    }),
    { seed: 62, numRuns: 300 },
  );
});

function textOf(labels: Partial<Record<string, string | number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, `${value}`]));
}

test("bounds that do not rise are our own bug", () => {
  expect(() => new Histogram([1, 1])).toThrow("the bounds of a histogram rise");
  expect(() => new Histogram([2, 1])).toThrow("the bounds of a histogram rise");
});
