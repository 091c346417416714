/** The alerts of a cluster: YAML that Prometheus would read, metrics that a node has, and a line in the handbook for each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { namesIn } from "../support/queries.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}

const written = read("ops/prometheus/cluster-alerts.yml");
const [group, ...others] = parse(written).groups;
const alerts: readonly Alert[] = group.rules;
const ofEveryServer = parse(read("ops/prometheus/alerts.yml")).groups[0].rules as readonly Alert[];

/** What a node of a cluster tells of itself, besides what every server does. */
const METRICS = [
  "bourse_cluster_beat_age_seconds",
  "bourse_cluster_epoch",
  "bourse_cluster_lag_commands",
  "bourse_cluster_lag_seconds",
  "bourse_cluster_role",
];

test("every query names what a node tells, or Prometheus itself", () => {
  expect(others).toEqual([]);
  for (const { alert, expr } of alerts) {
    const { metrics, labels } = namesIn(expr);
    expect(metrics.length, alert).toBe(1);
    expect([...METRICS, "up"], alert).toEqual(expect.arrayContaining([...metrics]));
    expect(["instance", "job", "role"], alert).toEqual(expect.arrayContaining([...labels]));
  }
});

test("every alert has a kind and a sentence, and a name that no other has", () => {
  for (const { alert, labels, annotations } of alerts) {
    expect(alert).toMatch(/^BourseCluster[A-Z][A-Za-z]+$/);
    expect(["page", "ticket"]).toContain(labels.severity);
    expect(annotations.summary).toMatch(/^[A-Z].+\.$/);
  }
  const names = [...alerts, ...ofEveryServer].map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
});

test("the handbook has every alert, in order, with its kind, and no other", () => {
  const chapter = read("docs/operating.md").split(/^### What a cluster's alerts mean$/m)[1];
  const rows = [
    ...(chapter?.split(/^#+ /m)[0] ?? "").matchAll(/^\| `(\w+)` \| (\w+) \| \S.+\|$/gm),
  ];

  expect(rows.map(([, name, kind]) => [name, kind])).toEqual(
    alerts.map(({ alert, labels }) => [alert, labels.severity]),
  );
});

test("what lasts ten seconds is seen: nodes are asked, and rules looked at, more often than that", () => {
  const { scrape_configs: jobs } = parse(read("ops/prometheus/cluster-scrape.yml"));
  const [one] = parse(read("ops/prometheus/scrape.yml")).scrape_configs;
  const secondsOf = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]);
  const everyS = secondsOf(jobs[0].scrape_interval);

  expect(jobs[0].job_name).toBe(one.job_name);
  expect(jobs[0].authorization).toEqual(one.authorization);
  expect(secondsOf(group.interval)).toBeLessThanOrEqual(5);
  expect(everyS).toBeLessThanOrEqual(5);
  for (const [, seconds] of written.matchAll(/\[(\d+)s\]/g)) {
    expect(Number(seconds)).toBeGreaterThanOrEqual(3 * everyS);
  }
});

test("every file that was not run says so at its head", () => {
  const scrape = read("ops/prometheus/cluster-scrape.yml");
  for (const text of [written, scrape]) expect(text.split(/^\w/m)[0]).toContain("NOT RUN");
});
