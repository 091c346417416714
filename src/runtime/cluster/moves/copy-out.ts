/**
 * Writes the log of a cluster as a data directory: segments to the byte as every node has them, and the snapshots that the
 * cluster keeps. It is a log of its own, without the mark of a copy, so a single machine goes on from it (CLUSTER-EXPORT-1).
 */
import type { OnProgress } from "../../../core/base/progress.ts";
import type { Disk } from "../../../log/disk.ts";
import { placeSnapshot } from "../../../log/file/snapshot-files.ts";
import type { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { readTerms } from "../../../log/postgres/schema.ts";
import {
  fetchStored,
  listStored,
  type StoredSnapshot,
} from "../../../log/postgres/snapshot-table.ts";
import { findBeginning } from "./beginning.ts";
import { originDamaged, readRows, sureEnd } from "./read-rows.ts";
import { writeSegments } from "./segment-files.ts";

export interface CopiedOut {
  /** The last command that is in it; on a standby, too. */
  readonly position: number;
  readonly rows: number;
  /** Replay begins here; 0 when it begins at the empty exchange. */
  readonly from: number;
}

/** Fills an empty disk; nothing is durable before its directories are synced. */
export async function copyOut(
  session: CheckedSession,
  disk: Disk,
  onProgress: OnProgress = () => undefined,
): Promise<CopiedOut> {
  const terms = await readTerms(session);
  const stored = await listStored(session);
  const { last, position } = await sureEnd(session);
  const beginning = await findBeginning(session, terms, stored);
  const first = beginning.snapshot?.cursor.position ?? 0;
  await writeSegments(disk, terms, {
    first: beginning.start.segment,
    rows: readRows(session, { ...beginning, last }),
    onRow: ({ batch }) => onProgress(batch.after.position - first, position - first),
  });
  const within = stored.filter(({ cursor }) => cursor.position >= first);
  for (const each of within) await fetchOrSkip(session, disk, { each, first: beginning.snapshot });
  return { position, rows: last - beginning.before, from: first };
}

/** LOG-SNAP-2: a damaged one is left out, unless the log is replayed from it. */
async function fetchOrSkip(
  session: CheckedSession,
  disk: Disk,
  { each, first }: { readonly each: StoredSnapshot; readonly first: StoredSnapshot | undefined },
): Promise<void> {
  const { name, read, bytes } = await fetchStored(session, each);
  if (read.ok) placeSnapshot(disk, name, bytes);
  else if (each === first) throw originDamaged(name, read.damaged);
}
