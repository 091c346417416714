/** What to look at first: whether orders are taken, what needs the operator, and the figures of the machine. */
import { type Alarm, alarmsOf } from "../figures/alarms.ts";
import { type MetricsHistory, seriesOf } from "../figures/metrics-history.ts";
import type { MetricsSummary } from "../figures/metrics-summary.ts";
import { Spark } from "../figures/sparkline.tsx";
import type { WatchedMetrics } from "../figures/use-figures.ts";
import { Badge, Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { usePageServices } from "../session/page-services.ts";
import { figureOf, lengthOf, millisecondsOf, momentOf, sizeOf } from "../text/measure.ts";
import { ClusterPanel } from "./cluster.tsx";

interface OverviewProps {
  readonly watched: WatchedMetrics;
  readonly notReady: string | undefined;
}

export function Overview({ watched, notReady }: OverviewProps) {
  const { history, problem, hasMetrics } = watched;
  return (
    <>
      <Panel title="At a glance" problem={problem}>
        {hasMetrics ? (
          <Summaries history={history} />
        ) : (
          <p class="none">This server has no metrics.</p>
        )}
      </Panel>
      <Panel title="Readiness and alarms">
        <Readiness notReady={notReady} />
        <Alarms history={history} />
      </Panel>
      <ClusterPanel />
      <Panel title="The exchange">
        <Facts />
      </Panel>
    </>
  );
}

interface Shown {
  readonly name: keyof MetricsSummary;
  readonly title: string;
  readonly write: (value: number | undefined) => string;
}

const SHOWN: readonly Shown[] = [
  { name: "ordersPerSecond", title: "Orders a second", write: figureOf },
  { name: "requestsPerSecond", title: "Requests a second", write: figureOf },
  { name: "commandsPerSecond", title: "Commands a second", write: figureOf },
  { name: "appendMedian", title: "Append p50", write: millisecondsOf },
  { name: "appendSlowest", title: "Append p99", write: millisecondsOf },
  { name: "waiting", title: "Waiting for the sequencer", write: figureOf },
  { name: "archivistLag", title: "Archivist behind by", write: figureOf },
  { name: "connections", title: "Connections", write: figureOf },
  { name: "memoryBytes", title: "Memory", write: sizeOf },
];

function Summaries({ history }: { readonly history: MetricsHistory }) {
  const newest = history.summaries.at(-1);
  return (
    <dl class="sparks">
      {SHOWN.map(({ name, title, write }) => (
        <Spark
          key={name}
          title={title}
          shown={write(newest?.[name])}
          series={seriesOf(history, name)}
        />
      ))}
    </dl>
  );
}

function Readiness({ notReady }: { readonly notReady: string | undefined }) {
  return (
    <p class="row">
      {notReady === undefined ? (
        <Badge kind="good">ready</Badge>
      ) : (
        <Badge kind="bad">not ready</Badge>
      )}
      <span>{notReady ?? "New orders are taken."}</span>
    </p>
  );
}

function Alarms({ history }: { readonly history: MetricsHistory }) {
  const now = history.scrapes.at(-1)?.figures;
  const first = history.first;
  if (!now || !first) return null;
  const appendSlowest = history.summaries.at(-1)?.appendSlowest;
  return (
    <Table
      title="Alarms"
      columns={["Alarm", "Kind", "What it says"]}
      rows={alarmsOf({ now, first, appendSlowest }).map(rowOf)}
      none="No alarm."
    />
  );
}

function rowOf({ name, kind, says }: Alarm) {
  const badge = <Badge kind={kind === "page" ? "bad" : "warn"}>{kind}</Badge>;
  return [name, [name, badge, says]] as const;
}

function Facts() {
  const { status } = usePageServices();
  if (!status) return <p class="none">No answer yet.</p>;
  const facts = [
    ["Directory", status.kind],
    ["Log position", figureOf(status.position)],
    ["Engine time", momentOf(status.engineTime)],
    ["Up for", lengthOf(status.uptimeMs / 1_000)],
    ["Users", figureOf(status.users)],
    ["Open orders", figureOf(status.openOrders)],
    ["Open positions", figureOf(status.openPositions)],
  ] as const;
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
