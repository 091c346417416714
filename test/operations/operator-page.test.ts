/** The operator's page against what it tells of: metrics, alerts, fault kinds, routes. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULT_KINDS } from "../../src/contract/operator/sandbox/fault-words.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { fillFund } from "../../src/edge/operator/v1/movements.ts";
import { ALARMS, alarmsOf } from "../../web/operator/figures/alarms.ts";
import { readFigures, ScrapedFigures } from "../../web/operator/figures/exposition.ts";
import { PLACING } from "../../web/operator/figures/metrics-summary.ts";
import { FAULTS } from "../../web/operator/panels/fault-words.ts";
import { FUNDS, sentenceOfMovement } from "../../web/operator/session/movement-words.ts";

const ROOT = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Alert {
  readonly name: string;
  readonly kind: string;
  readonly says: string;
  readonly expression: string;
}

const ALERTS: readonly Alert[] = read("ops/prometheus/alerts.yml")
  .split("- alert: ")
  .slice(1)
  .map((text) => ({
    name: text.split("\n")[0] ?? "",
    kind: /severity: (\w+)/.exec(text)?.[1] ?? "",
    says: /summary: (.+)/.exec(text)?.[1] ?? "",
    expression: /expr: (.+)/.exec(text)?.[1] ?? "",
  }));

test("an alarm of the page is an alert of Prometheus, with its name, kind and sentence", () => {
  const known = ALERTS.map(({ name, kind, says }) => ({ name, kind, says }));

  expect(known).toEqual(
    expect.arrayContaining(ALARMS.map(({ name, kind, says }) => ({ name, kind, says }))),
  );
  // Of the others one is that no server answers, which the page shows itself, and one needs hours.
  const left = ALERTS.filter(({ name }) => !ALARMS.some((alarm) => alarm.name === name));
  expect(left.map(({ name }) => name)).toEqual(["BourseDown", "BourseChecksStopped"]);
});

const WELL = readFigures(`bourse_ready 1
bourse_sequencer_waiting 4096
bourse_archivist_up 1
bourse_archivist_lag_commands 50000
bourse_snapshot_age_seconds 10801
bourse_log_position 1000
bourse_disk_free_bytes 2e9
bourse_clock_difference_seconds -1
bourse_house_balance{asset="BTC",account="MARGIN_BAD_DEBT"} 0
bourse_house_balance{asset="BTC",account="EXTERNAL"} -5
bourse_event_loop_delay_seconds{stat="max"} 1
bourse_requests_total{status="500"} 3
bourse_requests_total{status="504"} 3
bourse_checks_failed_total{check="batch"} 0
`);

/** By name: the line that raises it, and what in the alert's expression is the bound. */
const RAISED: Readonly<Record<string, readonly [line: string, bound: string]>> = {
  BourseHalted: ['bourse_not_ready{reason="halted"} 1', 'reason="halted"} == 1'],
  BourseDiskFull: ['bourse_not_ready{reason="short_of_space"} 1', 'reason="short_of_space"} == 1'],
  BourseNotReady: ["bourse_ready 0", "bourse_ready == 0"],
  BourseChecksFailed: ['bourse_checks_failed_total{check="snapshot"} 1', "> 0"],
  BourseErrors: ['bourse_requests_total{status="500"} 4', 'status="500"'],
  BourseOutcomesUnknown: ['bourse_requests_total{status="504"} 4', 'status="504"'],
  BourseOverloaded: ["bourse_sequencer_waiting 4097", "> 4096"],
  BourseDiskFillsUp: ["bourse_disk_free_bytes 1999999999", "< 2e9"],
  BourseBadDebt: ['bourse_house_balance{account="FUT_BAD_DEBT"} -1e-8', "FUT_BAD_DEBT"],
  BourseSlowDisk: ["", "> 0.25"],
  BourseLoopBlocked: ['bourse_event_loop_delay_seconds{stat="max"} 1.01', "> 1"],
  BourseArchivistDown: ["bourse_archivist_up 0", "bourse_archivist_up == 0"],
  BourseArchivistBehind: ["bourse_archivist_lag_commands 50001", "> 50000"],
  BourseSnapshotOld: ["bourse_log_position 1001", "> 10800 and bourse_log_position"],
  BourseClockJumped: ["bourse_clock_difference_seconds -1.01", "> 1"],
};

