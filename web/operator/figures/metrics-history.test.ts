import { expect, test } from "vitest";
import { curveOf } from "./curve.ts";
import { readFigures } from "./exposition.ts";
import {
  type MetricsHistory,
  NO_HISTORY,
  POINTS_MAX,
  seriesOf,
  withScrape,
} from "./metrics-history.ts";

function withScrapeAt(
  history: MetricsHistory,
  second: number,
  startedAt: number,
  position: number,
): MetricsHistory {
  const text = `process_start_time_seconds ${startedAt}\nbourse_log_position ${position}\n`;
  return withScrape(history, { atMs: second * 1_000, figures: readFigures(text) });
}

test("CORE-BOUND-1 however long the page is open, two minutes are kept", () => {
  let history = NO_HISTORY;
  for (let at = 0; at < 3 * POINTS_MAX; at++) history = withScrapeAt(history, 2 * at, 1, 10 * at);

  expect(history.summaries).toHaveLength(POINTS_MAX);
  expect(history.scrapes).toHaveLength(6);
  expect(new Set(seriesOf(history, "commandsPerSecond"))).toEqual(new Set([5]));
  expect(history.first?.value("bourse_log_position")).toBe(0);
});

test("after a restart nothing is counted across it", () => {
  const before = withScrapeAt(withScrapeAt(NO_HISTORY, 0, 1, 0), 2, 1, 10);
  const restarted = withScrapeAt(before, 4, 2, 50);

  expect(seriesOf(restarted, "commandsPerSecond")).toEqual([undefined, 5, undefined]);
  expect(restarted.scrapes).toHaveLength(1);
  expect(restarted.first?.value("bourse_log_position")).toBe(50);
});

const BOX = { width: 10, height: 10, points: 6 };

test("a curve ends at the right, rises to its largest value, and breaks where nothing is known", () => {
  expect(curveOf([0, 5, 10], BOX)).toBe("M6 10L8 5L10 0");
  expect(curveOf([1, undefined, 1], BOX)).toBe("M6 0M10 0");
  expect(curveOf([0, 0], BOX)).toBe("M8 10L10 10");
  expect(curveOf([], BOX)).toBe("");
  expect(curveOf([9, 9, 1, 1, 1, 1, 1, 1], BOX).split("L")).toHaveLength(6);
});
