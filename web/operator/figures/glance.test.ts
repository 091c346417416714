import fc from "fast-check";
import { expect, test } from "vitest";
import { readFigures } from "./exposition.ts";
import { bucketsBetween, glanceOf, type Look, quantileOf } from "./glance.ts";

function lookAt(atMs: number, lines: readonly string[]): Look {
  return { atMs, figures: readFigures(`${lines.join("\n")}\n`) };
}

function requests(path: string, code: string, count: number, method = "POST"): string {
  const labels = `method="${method}",path="${path}",status="200",code="${code}"`;
  return `bourse_requests_total{${labels}} ${count}`;
}

test("orders a second are those that were placed, of all areas, between two looks", () => {
  const paths = ["/sapi/v1/order", "/sapi/v1/margin/order", "/fapi/v1/order"];
  const others = [
    requests("/sapi/v1/cancel", "0", 900),
    requests("/sapi/v1/order/test", "0", 900),
    requests("/sapi/v1/order", "0", 900, "GET"),
    requests("/sapi/v1/batchOrders", "-2017", 900),
  ];
  const before = lookAt(1_000, [
    ...paths.map((path) => requests(path, "0", 5)),
    "bourse_log_position 10",
  ]);
  const after = lookAt(3_000, [
    ...paths.map((path) => requests(path, "0", 9)),
    ...[...others, "bourse_log_position 30", "bourse_sequencer_waiting 4"],
  ]);

  const glance = glanceOf(after, before);

  expect(glance.ordersPerSecond).toBe(6);
  expect(glance.commandsPerSecond).toBe(10);
  expect(glance.requestsPerSecond).toBe(1806);
  expect(glance.waiting).toBe(4);
  expect(glance.memoryBytes).toBeUndefined();
});

test("without a look before, or with counters that went back, no rate is known", () => {
  const look = lookAt(2_000, ["bourse_log_position 30"]);

  expect(glanceOf(look, undefined).commandsPerSecond).toBeUndefined();
  expect(glanceOf(look, lookAt(0, ["bourse_log_position 31"])).commandsPerSecond).toBeUndefined();
  expect(glanceOf(look, look).commandsPerSecond).toBeUndefined();
});

function appends(counts: readonly number[]): string[] {
  return ["0.001", "0.01", "+Inf"].map((le, at) => {
    return `bourse_append_seconds_bucket{le="${le}"} ${counts[at]}`;
  });
}

test("times are those of the batches between the looks, not of all since the start", () => {
  const before = lookAt(0, appends([1_000, 1_000, 1_000]));
  const after = lookAt(2_000, appends([1_050, 1_100, 1_100]));
  const glance = glanceOf(after, before);

  expect(bucketsBetween(before.figures, after.figures, "bourse_append_seconds")).toEqual([
    { bound: 0.001, count: 50 },
    { bound: 0.01, count: 100 },
    { bound: Number.POSITIVE_INFINITY, count: 100 },
  ]);
  expect(glance.appendMedian).toBeCloseTo(0.001, 10);
  expect(glance.appendSlowest).toBeCloseTo(0.00982, 10);
  expect(glanceOf(before, before).appendMedian).toBeUndefined();
  expect(glanceOf(lookAt(0, appends([0, 0, 9])), lookAt(0, appends([0, 0, 0]))).appendMedian).toBe(
    0.01,
  );
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
