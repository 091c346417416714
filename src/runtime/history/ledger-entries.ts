/**
 * The entries of a user's ledger, as the archive keeps them: what one command did to the balances of one user in one area, line by
 * line, each with the balance behind it. An entry is named by the position of its command and its number among the lines of its
 * user there (`1042-3`), which a store that is built again gives it again. Rules HIST-LEDGER-1, HIST-LEDGER-2.
 */
import {
  big,
  list,
  oneOf,
  optional,
  type RecordOf,
  record,
  text,
  uint,
} from "../../core/base/records/record.ts";
import { AREAS, type Area } from "../../core/engine/ledger/area.ts";
import { ENTRY_KINDS, type EntryKind } from "../../core/engine/ledger/entry-kinds.ts";
import type { PostedRows } from "../../core/engine/ledger/journal.ts";
import { FORCES } from "../../core/engine/orders/order.ts";
import { owner } from "./public-records.ts";

const lineFields = {
  kind: oneOf(...ENTRY_KINDS),
  asset: uint,
  change: big,
  balance: big,
  /** The position whose isolated margin it is; 0 of a wallet. */
  position: uint,
  /** A pair, in futures a contract; 0 for none. */
  market: uint,
  /** Of the trade or the transfer; 0 for none. */
  number: uint,
  force: optional(oneOf(...FORCES)),
};
export type EntryLine = RecordOf<typeof lineFields>;

/** `id` is the rank of the record, `first` the number of its first line among those of the user there. */
const entriesFields = {
  id: uint,
  ...owner,
  timeMs: uint,
  first: uint,
  /** Of a deposit or withdrawal; "" of anything else. */
  movement: text,
  lines: list(record(lineFields)),
};
export type LedgerEntries = RecordOf<typeof entriesFields>;
export const entriesRecord = record(entriesFields);

/** What the postings of a command left; no event of the engine. */
export interface EntriesPosted {
  readonly type: "EntriesPosted";
  readonly position: number;
  readonly timeMs: number;
  readonly rows: PostedRows;
}

/** A command may leave so many records to a user: a longer one has more lines in each. */
const RANKS = 1_024;
/** Lines of a record, unless that would be too many records. */
const LINES = 64;

/** Where an entry stands: the command that made it, and its number there. */
export interface EntryPlace {
  readonly position: number;
  readonly line: number;
}

export function placeOf(id: string): EntryPlace {
  const [position = 0, line = 0] = id.split("-").map(Number);
  return { position, line };
}

/** The lowest rank of the records of a command. */
export function entriesRank(position: number): number {
  return position * RANKS;
}

/** The command that a rank belongs to. */
export function positionOfRank(rank: number): number {
  return Math.floor(rank / RANKS);
}

/**
 * HIST-LEDGER-1: the records of a command, by area, of all users or of one. A user's lines of a command are numbered through,
 * area by area.
 */
export function entriesOf(posted: EntriesPosted, only = 0): LedgerEntries[] {
  const records: LedgerEntries[] = [];
  const numbered = new Map<number, number>();
  for (const area of AREAS) {
    for (const [user, own] of rowsByUser(posted.rows, area, only)) {
      const first = numbered.get(user) ?? 0;
      numbered.set(user, first + own.length);
      addRecords(records, posted, { area, user, own, first });
    }
  }
  return records;
}

interface OwnRows {
  readonly area: Area;
  readonly user: number;
  readonly own: readonly number[];
  /** The number of the first of them. */
  readonly first: number;
}

function addRecords(
  records: LedgerEntries[],
  { position, timeMs, rows }: EntriesPosted,
  { area, user, own, first }: OwnRows,
): void {
  const size = Math.max(LINES, Math.ceil(own.length / RANKS));
  for (let at = 0; at < own.length; at += size) {
    records.push({
      id: entriesRank(position) + at / size,
      area,
      user,
      market: 0,
      timeMs,
      first: first + at,
      movement: rows.movement,
      lines: own.slice(at, at + size).map((row) => lineOf(rows, row)),
    });
  }
}

function rowsByUser(rows: PostedRows, area: Area, only: number): Map<number, number[]> {
  const users = new Map<number, number[]>();
  for (let row = 0; row < rows.count; row++) {
    if (rows.area(row) !== area) continue;
    const user = rows.user(row);
    if (only !== 0 && user !== only) continue;
    const own = users.get(user);
    if (own) own.push(row);
    else users.set(user, [row]);
  }
  return users;
}

function lineOf(rows: PostedRows, row: number): EntryLine {
  return {
    kind: rows.kind(row),
    asset: rows.asset(row),
    change: rows.change(row),
    balance: rows.balance(row),
    position: rows.position(row),
    market: rows.market(row),
    number: rows.number(row),
    force: FORCES[rows.force(row) - 1],
  };
}

/** A record as records of one line each, oldest line first or newest. */
export function* linesOf(entries: LedgerEntries, isForward: boolean): Iterable<LedgerEntries> {
  const { lines, first } = entries;
  for (let step = 0; step < lines.length; step++) {
    const at = isForward ? step : lines.length - 1 - step;
    yield { ...entries, first: first + at, lines: lines.slice(at, at + 1) };
  }
}

/**
 * HIST-LEDGER-2: the entries of a user in an area; of one asset and one kind, or of all (0, undefined), in a span of time. Forward
 * from a place: the oldest `limit` from there on; else the newest up to there. The place 0 is the beginning, or the end.
 */
export interface EntriesQuery {
  readonly kind: "entries";
  readonly area: Area;
  readonly user: number;
  readonly asset: number;
  readonly entryKind: EntryKind | undefined;
  readonly isForward: boolean;
  readonly from: EntryPlace;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly limit: number;
}

type Narrowed = { readonly [K in keyof EntriesQuery]?: EntriesQuery[K] | undefined };

/** Of whomever: the newest of all entries, but for what is given. */
export function entriesQuery(given: Narrowed & Pick<EntriesQuery, "limit">) {
  return {
    kind: "entries",
    asset: given.asset ?? 0,
    entryKind: given.entryKind,
    isForward: given.isForward ?? false,
    from: given.from ?? { position: 0, line: 0 },
    firstMs: given.firstMs ?? 0,
    lastMs: given.lastMs ?? Number.MAX_SAFE_INTEGER,
    limit: given.limit,
  } as const;
}
