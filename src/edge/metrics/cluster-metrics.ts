/** How a node stands in its cluster; no line of it where there is no cluster. */
import { gauge, type Metric } from "./metric.ts";

const ROLES = ["leading", "following", "claiming", "settling"] as const;

/** What is read of a node. */
export interface WatchedNode {
  readonly role: string;
  readonly epoch: number;
  readonly lagCommands: number;
  readonly lagMs: number;
  readonly beatAgeMs: number;
}

export interface ClusterSources {
  /** Undefined where there is no cluster. */
  readonly cluster: () => WatchedNode | undefined;
}

export function clusterMetrics({ cluster }: ClusterSources): readonly Metric[] {
  return [
    roleMetric(cluster),
    gauge("bourse_cluster_epoch", "Term of the leader.", () => cluster()?.epoch),
    gauge(
      "bourse_cluster_lag_commands",
      "Commands in the log of the cluster that this node does not have.",
      () => cluster()?.lagCommands,
    ),
    gauge("bourse_cluster_lag_seconds", "Since this node last had all of the log.", () =>
      secondsOf(cluster()?.lagMs),
    ),
    gauge(
      "bourse_cluster_beat_age_seconds",
      "Since the leader last said something that is durable, as this node knows it.",
      () => secondsOf(cluster()?.beatAgeMs),
    ),
  ];
}

/** One line for each role, so that nodes that lead can be counted. */
function roleMetric(cluster: ClusterSources["cluster"]): Metric {
  return {
    name: "bourse_cluster_role",
    help: "1 for what this node does in its cluster.",
    type: "gauge",
    read() {
      const now = cluster()?.role;
      if (now === undefined) return [];
      return ROLES.map((role) => ({ labels: { role }, value: Number(role === now) }));
    },
  };
}

function secondsOf(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1_000;
}
