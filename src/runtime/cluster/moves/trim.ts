/**
 * Drops old partitions of a cluster's log, when an operator says so: those that no start needs any more. A node has the whole log in
 * its own directory; a new one can begin at either of the two newest snapshots. What is dropped is not in the history of nodes
 * that are made later (CLUSTER-HIST-1). Rule CLUSTER-TRIM-1.
 */
import type { Session } from "../../../log/postgres/database.ts";
import { listNodes } from "../../../log/postgres/node-table.ts";
import { NotOurs, readTerms } from "../../../log/postgres/schema.ts";
import { listStored, type StoredSnapshot } from "../../../log/postgres/snapshot-table.ts";
import { beginningAt } from "./beginning.ts";

/** A new node must be able to begin although the newest snapshot is found damaged. */
const SNAPSHOTS_MIN = 2;

export interface Trimmed {
  /** Partitions that were dropped. */
  readonly partitions: number;
  /** The first batch that is there now. */
  readonly firstNumber: number;
}

const PARTITIONS = `select relname as name from pg_inherits
  join pg_class on pg_class.oid = inhrelid where inhparent = 'bourse.log'::regclass`;
const FIRST = "select min(number) as number from bourse.log";

export async function trimCluster(session: Session): Promise<Trimmed> {
  const { partitionRows } = await readTerms(session);
  const needed = await firstNeeded(session);
  const old = (await partitionsOf(session)).filter((each) => (each + 1) * partitionRows <= needed);
  for (const partition of old) await session.query(`drop table bourse.log_${partition}`);
  const [row] = (await session.query(FIRST)).rows;
  return { partitions: old.length, firstNumber: Number(row?.["number"]) };
}

async function partitionsOf(session: Session): Promise<readonly number[]> {
  const { rows } = await session.query(PARTITIONS);
  return rows.map((row) => Number(`${row["name"]}`.replace("log_", ""))).sort((a, b) => a - b);
}

/** The lowest number that some node may still ask for. */
async function firstNeeded(session: Session): Promise<number> {
  const snapshots = (await listStored(session)).filter(({ isOrigin }) => !isOrigin);
  const [older, newest] = snapshots.slice(-SNAPSHOTS_MIN);
  if (!older || !newest) {
    throw new NotOurs(`The cluster has fewer than ${SNAPSHOTS_MIN} snapshots to begin at.`);
  }
  await checkNodes(session, older);
  const needed = await Promise.all([older, newest].map((each) => neededBy(session, each)));
  return Math.min(...needed);
}

/** From the last row before its segment on: with that the first of the segment is known to be the first. */
async function neededBy(session: Session, snapshot: StoredSnapshot): Promise<number> {
  const beginning = await beginningAt(session, snapshot);
  if (beginning) return beginning.before;
  // Its segment is the first that there is.
  return 0;
}

/** A node that is not so far, or was not heard of, may need what is old. */
async function checkNodes(session: Session, { cursor }: StoredSnapshot): Promise<void> {
  for (const { name, position } of await listNodes(session)) {
    if (position >= cursor.position) continue;
    const remedy = "start it, or let go of it with bourse cluster forget";
    throw new NotOurs(
      `Node ${name} is at position ${position}, and the snapshot to begin at is of ${cursor.position}: ${remedy}.`,
    );
  }
}
