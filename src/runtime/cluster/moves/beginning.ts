/**
 * Where what a cluster has of its log begins, and from which state it is replayed. With its first row it goes back to the
 * origin: an empty exchange, or the snapshot that the cluster was made from. When the first partitions are gone it begins
 * with the segment that a snapshot lies in, so that files of it are those of every node to the byte (CLUSTER-ORIGIN-1).
 */
import { type Cursor, isOrigin } from "../../../log/log.ts";
import { ClusterDamaged } from "../../../log/postgres/cluster-damaged.ts";
import type { Session } from "../../../log/postgres/database.ts";
import { numberOf, rowAt } from "../../../log/postgres/log-table.ts";
import type { ClusterTerms } from "../../../log/postgres/schema.ts";
import type { StoredSnapshot } from "../../../log/postgres/snapshot-table.ts";
import type { RowStretch } from "./read-rows.ts";

export interface LogBeginning extends Omit<RowStretch, "last"> {
  /** The state that replay begins at; none where that is the empty exchange. */
  readonly snapshot: StoredSnapshot | undefined;
  /** Whether the first row is there. */
  readonly isWhole: boolean;
}

/** `stored` in the order in which they are to be tried, where the log does not go back to its origin. */
export async function findBeginning(
  session: Session,
  { origin }: Pick<ClusterTerms, "origin">,
  stored: readonly StoredSnapshot[],
): Promise<LogBeginning> {
  if (await rowAt(session, 0)) {
    const snapshot = origin.position === 0 ? undefined : originIn(stored);
    return { start: origin, before: 0, snapshot, isWhole: true };
  }
  for (const snapshot of stored) {
    const beginning = await beginningAt(session, snapshot);
    if (beginning) return beginning;
  }
  throw noBeginning();
}

export function noBeginning(): ClusterDamaged {
  return new ClusterDamaged(
    "The log of the cluster does not go back to its origin, and no sound snapshot lies in what is there.",
  );
}

/** With the segment of a snapshot; undefined when that is not there from its first batch on. */
export async function beginningAt(
  session: Session,
  snapshot: StoredSnapshot,
): Promise<LogBeginning | undefined> {
  const before = await beforeSegmentOf(session, snapshot.cursor);
  if (before === undefined) return undefined;
  const start = { segment: snapshot.cursor.segment, offset: 0 };
  return { start, before, snapshot, isWhole: false };
}

function originIn(stored: readonly StoredSnapshot[]): StoredSnapshot {
  const found = stored.find((each) => each.isOrigin);
  if (found) return found;
  throw new ClusterDamaged("The snapshot that the log of the cluster begins at is not there.");
}

/** The segment of a batch stands in its header, little-endian. */
const BEFORE_SEGMENT = `select max(number) as number from bourse.log
  where number < $1::bigint and substring(bytes from 37 for 4) <> $2::bytea`;

/** The number of the last row before a segment: with it, the first of the segment is known to be the first. */
async function beforeSegmentOf(session: Session, cursor: Cursor): Promise<number | undefined> {
  const number = isOrigin(cursor) ? undefined : await numberOf(session, cursor);
  if (number === undefined) return undefined;
  const id = new Uint8Array(4);
  new DataView(id.buffer).setUint32(0, cursor.segment, true);
  const [row] = (await session.query(BEFORE_SEGMENT, [number, id])).rows;
  return row?.["number"] == null ? undefined : Number(row["number"]);
}
