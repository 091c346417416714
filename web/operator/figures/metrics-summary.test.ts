import fc from "fast-check";
import { expect, test } from "vitest";
import { readFigures } from "./exposition.ts";
import { bucketsBetween, type MetricsScrape, quantileOf, summaryOf } from "./metrics-summary.ts";

function scrapeAt(atMs: number, lines: readonly string[]): MetricsScrape {
  return { atMs, figures: readFigures(`${lines.join("\n")}\n`) };
}

function requests(path: string, code: string, count: number, method = "POST"): string {
  const labels = `method="${method}",path="${path}",status="200",code="${code}"`;
  return `bourse_requests_total{${labels}} ${count}`;
}

test("orders a second are those that were placed, of all areas, between two scrapes", () => {
  const paths = ["/sapi/v1/order", "/sapi/v1/margin/order", "/fapi/v1/order"];
  const others = [
    requests("/sapi/v1/cancel", "0", 900),
    requests("/sapi/v1/order/test", "0", 900),
    requests("/sapi/v1/order", "0", 900, "GET"),
    requests("/sapi/v1/batchOrders", "-2017", 900),
  ];
  const before = scrapeAt(1_000, [
    ...paths.map((path) => requests(path, "0", 5)),
    "bourse_log_position 10",
  ]);
  const after = scrapeAt(3_000, [
    ...paths.map((path) => requests(path, "0", 9)),
    ...[...others, "bourse_log_position 30", "bourse_sequencer_waiting 4"],
  ]);

  const summary = summaryOf(after, before);

  expect(summary.ordersPerSecond).toBe(6);
  expect(summary.commandsPerSecond).toBe(10);
  expect(summary.requestsPerSecond).toBe(1806);
  expect(summary.waiting).toBe(4);
  expect(summary.memoryBytes).toBeUndefined();
});

test("without a scrape before, or with counters that went back, no rate is known", () => {
  const scrape = scrapeAt(2_000, ["bourse_log_position 30"]);

  expect(summaryOf(scrape, undefined).commandsPerSecond).toBeUndefined();
  expect(
    summaryOf(scrape, scrapeAt(0, ["bourse_log_position 31"])).commandsPerSecond,
  ).toBeUndefined();
  expect(summaryOf(scrape, scrape).commandsPerSecond).toBeUndefined();
});

function appends(counts: readonly number[]): string[] {
  return ["0.001", "0.01", "+Inf"].map((le, at) => {
    return `bourse_append_seconds_bucket{le="${le}"} ${counts[at]}`;
  });
}

test("times are those of the batches between the scrapes, not of all since the start", () => {
  const before = scrapeAt(0, appends([1_000, 1_000, 1_000]));
  const after = scrapeAt(2_000, appends([1_050, 1_100, 1_100]));
  const summary = summaryOf(after, before);

  expect(bucketsBetween(before.figures, after.figures, "bourse_append_seconds")).toEqual([
    { bound: 0.001, count: 50 },
    { bound: 0.01, count: 100 },
    { bound: Number.POSITIVE_INFINITY, count: 100 },
  ]);
  expect(summary.appendMedian).toBeCloseTo(0.001, 10);
  expect(summary.appendSlowest).toBeCloseTo(0.00982, 10);
  expect(summaryOf(before, before).appendMedian).toBeUndefined();
  expect(
    summaryOf(scrapeAt(0, appends([0, 0, 9])), scrapeAt(0, appends([0, 0, 0]))).appendMedian,
  ).toBe(0.01);
});

test("a quantile lies in the bucket in which the value of its rank is", () => {
  const bounds = [1, 2, 4, 8, 16];
  const values = fc.array(fc.double({ min: 0.01, max: 16, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.double({ min: 0.01, max: 1, noNaN: true }), (all, share) => {
      const buckets = bounds.map((bound) => ({
        bound,
        count: all.filter((value) => value <= bound).length,
      }));
      const exact = all.sort((a, b) => a - b)[Math.ceil(share * all.length) - 1] ?? 0;
      const at = bounds.findIndex((bound) => exact <= bound);

      const found = quantileOf(buckets, share) ?? -1;

      expect(found).toBeGreaterThanOrEqual(bounds[at - 1] ?? 0);
      expect(found).toBeLessThanOrEqual(bounds[at] ?? 0);
    }),
    { seed: 7 },
  );
});
