/**
 * What a cluster keeps in PostgreSQL: what is fixed for ever, the log, and who leads. The rows of the log are batches to the
 * byte as segments have them; row 0 is the origin. Partitions go when every node has what is in them.
 */
import { type Cursor, HASH_BYTES } from "../log.ts";
import type { CheckedSession } from "./checked-session.ts";
import { type Session, SqlError, Unanswered } from "./database.ts";
import { barrier } from "./log-table.ts";
import { NotSafe } from "./safety-settings.ts";
import { SNAPSHOT_TABLES } from "./snapshot-table.ts";

/** Of the tables; a program of another one is refused. */
export const CLUSTER_FORMAT = 2;

/** Batches in a partition, unless a test wants it otherwise. */
export const PARTITION_ROWS = 1_000_000;

const TABLES = [
  "create schema bourse",
  `create table bourse.cluster (
    one boolean primary key default true check (one),
    origin_position bigint not null,
    origin_segment int not null,
    origin_hash bytea not null,
    segment_bytes bigint not null,
    partition_rows bigint not null,
    format int not null
  )`,
  `create table bourse.log (
    number bigint primary key,
    first_position bigint not null,
    count int not null,
    epoch int not null,
    hash bytea not null check (length(hash) = ${HASH_BYTES}),
    bytes bytea not null
  ) partition by range (number)`,
  "alter table bourse.log alter column bytes set storage external",
  "create index log_first_position on bourse.log (first_position)",
  `create table bourse.leader (
    one boolean primary key default true check (one),
    epoch int not null,
    node text not null,
    address text not null,
    beat bigint not null,
    claim text not null,
    resign int not null default 0
  )`,
  `create table bourse.node (
    name text primary key,
    number int not null unique,
    address text not null default '',
    role text not null default '',
    epoch int not null default 0,
    position bigint not null default 0,
    version text not null default '',
    can_lead boolean not null default false,
    heard timestamptz not null default now()
  )`,
  ...SNAPSHOT_TABLES,
] as const;

/** What every node must have alike. */
export interface ClusterTerms {
  /** Where the log begins. */
  readonly origin: Cursor;
  readonly segmentBytes: number;
  /** Batches in a partition of the table. */
  readonly partitionRows: number;
}

/** The database cannot be used, for a reason that a person can read. */
export class NotOurs extends Error {
  override readonly name = "NotOurs";
}

/** One maker at a time; of the numbers that locks of the database have, this one is ours. */
const MAKER_LOCK = 22_000_001;

/** Makes the tables and the origin, and what `fill` puts in: all or nothing, and seen by nobody before it is whole (CLUSTER-INIT-1). */
export async function makeCluster(
  session: CheckedSession,
  { origin, segmentBytes, partitionRows }: ClusterTerms,
  fill: () => Promise<void> = async () => undefined,
): Promise<void> {
  try {
    await session.query("begin");
    await lockMaking(session);
    for (const text of TABLES) await session.query(text);
    await makePartition(session, { partitionRows, partition: 0 });
    await session.query("insert into bourse.cluster values (true, $1, $2, $3, $4, $5, $6)", [
      origin.position,
      origin.segment,
      origin.hash,
      segmentBytes,
      partitionRows,
      CLUSTER_FORMAT,
    ]);
    await session.query("insert into bourse.log values (0, $1, 0, 0, $2, '')", [
      origin.position + 1,
      origin.hash,
    ]);
    await session.query("insert into bourse.leader values (true, 0, '', '', 0, '', 0)");
    await fill();
    await commit(session);
  } catch (error) {
    if (error instanceof SqlError && error.code === DUPLICATE_SCHEMA) {
      throw new NotOurs(TAKEN, { cause: error });
    }
    throw error;
  }
}

const TAKEN = "The database has a schema named bourse already.";

/** For work that is long and would be in vain. */
export async function checkNoCluster(session: Session): Promise<void> {
  const { rows } = await session.query("select 1 from pg_namespace where nspname = 'bourse'");
  if (rows.length > 0) throw new NotOurs(TAKEN);
}

/** LOG-PG-2: done is what a standby has, too. */
async function commit(session: CheckedSession): Promise<void> {
  try {
    await session.query("commit");
    await barrier(session);
  } catch (error) {
    if (!(error instanceof Unanswered || error instanceof NotSafe)) throw error;
    const sentence = `PostgreSQL has not said whether the cluster was made (${error.message})`;
    throw new NotOurs(`${sentence}: bourse cluster verify tells.`, { cause: error });
  }
}

/** The tables that another is making are not seen, and would be waited for. */
async function lockMaking(session: Session): Promise<void> {
  const [row] = (await session.query(`select pg_try_advisory_xact_lock(${MAKER_LOCK}) as is_ours`))
    .rows;
  if (row?.["is_ours"] === true) return;
  throw new NotOurs("Another bourse cluster init is at work in this database.");
}

/** What is fixed for ever. */
export const TERMS = "select * from bourse.cluster";
const DUPLICATE_SCHEMA = "42P06";
const UNDEFINED_TABLE = "42P01";

/** The log is held up for a moment: it is made long before its first row. */
export async function makePartition(
  session: Session,
  { partition, partitionRows }: { readonly partition: number; readonly partitionRows: number },
): Promise<void> {
  const name = `bourse.log_${partition}`;
  const [from, to] = [partition * partitionRows, (partition + 1) * partitionRows];
  await session.query(
    `create table if not exists ${name} partition of bourse.log for values from (${from}) to (${to})`,
  );
}

/** What the cluster is for ever. */
export async function readTerms(session: Session): Promise<ClusterTerms> {
  const rows = await termRows(session);
  const [row] = rows;
  if (!row) throw new NotOurs("The database has no cluster: make one with bourse cluster init.");
  if (row["format"] !== CLUSTER_FORMAT) {
    const here = `this program has format ${CLUSTER_FORMAT}`;
    throw new NotOurs(`The tables of the cluster are of format ${row["format"]}; ${here}.`);
  }
  const origin = {
    position: Number(row["origin_position"]),
    segment: Number(row["origin_segment"]),
    offset: 0,
    hash: Uint8Array.from(row["origin_hash"] as Uint8Array),
  };
  const [segmentBytes, partitionRows] = [row["segment_bytes"], row["partition_rows"]].map(Number);
  return { origin, segmentBytes: segmentBytes ?? 0, partitionRows: partitionRows ?? 0 };
}

async function termRows(session: Session) {
  try {
    return (await session.query(TERMS)).rows;
  } catch (error) {
    if (error instanceof SqlError && error.code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
