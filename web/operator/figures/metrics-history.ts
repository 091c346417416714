/**
 * The last two minutes of every figure, for drawing: so many scrapes are kept and no more, however long the
 * page stays open. Only what is needed to count from is kept whole.
 */
import type { ScrapedFigures } from "./exposition.ts";
import { type MetricsScrape, type MetricsSummary, summaryOf } from "./metrics-summary.ts";

/** Two minutes of a scrape every two seconds. */
export const POINTS_MAX = 60;
/** Times are counted over about ten seconds, so that there are a few batches in them. */
const SCRAPES_MAX = 6;

export interface MetricsHistory {
  readonly summaries: readonly MetricsSummary[];
  readonly scrapes: readonly MetricsScrape[];
  /** What was known when the page was opened, or the server started after that. */
  readonly first: ScrapedFigures | undefined;
}

export const NO_HISTORY: MetricsHistory = { summaries: [], scrapes: [], first: undefined };

export function withScrape(
  { summaries, scrapes, first }: MetricsHistory,
  scrape: MetricsScrape,
): MetricsHistory {
  const kept = scrapes.filter(({ figures }) => startOf(figures) === startOf(scrape.figures));
  const isSame = first !== undefined && startOf(first) === startOf(scrape.figures);
  return {
    summaries: [...summaries.slice(1 - POINTS_MAX), summaryOf(scrape, kept.at(-1), kept[0])],
    scrapes: [...kept.slice(1 - SCRAPES_MAX), scrape],
    first: isSame ? first : scrape.figures,
  };
}

function startOf(figures: ScrapedFigures): number | undefined {
  return figures.value("process_start_time_seconds");
}

export function seriesOf(
  { summaries }: MetricsHistory,
  name: keyof MetricsSummary,
): readonly (number | undefined)[] {
  return summaries.map((summary) => summary[name]);
}
