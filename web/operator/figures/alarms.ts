/**
 * What needs the operator, told from the metrics: the alerts of ops/prometheus/alerts.yml under the same
 * names and with the same bounds, as far as one page can know without a memory of hours. Prometheus
 * goes on when no page is open; this does not replace it.
 */
import type { ScrapedFigures } from "./exposition.ts";

export interface Alarm {
  /** As in alerts.yml and docs/operating.md. */
  readonly name: string;
  /** `page` wakes the operator, `ticket` waits for the morning. */
  readonly kind: "page" | "ticket";
  readonly says: string;
}

/** What is known now, and what was when the page was opened. */
interface Known {
  readonly now: ScrapedFigures;
  readonly first: ScrapedFigures;
  readonly appendSlowest: number | undefined;
}

interface Rule extends Alarm {
  isRaised(known: Known): boolean;
}

const RULES: readonly Rule[] = [
  {
    name: "BourseHalted",
    kind: "page",
    says: "Something did not add up; nothing is accepted any more.",
    isRaised: ({ now }) => isFor(now, "halted"),
  },
  {
    name: "BourseDiskFull",
    kind: "page",
    says: "The disk is full; only cancels are taken.",
    isRaised: ({ now }) => isFor(now, "short_of_space"),
  },
  {
    name: "BourseNotReady",
    kind: "page",
    says: "New orders are not taken; bourse_not_ready says why.",
    isRaised: ({ now }) => now.value("bourse_ready") === 0,
  },
  {
    name: "BourseChecksFailed",
    kind: "page",
    says: "The books were checked and do not agree.",
    isRaised: ({ now }) => now.sum("bourse_checks_failed_total") > 0,
  },
  {
    name: "BourseErrors",
    kind: "page",
    says: "Requests end in failures of our own; the program's log names them.",
    isRaised: (known) => hasMore(known, "500"),
  },
  {
    name: "BourseOutcomesUnknown",
    kind: "page",
    says: "Clients were told 504; the disk took longer than ten seconds.",
    isRaised: (known) => hasMore(known, "504"),
  },
  {
    name: "BourseOverloaded",
    kind: "page",
    says: "More comes in than the sequencer can take.",
    isRaised: ({ now }) => isAbove(now, "bourse_sequencer_waiting", 4096),
  },
  {
    name: "BourseDiskFillsUp",
    kind: "ticket",
    says: "The disk of the log is full within a day, or nearly full now.",
    isRaised: ({ now }) => (now.value("bourse_disk_free_bytes") ?? Number.MAX_VALUE) < 2e9,
  },
  {
    name: "BourseBadDebt",
    kind: "ticket",
    says: "A loss was larger than the insurance; somebody has to decide who bears it.",
    isRaised: ({ now }) => now.of("bourse_house_balance", isBadDebt).some(({ value }) => value < 0),
  },
  {
    name: "BourseSlowDisk",
    kind: "ticket",
    says: "One batch in a hundred takes longer than a quarter of a second to be durable.",
    isRaised: ({ appendSlowest = 0 }) => appendSlowest > 0.25,
  },
  {
    name: "BourseLoopBlocked",
    kind: "ticket",
    says: "Something kept the event loop from its work for a second.",
    isRaised: ({ now }) => now.of("bourse_event_loop_delay_seconds").some(({ value }) => value > 1),
  },
  {
    name: "BourseArchivistDown",
    kind: "ticket",
    says: "The archivist does not run, or dies again and again; history waits.",
    isRaised: ({ now }) => now.value("bourse_archivist_up") === 0,
  },
  {
    name: "BourseArchivistBehind",
    kind: "ticket",
    says: "History is far behind; beyond 100,000 records its pages are refused.",
    isRaised: ({ now }) => isAbove(now, "bourse_archivist_lag_commands", 50000),
  },
  {
    name: "BourseSnapshotOld",
    kind: "ticket",
    says: "No snapshot for three hours although there was work; a restart would take long.",
    isRaised: ({ now }) => isAbove(now, "bourse_snapshot_age_seconds", 10800) && hasWork(now),
  },
  {
    name: "BourseClockJumped",
    kind: "ticket",
    says: "The machine's clock is not the one by which requests are timed.",
    isRaised: ({ now }) => Math.abs(now.value("bourse_clock_difference_seconds") ?? 0) > 1,
  },
];

/** Every alarm that this page can raise. */
export const ALARMS: readonly Alarm[] = RULES;

export function alarmsOf(known: Known): readonly Alarm[] {
  return RULES.filter((rule) => rule.isRaised(known));
}

function isFor(figures: ScrapedFigures, reason: string): boolean {
  return figures.sum("bourse_not_ready", (labels) => labels["reason"] === reason) === 1;
}

function isAbove(figures: ScrapedFigures, name: string, bound: number): boolean {
  return (figures.value(name) ?? 0) > bound;
}

function isBadDebt({ account = "" }: Readonly<Record<string, string>>): boolean {
  return account === "MARGIN_BAD_DEBT" || account === "FUT_BAD_DEBT";
}

function hasMore({ now, first }: Known, status: string): boolean {
  const count = (figures: ScrapedFigures) =>
    figures.sum("bourse_requests_total", (labels) => labels["status"] === status);
  return count(now) > count(first);
}

function hasWork(figures: ScrapedFigures): boolean {
  const position = figures.value("bourse_log_position") ?? 0;
  return position - (figures.value("bourse_snapshot_position") ?? 0) > 1000;
}
