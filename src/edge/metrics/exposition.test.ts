/** The text format, compared with a reader of our own and with the library in common use. */
import fc from "fast-check";
import { Counter, Gauge, Registry } from "prom-client";
import { expect, test } from "vitest";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { writeMetrics } from "./exposition.ts";
import { counter, gauge, type Metric } from "./metric.ts";

function labelled(name: string, labels: Record<string, string>, value: number): Metric {
  return { name, help: "Something.", type: "gauge", read: () => [{ labels, value }] };
}

test("a metric is its help, its type and its lines", async () => {
  const metrics = [
    gauge("a", "What a is.", () => 1.5),
    counter("b_total", "What b is.", () => 3),
    gauge("c", "Not known yet.", () => undefined),
    labelled("d", { asset: "BTC", account: "FEE" }, -2),
  ];

  expect((await writeMetrics(metrics)).split("\n")).toEqual([
    "# HELP a What a is.",
    "# TYPE a gauge",
    "a 1.5",
    "# HELP b_total What b is.",
    "# TYPE b_total counter",
    "b_total 3",
    "# HELP c Not known yet.",
    "# TYPE c gauge",
    "# HELP d Something.",
    "# TYPE d gauge",
    'd{asset="BTC",account="FEE"} -2',
    "",
  ]);
});

test("a figure that takes a while to read is waited for, in its place", async () => {
  const slow: Metric = {
    ...labelled("slow", {}, 0),
    read: async () => [{ value: await Promise.resolve(7) }],
  };

  const families = readExposition(await writeMetrics([slow, gauge("quick", "Quick.", () => 1)]));

  expect([...families.keys()]).toEqual(["slow", "quick"]);
  expect(valueIn(families, "slow")).toBe(7);
});

test("whatever a label, a help or a number holds, a strict reader finds it again", async () => {
  const help = fc.string({ minLength: 1 }).filter((text) => !/[\r\u2028\u2029]/.test(text));
  const value = fc.double({ noNaN: true });
  await fc.assert(
    fc.asyncProperty(fc.string(), help, value, async (text, said, number) => {
      const metric = { ...labelled("m", { label: text }, number), help: said };

      const family = readExposition(await writeMetrics([metric])).get("m");

      expect(family?.samples).toEqual([
        { name: "m", labels: { label: text }, value: Object.is(number, -0) ? 0 : number },
      ]);
    }),
    { seed: 61, numRuns: 300 },
  );
});

test("prom-client, told the same values, writes the same", async () => {
  const labels = { path: '/a"b\\c\nd', code: "-1003" };
  const registry = new Registry();
  const registers = [registry];
  const told = { help: "With a \\ and a\nsecond line.", registers };
  new Gauge({ name: "small", ...told }).set(0.000_000_1);
  new Gauge({ name: "endless", ...told }).set(Number.POSITIVE_INFINITY);
  new Counter({ name: "asked_total", ...told, labelNames: ["path", "code"] }).inc(labels, 12);

  const ours = await writeMetrics([
    gauge("small", told.help, () => 0.000_000_1),
    gauge("endless", told.help, () => Number.POSITIVE_INFINITY),
    {
      name: "asked_total",
      help: told.help,
      type: "counter",
      read: () => [{ labels, value: 12 }],
    },
  ]);

  const theirs = await registry.metrics();
  // It puts a spare empty line between two families and at the end.
  expect(ours).toBe(theirs.replaceAll("\n\n", "\n"));
});
