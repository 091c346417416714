/**
 * How a node with an empty data directory begins. The newest snapshot of the cluster saves it the replay, and the log is
 * copied from the origin all the same: the archivist makes the history of it, and until it has, pages of history are refused
 * as they are wherever a store was lost (HIST-SNAP-1, HIST-BOUND-1). Where the cluster itself begins at a state, or its first
 * partitions are gone, history begins there, and the operator is told. Rules CLUSTER-ORIGIN-1, CLUSTER-HIST-1.
 */
import type { Disk } from "../../../log/disk.ts";
import { placeSnapshot } from "../../../log/file/snapshot-files.ts";
import type { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { ConnectChecks } from "../../../log/postgres/connect-checks.ts";
import type { Database } from "../../../log/postgres/database.ts";
import { markAsCopy } from "../../../log/postgres/local-copy.ts";
import { numberOf, rowAt } from "../../../log/postgres/log-table.ts";
import { type ClusterTerms, readTerms } from "../../../log/postgres/schema.ts";
import {
  fetchStored,
  listStored,
  type StoredSnapshot,
} from "../../../log/postgres/snapshot-table.ts";
import {
  ARCHIVE_DIRECTORY,
  LOG_DIRECTORY,
  listSegments,
  removeDrafts,
} from "../../../log/segment/segments.ts";
import { beginHistory } from "./begin-history.ts";
import { beginningAt, findBeginning, noBeginning } from "./beginning.ts";
import { originDamaged, type RowStretch, readRows, sureEnd } from "./read-rows.ts";
import { writeSegments } from "./segment-files.ts";

export interface BeginOptions {
  readonly database: Database;
  readonly isSingle: boolean;
  readonly disk: Disk;
  /** Where that disk is. */
  readonly directory: string;
  /** A sentence for the operator. */
  readonly report: (sentence: string) => void;
}

/** Leaves a directory alone that has a log. */
export async function beginCopy({ database, isSingle, ...place }: BeginOptions): Promise<void> {
  const { disk } = place;
  const folders = [LOG_DIRECTORY, ARCHIVE_DIRECTORY];
  if (folders.some((folder) => listSegments(disk, folder).length > 0)) return;
  const session = await new ConnectChecks({ isSingle }).open(database);
  try {
    await fetchSnapshots(session, place);
  } finally {
    session.close();
  }
}

export type CopyPlace = Pick<BeginOptions, "disk" | "directory" | "report">;

/** What is written comes in an order in which it may be cut off anywhere, and begun again. */
export async function fetchSnapshots(session: CheckedSession, place: CopyPlace): Promise<void> {
  const terms = await readTerms(session);
  const newestFirst = (await listStored(session)).toReversed();
  await sureEnd(session);
  if (!(await rowAt(session, 0))) {
    await beginInside(session, place, { terms, newestFirst });
    return;
  }
  const { snapshot: first } = await findBeginning(session, terms, newestFirst);
  if (first) await beginAtOrigin(session, place, first);
  for (const each of newestFirst.filter(({ isOrigin }) => !isOrigin)) {
    const { name, read, bytes } = await fetchStored(session, each);
    if (!read.ok || (await numberOf(session, each.cursor)) === undefined) continue;
    placeSnapshot(place.disk, name, bytes);
    place.report(`the directory is empty: it begins at snapshot ${name} of the cluster`);
    return;
  }
}

/** CLUSTER-HIST-1: the log of the whole cluster begins at this state. */
async function beginAtOrigin(
  session: CheckedSession,
  place: CopyPlace,
  origin: StoredSnapshot,
): Promise<void> {
  const { name, read, bytes } = await fetchStored(session, origin);
  if (!read.ok) throw originDamaged(name, read.damaged);
  await tellHistory(place, origin.cursor.position);
  placeSnapshot(place.disk, name, bytes);
}

/** The first rows are gone: the copy begins with the segment that a snapshot lies in. */
async function beginInside(
  session: CheckedSession,
  place: CopyPlace,
  { terms, newestFirst }: { terms: ClusterTerms; newestFirst: readonly StoredSnapshot[] },
): Promise<void> {
  for (const each of newestFirst) {
    const { name, read, bytes } = await fetchStored(session, each);
    const beginning = read.ok ? await beginningAt(session, each) : undefined;
    const last = await numberOf(session, each.cursor);
    if (!beginning || last === undefined) continue;
    await tellHistory(place, each.cursor.position);
    placeSnapshot(place.disk, name, bytes);
    await writeCopy(session, place.disk, { terms, stretch: { ...beginning, last } });
    place.report(`the directory is empty: it begins at snapshot ${name} of the cluster`);
    return;
  }
  throw noBeginning();
}

/** Up to the snapshot; the rest is fetched as in any start. */
async function writeCopy(
  session: CheckedSession,
  disk: Disk,
  { terms, stretch }: { readonly terms: ClusterTerms; readonly stretch: RowStretch },
): Promise<void> {
  disk.makeDirectory(LOG_DIRECTORY);
  markAsCopy(disk);
  removeDrafts(disk);
  const rows = readRows(session, stretch);
  await writeSegments(disk, terms, { first: stretch.start.segment, rows });
}

async function tellHistory({ directory, report }: CopyPlace, position: number): Promise<void> {
  if (!(await beginHistory(directory, position))) return;
  report(
    `history begins at position ${position} on this node: what ended before is not in the log of the cluster`,
  );
}
