/** The metrics as they go by: looked at every two seconds while the page is seen, bounded minutes kept. */
import { useCallback, useEffect, useState } from "preact/hooks";
import { useAsked, WATCH_MS } from "../session/asked.ts";
import type { OperatorSession } from "../session/operator-session.ts";
import { readFigures } from "./exposition.ts";
import { NO_TRACK, noted, type Track } from "./track.ts";

export interface Watched {
  readonly track: Track;
  readonly problem: string | undefined;
  /** False where the server has no metrics. */
  readonly hasMetrics: boolean;
}

export function useFigures(session: OperatorSession): Watched {
  const [track, setTrack] = useState(NO_TRACK);
  const ask = useCallback(async () => {
    const text = await session.metrics();
    return { text, atMs: performance.now() };
  }, [session]);
  const { value, problem } = useAsked(ask, WATCH_MS);
  useEffect(() => {
    if (value?.text === undefined) return;
    const look = { atMs: value.atMs, figures: readFigures(value.text) };
    setTrack((before) => noted(before, look));
  }, [value]);
  return { track, problem, hasMetrics: value === undefined || value.text !== undefined };
}
