/** The metrics, scraped every two seconds while the page is seen; the last two minutes are kept. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { useAsked, WATCH_MS } from "../session/asked.ts";
import type { OperatorSession } from "../session/operator-session.ts";
import { readFigures } from "./exposition.ts";
import { type MetricsHistory, NO_HISTORY, withScrape } from "./metrics-history.ts";

export interface WatchedMetrics {
  readonly history: MetricsHistory;
  readonly problem: string | undefined;
  /** False where the server has no metrics. */
  readonly hasMetrics: boolean;
}

export function useFigures(session: OperatorSession): WatchedMetrics {
  const [history, setHistory] = useState(NO_HISTORY);
  const ask = useCallback(async () => {
    const text = await session.metrics();
    return { text, atMs: performance.now() };
  }, [session]);
  const { value, problem } = useAsked(ask, WATCH_MS);
  useEffect(() => {
    if (value?.text === undefined) return;
    const scrape = { atMs: value.atMs, figures: readFigures(value.text) };
    setHistory((before) => withScrape(before, scrape));
  }, [value]);
  return { history, problem, hasMetrics: value === undefined || value.text !== undefined };
}
