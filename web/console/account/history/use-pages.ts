/**
 * A history page by page, newest first: the first page when it is opened and again a moment after
 * something of the user's has changed, further pages when asked for. At most 500 rows are kept.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ConsoleExchange, Live } from "../../exchange/exchange.ts";
import { sayError } from "../../trade/form/refusal.ts";
import { joinPages, ROWS_MAX } from "./join-pages.ts";

export const PAGE = 50;
/** Many changes come together; one question answers them all. */
const SETTLE_MS = 700;

export interface Pages<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  more(): void;
}

/** `load` gives up to 50 rows from an id down, or from the newest. */
export interface Source<Row> {
  /** Another name is another history. */
  readonly name: string;
  readonly changes: Live<unknown>;
  load(fromId?: number): Promise<readonly Row[]>;
  idOf(row: Row): number;
}

interface Loaded<Row> {
  readonly rows: readonly Row[];
  readonly hasMore: boolean;
}

export function usePages<Row>(exchange: ConsoleExchange, source: Source<Row>): Pages<Row> {
  const [loaded, setLoaded] = useState<Loaded<Row>>({ rows: [], hasMore: false });
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const current = useRef(source);
  current.current = source;
  const load = async (asked: Source<Row>, before: readonly Row[]) => {
    setBusy(true);
    const last = before.at(-1);
    try {
      const page = await asked.load(last === undefined ? undefined : asked.idOf(last) - 1);
      if (current.current.name !== asked.name) return;
      const rows = joinPages(before, page, asked.idOf);
      setLoaded({ rows, hasMore: page.length >= PAGE && rows.length < ROWS_MAX });
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
    const begin = () => void load(current.current, []);
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
  return { ...loaded, isBusy, error, more: () => void load(current.current, loaded.rows) };
}
