/**
 * What stands behind the live loop: the archivist and how far it is, the age of the newest snapshot,
 * which is how much a restart would have to replay, and how often the books were checked.
 */
import type { Checks } from "../../runtime/replica/checks.ts";
import { engineTimeOf } from "../../runtime/replica/submission.ts";
import type { WatchedSequencer } from "./exchange-metrics.ts";
import { counter, gauge, type Metric } from "./metric.ts";

/** The second process as the server knows it. */
export interface ArchivistFigures {
  /** While it runs. */
  readonly pid: number | undefined;
  /** How often it was started. */
  readonly starts: number;
  /** The history store has everything up to here. */
  readonly archived: number;
  /** The newest snapshot; undefined before there is one, or before it was heard of. */
  readonly snapshot: { readonly position: number; readonly timeMs: number } | undefined;
}

export interface ArchiveSources {
  readonly sequencer: () => WatchedSequencer;
  /** The archivist of the present instance. */
  readonly archivist: () => ArchivistFigures;
  readonly checks: Checks;
}

export function archiveMetrics(sources: ArchiveSources): readonly Metric[] {
  const { sequencer, archivist, checks } = sources;
  return [
    gauge("bourse_archivist_up", "1 while the archivist runs.", () => {
      return Number(archivist().pid !== undefined);
    }),
    counter("bourse_archivist_starts_total", "Starts of the archivist.", () => archivist().starts),
    gauge("bourse_archivist_position", "History is stored up to here.", () => archivist().archived),
    gauge("bourse_archivist_lag_commands", "Commands whose history is not stored yet.", () => {
      return Math.max(0, sequencer().state.position - archivist().archived);
    }),
    gauge("bourse_snapshot_position", "Position of the newest snapshot.", () => {
      return archivist().snapshot?.position;
    }),
    gauge("bourse_snapshot_age_seconds", "Engine time since the newest snapshot.", () => {
      return snapshotAgeOf(sources);
    }),
    checksMetric("bourse_checks_total", "Checks of the books that ran.", checks, "ran"),
    checksMetric("bourse_checks_failed_total", "Checks that found an error.", checks, "failed"),
  ];
}

/** By engine time: a sandbox whose clock is frozen does not grow older. */
function snapshotAgeOf({ sequencer, archivist }: ArchiveSources): number | undefined {
  const { snapshot } = archivist();
  return snapshot && Math.max(0, engineTimeOf(sequencer()) - snapshot.timeMs) / 1_000;
}

function checksMetric(name: string, help: string, checks: Checks, what: "ran" | "failed"): Metric {
  return {
    name,
    help,
    type: "counter",
    read() {
      return Object.entries(checks).map(([check, count]) => {
        return { labels: { check }, value: count[what] };
      });
    },
  };
}
