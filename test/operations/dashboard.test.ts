/** The dashboard and the alerts ask only for what is there, and the documents name all of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { KlineApi } from "../support/exposition.ts";
import { MetricsDesk } from "../support/metrics-desk.ts";
import { namesIn } from "../support/queries.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const dashboard = JSON.parse(read("ops/grafana/bourse.json"));
const panels: readonly Panel[] = dashboard.panels;
const alerts = [
  ...read("ops/prometheus/alerts.yml").matchAll(/- alert: (\w+)\n +expr: (.+)\n/g),
].map(([, name = "", expr = ""]) => ({ name, expr }));
const queries = [
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.annotations.list.map(({ expr }: { expr: string }) => expr),
  dashboard.templating.list[1].query.query.replace(/, instance/, ""),
  ...alerts.map(({ expr }) => expr),
];

/** Given to every series by Prometheus. */
const GIVEN_METRICS = ["up"];
const GIVEN_LABELS = ["instance", "job"];

async function scrape(): Promise<readonly KlineApi[]> {
  const desk = await MetricsDesk.open();
  desk.archivist.snapshot = { position: 1, timeMs: 1 };
  return [...(await desk.scrape()).values()];
}

function seriesIn(klineApis: readonly KlineApi[]) {
  const samples = klineApis.flatMap((klineApi) => klineApi.samples);
  return {
    metrics: new Set([...samples.map(({ name }) => name), ...GIVEN_METRICS]),
    labels: new Set([...samples.flatMap(({ labels }) => Object.keys(labels)), ...GIVEN_LABELS]),
  };
}

test("every query names metrics and labels that the page has", async () => {
  const { metrics, labels } = seriesIn(await scrape());

  expect(queries.length).toBeGreaterThan(40);
  for (const query of queries) {
    const named = namesIn(query);
    expect(named.metrics.length, query).toBeGreaterThan(0);
    expect(
      named.metrics.filter((name) => !metrics.has(name)),
      query,
    ).toEqual([]);
    expect(
      named.labels.filter((name) => !labels.has(name)),
      query,
    ).toEqual([]);
  }
});

test("a legend names labels that the page has", async () => {
  const { labels } = seriesIn(await scrape());
  const legends = panels.flatMap(({ targets }) => targets.map(({ legendFormat }) => legendFormat));

  const named = legends.flatMap((legend) => [...legend.matchAll(/\{\{(\w+)\}\}/g)]);

  expect(named.map(([, name = ""]) => name).filter((name) => !labels.has(name))).toEqual([]);
});

test("every metric of the page is on the dashboard", async () => {
  const asked = new Set(queries.flatMap((query) => namesIn(query).metrics));
  const klineApis = await scrape();

  const unseen = klineApis.filter(({ name, type }) => {
    const names = type === "histogram" ? [`${name}_bucket`, `${name}_sum`] : [name];
    return !names.some((each) => asked.has(each));
  });

  // For people who look at a machine, not at a chart.
  expect(unseen.map(({ name }) => name)).toEqual(["bourse_engine_time_seconds"]);
});

test("the panels stand side by side, none on top of another", () => {
  const taken = new Set<string>();
  for (const { title, gridPos } of panels) {
    const { x, y, w, h } = gridPos;
    expect(x + w, title).toBeLessThanOrEqual(24);
    for (let cell = 0; cell < w * h; cell++) {
      const place = `${x + (cell % w)},${y + Math.floor(cell / w)}`;
      expect(taken.has(place), title).toBe(false);
      taken.add(place);
    }
  }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

/** The first cell of each row of the table under a heading, without its backquotes. */
function rowsUnder(heading: string): string[] {
  const text = read("docs/operating.md");
  const chapter = text.split(new RegExp(`^#+ ${heading}$`, "m"))[1]?.split(/^#+ /m)[0] ?? "";
  const cells = [...chapter.matchAll(/^\| `([^`]+)`/gm)];
  return cells.map(([, cell = ""]) => cell.replace(/\{.*/, ""));
}

test("the table of metrics in the documents has every metric, in order, and no other", async () => {
  const klineApis = await scrape();

  expect(rowsUnder("Metrics")).toEqual(klineApis.map(({ name }) => name));
});

test("the table of alerts in the documents has every alert, in order, and no other", () => {
  expect(alerts.length).toBeGreaterThan(10);
  expect(rowsUnder("Alerts")).toEqual(alerts.map(({ name }) => name));
});

test("a word that is no function is taken for a metric, wherever it stands", () => {
  expect(
    namesIn('sum by (code) (rate(a_total{b="c", d=~"e{f}"}[5m])) / g and on (h) time()'),
  ).toEqual({
    metrics: ["a_total", "g"],
    labels: ["code", "h", "b", "d"],
  });
});
