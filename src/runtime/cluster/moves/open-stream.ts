/** The log of a cluster as it is proved: its batches out of PostgreSQL, and the snapshots that the cluster keeps (CLUSTER-VERIFY-1). */
import type { Snapshot } from "../../../log/file/snapshot-files.ts";
import type { Batch } from "../../../log/log.ts";
import type { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { readTerms } from "../../../log/postgres/schema.ts";
import {
  fetchStored,
  listStored,
  type StoredSnapshot,
} from "../../../log/postgres/snapshot-table.ts";
import { findBeginning } from "./beginning.ts";
import { originDamaged, type RowStretch, readRows, sureEnd } from "./read-rows.ts";

interface SoundSnapshot {
  readonly name: string;
  readonly snapshot: Snapshot;
}

/** What `verifyStream` takes. */
export interface ClusterStream {
  readonly start: SoundSnapshot | undefined;
  readonly sound: readonly SoundSnapshot[];
  readonly damaged: readonly string[];
  readonly end: number;
  read(): AsyncIterable<Batch>;
}

export async function openStream(session: CheckedSession): Promise<ClusterStream> {
  const terms = await readTerms(session);
  const stored = await listStored(session);
  const { last, position } = await sureEnd(session);
  const beginning = await findBeginning(session, terms, stored);
  const first = beginning.snapshot;
  const from = first?.cursor.position ?? 0;
  const within = stored.filter(({ cursor }) => cursor.position >= from);
  const { sound, damaged } = await fetchAll(session, within, first);
  return {
    start: sound.find(({ name }) => name === first?.name),
    sound,
    damaged,
    end: position,
    read: () => batchesOf(session, { ...beginning, last }),
  };
}

async function fetchAll(
  session: CheckedSession,
  stored: readonly StoredSnapshot[],
  first: StoredSnapshot | undefined,
): Promise<Pick<ClusterStream, "sound" | "damaged">> {
  const sound: SoundSnapshot[] = [];
  const damaged: string[] = [];
  for (const each of stored) {
    const { name, read } = await fetchStored(session, each);
    if (read.ok) sound.push({ name, snapshot: read.snapshot });
    else if (each === first) throw originDamaged(name, read.damaged);
    else damaged.push(`${name}: ${read.damaged}`);
  }
  return { sound, damaged };
}

async function* batchesOf(session: CheckedSession, stretch: RowStretch): AsyncGenerator<Batch> {
  for await (const { batch } of readRows(session, stretch)) yield batch;
}
