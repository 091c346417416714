/**
 * A reply that a part of the page shows: asked for when the part appears, again when told, and, where
 * it is to be watched, again and again. The next question waits for the answer to the last one, and
 * nothing is asked while the page is hidden.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { sentenceOf } from "./operator-session.ts";
import { usePageServices } from "./page-services.ts";

export interface ShownReply<T> {
  /** The newest answer; it stays while a later one fails. */
  readonly value: T | undefined;
  /** Why the newest question has no answer. */
  readonly problem: string | undefined;
  readonly again: () => void;
}

/** How often what is watched is asked for. */
export const WATCH_MS = 2_000;

/** `ask` must be the same function as long as the question is the same. */
export function useAsked<T>(ask: () => Promise<T>, everyMs?: number): ShownReply<T> {
  const [value, setValue] = useState<T | undefined>(undefined);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const round = useRef<() => void>(() => undefined);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest = 0;
    const go = async () => {
      clearTimeout(timer);
      const mine = ++latest;
      const isStale = () => isOver || mine !== latest;
      try {
        const answer = document.hidden && mine > 1 ? undefined : await ask();
        if (isStale()) return;
        if (answer !== undefined) setValue(() => answer);
        setProblem(undefined);
      } catch (error) {
        if (isStale()) return;
        setProblem(sentenceOf(error));
      }
      if (everyMs !== undefined) timer = setTimeout(go, everyMs);
    };
    round.current = () => void go();
    setValue(undefined);
    void go();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [ask, everyMs]);
  const again = useCallback(() => round.current(), []);
  return { value, problem, again };
}

/** What a route answers that takes no parameters. */
export function useReply<T>(path: string, everyMs?: number): ShownReply<T> {
  const { session } = usePageServices();
  const ask = useCallback(() => session.get<T>(path), [session, path]);
  return useAsked(ask, everyMs);
}
