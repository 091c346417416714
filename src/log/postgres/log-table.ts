/**
 * The log as rows. The number of a row is the fence: one batch ever stands at it, behind the batch that it names. So a row
 * goes in only where the row before has the hash that it was made for, and whoever comes second gets nothing in.
 */
import { BATCH_COUNT_MAX } from "../batch.ts";
import type { Cursor } from "../log.ts";
import type { CheckedSession } from "./checked-session.ts";
import { type Session, type SqlAnswer, Unanswered } from "./database.ts";
import type { LeaderRow } from "./leader-table.ts";
import { SETTINGS } from "./safety-settings.ts";

/** A batch, and where it is to stand. */
export interface LogRow {
  readonly number: number;
  readonly firstPosition: number;
  readonly count: number;
  readonly epoch: number;
  readonly hash: Uint8Array;
  readonly hashBefore: Uint8Array;
  readonly bytes: Uint8Array;
}

/** What a claim adds to the row of its batch. */
export interface ClaimRow extends LogRow {
  /** What it takes over from: a leader that has said something since is not taken over from. */
  readonly seen: Pick<LeaderRow, "epoch" | "beat">;
  readonly node: string;
  readonly address: string;
  /** Drawn for this claim: two nodes that claim from one state write the same bytes. */
  readonly claim: string;
}

/** All that is ever asked of the log's tables. */
export const STATEMENTS = {
  append: `insert into bourse.log (number, first_position, count, epoch, hash, bytes)
    select $1::bigint, $2::bigint, $3::int, $4::int, $5::bytea, $6::bytea from bourse.log before
    where before.number = $1::bigint - 1 and before.hash = $7::bytea and before.epoch <= $4::int
    on conflict do nothing returning number, ${SETTINGS}`,

  /** All or nothing: a batch that is there already makes the whole statement fail. */
  claim: `with taken as (
      update bourse.leader set epoch = $4::int, node = $8, address = $9, beat = beat + 1, claim = $11
      where epoch = $10::int and beat = $12::bigint and exists (
        select from bourse.log before where before.number = $1::bigint - 1 and before.hash = $7::bytea
      ) returning one
    ) insert into bourse.log (number, first_position, count, epoch, hash, bytes)
    select $1::bigint, $2::bigint, $3::int, $4::int, $5::bytea, $6::bytea from taken returning number, ${SETTINGS}`,

  at: "select epoch, hash from bourse.log where number = $1::bigint",
  behind: `select number, bytes from bourse.log where number > $1::bigint
    order by number limit $2::int`,
  find: `select number from bourse.log
    where first_position > $1::bigint and first_position <= $2::bigint and hash = $3::bytea`,
  /** A synchronous commit of one's own: when it is durable, so is all that was read before it. */
  barrier: `select pg_logical_emit_message(true, 'bourse', 'barrier'), ${SETTINGS}`,
} as const;

function valuesOf({ number, firstPosition, count, epoch, hash, bytes, hashBefore }: LogRow) {
  return [number, firstPosition, count, epoch, hash, bytes, hashBefore];
}

export function insertRow(session: CheckedSession, row: LogRow): Promise<SqlAnswer> {
  return session.commit(STATEMENTS.append, valuesOf(row));
}

export function insertClaim(session: CheckedSession, row: ClaimRow): Promise<SqlAnswer> {
  const { node, address, seen, claim } = row;
  const values = [...valuesOf(row), node, address, seen.epoch, claim, seen.beat];
  return session.commit(STATEMENTS.claim, values);
}

export async function rowAt(
  session: Session,
  number: number,
): Promise<{ readonly epoch: number; readonly hash: Uint8Array } | undefined> {
  const [row] = (await session.query(STATEMENTS.at, [number])).rows;
  return row && { epoch: Number(row["epoch"]), hash: row["hash"] as Uint8Array };
}

/** The batches behind a number, so many at most. */
export async function rowsBehind(
  session: Session,
  number: number,
  countMax: number,
): Promise<readonly { readonly number: number; readonly bytes: Uint8Array }[]> {
  const { rows } = await session.query(STATEMENTS.behind, [number, countMax]);
  return rows.map((row) => ({ number: Number(row["number"]), bytes: row["bytes"] as Uint8Array }));
}

/** The number of the batch before a cursor; undefined when no batch of this log ends there. */
export async function numberOf(session: Session, cursor: Cursor): Promise<number | undefined> {
  const { position, hash } = cursor;
  const { rows } = await session.query(STATEMENTS.find, [
    position - BATCH_COUNT_MAX,
    position + 1,
    hash,
  ]);
  return rows[0] && Number(rows[0]["number"]);
}

/** Throws `Unanswered` unless the server says, without a warning, that it is durable. */
export async function barrier(session: CheckedSession): Promise<void> {
  const { isWarned } = await session.commit(STATEMENTS.barrier);
  if (isWarned) throw new Unanswered("the server warned of a commit that is not sure");
}
