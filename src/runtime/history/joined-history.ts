/**
 * History as the APIs ask for it: what the archive has, and what it may not have yet, as one list.
 * A page is answered only from an archive that has everything the server no longer keeps; if that
 * takes too long the page is refused, never cut short. Rules HIST-OWN-1, HIST-BOUND-1, HIST-PAGE-1, HIST-PAGE-3.
 */

import {
  type FoundRows,
  type HistoryRecord,
  type NameQuery,
  orderKindOf,
  type PageQuery,
  type Query,
  type RecordKind,
  type RecordOwner,
  rankOf,
  type WriteRow,
} from "./history.ts";
import type { EntriesQuery } from "./ledger-entries.ts";
import type { ListNameQuery } from "./list-records.ts";
import { FUNDINGS_KEPT, NewestFundings, pageIn } from "./newest-fundings.ts";
import {
  type CandlesQuery,
  type FundingsQuery,
  type KeptCandle,
  parseCandles,
} from "./public-records.ts";
import { pageOf, type UnarchivedRecord, type UnarchivedRecords } from "./unarchived-records.ts";

const NEWEST_FUNDINGS = { firstMs: 0, lastMs: Number.MAX_SAFE_INTEGER, limit: FUNDINGS_KEPT };

export interface Archive {
  /**
   * Answers as of `position` or later; undefined when that takes too long. `join` is called
   * the moment the answer comes, before anything more is said to be archived.
   */
  ask<T>(query: Query, position: number, join: (found: FoundRows) => T): Promise<T | undefined>;
}

/** A row of the archive, and where it stands. */
interface Line {
  readonly rank: number;
  readonly row: string;
}

/** Rows as the dialect writes them; "behind": not to be had now. */
export type Rows = readonly string[] | "behind";

export class JoinedHistory {
  readonly #unarchived: UnarchivedRecords;
  readonly #archive: Archive;
  readonly #write: WriteRow;
  readonly #newestFundings = new NewestFundings();

  constructor(parts: { unarchived: UnarchivedRecords; archive: Archive; write: WriteRow }) {
    this.#unarchived = parts.unarchived;
    this.#archive = parts.archive;
    this.#write = parts.write;
  }

  /** HIST-PAGE-1 */
  async page(query: PageQuery): Promise<Rows> {
    const join = (found: FoundRows) => this.#join(query, found);
    return (await this.#archive.ask(query, this.#unarchived.gonePosition, join)) ?? "behind";
  }

  #join(query: PageQuery, { position, ranks, rows }: FoundRows): Rows {
    // So many came meanwhile that some had to go before they were archived.
    if (position < this.#unarchived.gonePosition) return "behind";
    const unarchived = this.#unarchived.find(query, position);
    if (unarchived.length === 0) return rows;
    const lines: Line[] = rows.map((row, at) => ({ rank: ranks[at] as number, row }));
    const page = pageOf<Line | UnarchivedRecord>([...lines, ...unarchived], query);
    return page.map((line) =>
      "row" in line ? line.row : this.#write(this.#unarchived.recordAt(line)),
    );
  }

  /** One ended order of a user; none when it is another's or still open. */
  async order(owner: RecordOwner, id: number): Promise<Rows> {
    const fresh = this.#unarchived.order(owner, id);
    return fresh ? [this.#write(fresh)] : this.#archived(orderKindOf(owner.area), owner, id);
  }

  /** HIST-LIST-1: one ended list of a user; none when it is another's or still open. */
  async list(owner: RecordOwner, id: number): Promise<Rows> {
    const fresh = this.#unarchived.list(owner, id);
    return fresh ? [this.#write(fresh)] : this.#archived("list", owner, id);
  }

  /** HIST-LIST-2: the newest ended list with a name. */
  async namedList(query: ListNameQuery): Promise<Rows> {
    const fresh = this.#unarchived.namedList(query);
    if (fresh) return fresh.record.market === query.market ? [this.#write(fresh)] : [];
    const join = ({ rows }: FoundRows) => rows;
    return (await this.#archive.ask(query, this.#unarchived.gonePosition, join)) ?? "behind";
  }

  async #archived(kind: RecordKind, owner: RecordOwner, id: number): Promise<Rows> {
    const query: PageQuery = { kind, ...owner, fromId: id, limit: 1 };
    const join = ({ ranks, rows }: FoundRows) => (ranks[0] === id ? rows : []);
    return (await this.#archive.ask(query, this.#unarchived.gonePosition, join)) ?? "behind";
  }

  /** SANDBOX-PAST-4: newest first; it waits for an archive that has all that has closed. */
  async candles(query: CandlesQuery): Promise<readonly KeptCandle[] | "behind"> {
    const position = Math.max(this.#unarchived.gonePosition, this.#unarchived.closedPosition);
    const join = ({ rows }: FoundRows) => rows.flatMap((row) => parseCandles(row).reverse());
    return (await this.#archive.ask(query, position, join)) ?? "behind";
  }

  /** HIST-FUND-1, HIST-FUND-3: newest first; the archive is asked for what is not among the newest. */
  async fundings(query: FundingsQuery): Promise<Rows> {
    const { fundedPosition } = this.#unarchived;
    const newest = await this.#newestFundings.find(query.market, fundedPosition, () =>
      this.#askFundings({ ...query, ...NEWEST_FUNDINGS }),
    );
    if (!newest) return "behind";
    return pageIn(newest, query) ?? (await this.#askFundings(query))?.rows ?? "behind";
  }

  /** It waits for an archive that has all that was settled. */
  #askFundings(query: FundingsQuery): Promise<FoundRows | undefined> {
    const position = Math.max(this.#unarchived.gonePosition, this.#unarchived.fundedPosition);
    return this.#archive.ask(query, position, (found) => found);
  }

  /** HIST-LEDGER-3: as they were walked along; it waits for an archive that has all that was posted. */
  async entries(query: EntriesQuery): Promise<Rows> {
    const position = Math.max(this.#unarchived.gonePosition, this.#unarchived.postedPosition);
    return (await this.#archive.ask(query, position, ({ rows }) => rows)) ?? "behind";
  }

  /** SPOT-CLIENT-4: the newest ended order with a client id. */
  async named(query: NameQuery): Promise<Rows> {
    const fresh = this.#unarchived.named(query);
    if (fresh) return fresh.record.market === query.market ? [this.#write(fresh)] : [];
    const join = ({ rows }: FoundRows) => rows;
    return (await this.#archive.ask(query, this.#unarchived.gonePosition, join)) ?? "behind";
  }
}

/** What an archive answers, from the records of its store. */
export function rowsOf(
  { position, records }: { position: number; records: readonly HistoryRecord[] },
  write: WriteRow,
): FoundRows {
  return { position, ranks: records.map(rankOf), rows: records.map(write) };
}