test("no alarm at the bounds themselves", () => {
  expect(alarmsOf({ now: WELL, first: WELL, appendSlowest: 0.25 })).toEqual([]);
});

test.each(ALARMS)(
  "$name is raised beyond its bound, which is Prometheus's, and alone",
  ({ name }) => {
    const [line = "", bound = "none"] = RAISED[name] ?? [];
    const worse = line === "" ? WELL : worsened(line);
    const appendSlowest = line === "" ? 0.26 : undefined;

    const raised = alarmsOf({ now: worse, first: WELL, appendSlowest });

    expect(raised.map((alarm) => alarm.name)).toEqual([name]);
    expect(ALERTS.find((alert) => alert.name === name)?.expression).toContain(bound);
  },
);

/** What is well, but for one line, which takes the place of that with the same name and labels. */
function worsened(line: string): ScrapedFigures {
  const [worse] = readFigures(line).of(line.split(/[ {]/)[0] ?? "");
  if (!worse) throw new Error(`no sample: ${line}`);
  const key = ({ labels }: { labels: object }) => JSON.stringify(labels);
  const names = [...new Set(Object.values(RAISED).map(([text]) => text.split(/[ {]/)[0] ?? ""))];
  const kept = ["bourse_snapshot_age_seconds", ...names].flatMap((name) =>
    WELL.of(name).filter((sample) => name !== worse.name || key(sample) !== key(worse)),
  );
  return new ScrapedFigures([...kept, worse]);
}

test("every metric that the page reads stands in the handbook", () => {
  const source = read("web/operator/figures/exposition.ts");
  const wanted = [...source.matchAll(/"((?:bourse|process)_[a-z_]+)"/g)].map(
    ([, name = ""]) => name,
  );
  const handbook = read("docs/operating.md");

  expect(wanted.length).toBeGreaterThan(15);
  const strange = wanted.filter(
    (name) => !new RegExp(`\`${name.replace(/_bucket$/, "")}[{\`]`).test(handbook),
  );
  expect(strange).toEqual([]);
});

test("where orders are counted, orders are placed, and nowhere else", () => {
  const placing = ROUTES.filter(({ method, path }) => method === "POST" && PLACING.test(path));

  expect(placing.map(({ path }) => path).sort()).toEqual([
    "/fapi/v1/conditionOrder",
    "/fapi/v1/order",
    "/sapi/v1/batchOrders",
    "/sapi/v1/margin/order",
    "/sapi/v1/order",
  ]);
});

test("every kind of fault can be chosen, and no other", () => {
  expect(FAULTS.map(([kind]) => kind)).toEqual([...FAULT_KINDS]);
});

test("LEDGER-FUND-1 a movement says what it does, with every fund that the operator may fill", () => {
  const sum = { asset: "USDT", amount: "1000.5" };
  const said = [
    sentenceOfMovement({ path: "/deposits", body: { user: "alice", ...sum } }),
    sentenceOfMovement({ path: "/withdrawals", body: { user: "alice", ...sum } }),
    ...FUNDS.map(([fund]) => sentenceOfMovement({ path: "/funds/draw", body: { fund, ...sum } })),
    sentenceOfMovement({ path: "/funds/fill", body: { fund: "LOAN_POOL", ...sum } }),
  ];

  expect(said).toEqual([
    "1,000.5 USDT to user alice.",
    "1,000.5 USDT from user alice.",
    "1,000.5 USDT out of the loan pool.",
    "1,000.5 USDT out of the insurance of margin.",
    "1,000.5 USDT out of the insurance of futures.",
    "1,000.5 USDT into the loan pool.",
  ]);
  const { parameters } = fillFund;
  expect(parameters["fund"]?.form).toBe(FUNDS.map(([fund]) => fund).join(" or "));
});
