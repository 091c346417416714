/**
 * A history, newest first: the newest 50 when it is opened and again a moment after something of the
 * user's has changed, 50 more each time they are asked for, and at most 500. The API counts its pages
 * upwards from an id (HIST-PAGE-1), so more of the past is a longer page of the newest.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ConsoleExchange, Live } from "../../exchange/exchange.ts";
import { sayError } from "../../trade/form/refusal.ts";
import { nextLimit, PAGE, ROWS_MAX } from "./page-size.ts";

/** Many changes come together; one question answers them all. */
const SETTLE_MS = 700;

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  more(): void;
}

/** `load` gives the newest rows, so many at most. */
export interface PageSource<Row> {
  /** Another name is another history. */
  readonly name: string;
  readonly changes: Live<unknown>;
  load(limit: number): Promise<readonly Row[]>;
}

interface Loaded<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export function usePages<Row>(exchange: ConsoleExchange, source: PageSource<Row>): Pages<Row> {
  const [loaded, setLoaded] = useState<Loaded<Row>>({ rows: [], hasMore: false });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const current = useRef(source);
  current.current = source;
  /** How many are wanted: what changes must not take away what was asked for. */
  const wanted = useRef(PAGE);
  const load = async (asked: PageSource<Row>) => {
    setBusy(true);
    const limit = wanted.current;
    try {
      const rows = await asked.load(limit);
      if (current.current.name !== asked.name) return;
      setLoaded({ rows, hasMore: rows.length === limit && limit < ROWS_MAX });
      setError(undefined);
    } catch (thrown) {
      if (current.current.name === asked.name) setError(sayError(thrown));
    } finally {
      setBusy(false);
    }
  };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    setLoaded({ rows: [], hasMore: false });
    wanted.current = PAGE;
    const begin = () => void load(current.current);
    begin();
    const unfollow = source.changes.follow(() => {
      clearTimeout(timer);
      timer = setTimeout(begin, SETTLE_MS);
    });
    return () => {
      unfollow();
      clearTimeout(timer);
    };
  }, [exchange, source.name]);
  const more = () => {
    wanted.current = nextLimit(wanted.current);
    void load(current.current);
  };
  return { ...loaded, isBusy, error, more };
}
