/**
 * Makes a cluster of a data directory: its log goes in row by row, and the state that it begins at. Everything is one
 * transaction, so nobody sees a part of it, and whatever ends it before its end leaves nothing (CLUSTER-INIT-1). The
 * directory is only read; its caller has its lock, and has verified it.
 */
import { assert } from "../../../core/base/assert.ts";
import type { OnProgress } from "../../../core/base/progress.ts";
import { BatchEncoder, hashOf } from "../../../log/batch.ts";
import type { Disk } from "../../../log/disk.ts";
import { readBetween } from "../../../log/file/read-chain.ts";
import { type Batch, type Cursor, isOrigin } from "../../../log/log.ts";
import type { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { ClusterDamaged } from "../../../log/postgres/cluster-damaged.ts";
import type { SqlValue } from "../../../log/postgres/database.ts";
import { makeCluster, makePartition, PARTITION_ROWS } from "../../../log/postgres/schema.ts";
import { storeSnapshot } from "../../../log/postgres/snapshot-table.ts";
import { findSegmentBytes, SEGMENT_BYTES } from "../../../log/segment/segments.ts";
import { originOf, type SnapshotFile, soundSnapshots } from "./origin-of.ts";
import { readRows } from "./read-rows.ts";

export interface Moved {
  readonly rows: number;
  readonly segmentBytes: number;
  /** Replay begins here; 0 when it begins at the empty exchange. */
  readonly from: number;
}

export interface MoveOptions {
  readonly disk: Disk;
  /** The end of the log in the directory. */
  readonly end: Cursor;
  readonly onProgress?: OnProgress | undefined;
  /** Batches in a partition, where a test wants it otherwise. */
  readonly partitionRows?: number;
}

export async function moveIn(session: CheckedSession, options: MoveOptions): Promise<Moved> {
  const { disk, end, onProgress, partitionRows = PARTITION_ROWS } = options;
  const { origin, snapshot } = originOf(disk);
  const segmentBytes = findSegmentBytes(disk) ?? SEGMENT_BYTES;
  const terms = { origin, segmentBytes, partitionRows };
  let rows = 0;
  await makeCluster(session, terms, async () => {
    const table = new RowWriter(session, partitionRows);
    for (const batch of readBetween(disk, origin, end)) {
      await table.add(batch, table.last ?? origin);
      onProgress?.(batch.after.position - origin.position, end.position - origin.position);
    }
    await table.finish();
    rows = table.count;
    await checkRows(session, { origin, end, rows });
    await storeSnapshots(session, disk, snapshot);
  });
  return { rows, segmentBytes, from: snapshot?.cursor.position ?? 0 };
}

/** The origin's, and the newest, so that a node begins near the end. */
async function storeSnapshots(
  session: CheckedSession,
  disk: Disk,
  first: SnapshotFile | undefined,
): Promise<void> {
  if (first) await storeSnapshot(session, disk, { ...first, isOrigin: true });
  const newest = soundSnapshots(disk).at(-1);
  if (!newest || newest.name === first?.name || isOrigin(newest.cursor)) return;
  await storeSnapshot(session, disk, { ...newest, isOrigin: false });
}

/** Sent at a time, unless they are large. */
const ROWS = 32;
const BYTES = 1024 * 1024;
const COLUMNS = 6;

class RowWriter {
  readonly #session: CheckedSession;
  readonly #partitionRows: number;
  readonly #encoder = new BatchEncoder();
  #waiting: SqlValue[][] = [];
  #bytes = 0;
  #partition = 0;
  #epoch = 0;
  count = 0;
  last: Cursor | undefined;

  constructor(session: CheckedSession, partitionRows: number) {
    this.#session = session;
    this.#partitionRows = partitionRows;
  }

  async add(batch: Batch, before: Cursor): Promise<void> {
    const { firstPosition, count, epoch, after } = batch;
    const { segment } = after;
    const place = { firstPosition, epoch, segment, hashBefore: before.hash };
    const bytes = this.#encoder.encode(batch, place).slice();
    assert(Buffer.compare(hashOf(bytes), after.hash) === 0, "a batch has one form in bytes");
    this.count += 1;
    await this.#makeRoom();
    this.#waiting.push([this.count, firstPosition, count, epoch, after.hash, bytes]);
    this.#bytes += bytes.length;
    this.#epoch = epoch;
    this.last = after;
    if (this.#waiting.length === ROWS || this.#bytes >= BYTES) await this.#send();
  }

  /** LOG-PG-6: the partition behind a half full one is there. */
  async #makeRoom(): Promise<void> {
    const partitionRows = this.#partitionRows;
    const needed = Math.floor(this.count / partitionRows + 0.5);
    while (this.#partition < needed) {
      this.#partition += 1;
      await makePartition(this.#session, { partition: this.#partition, partitionRows });
    }
  }

  async #send(): Promise<void> {
    const rows = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    if (rows.length === ROWS) await this.#session.query(insertOf(ROWS), rows.flat());
    else for (const row of rows) await this.#session.query(insertOf(1), row);
  }

  /** The next leader claims an epoch behind the last of the log. */
  async finish(): Promise<void> {
    await this.#send();
    await this.#session.query("update bourse.leader set epoch = $1::int", [this.#epoch]);
  }
}

function insertOf(rows: number): string {
  const types = ["bigint", "bigint", "int", "int", "bytea", "bytea"];
  const row = (at: number) =>
    `(${types.map((type, index) => `$${at * COLUMNS + index + 1}::${type}`).join(", ")})`;
  const values = Array.from({ length: rows }, (_, at) => row(at)).join(", ");
  return `insert into bourse.log (number, first_position, count, epoch, hash, bytes) values ${values}`;
}

/** What went in is read back: the chain leads from the origin to the very end of the directory's log. */
async function checkRows(
  session: CheckedSession,
  { origin, end, rows }: { readonly origin: Cursor; readonly end: Cursor; readonly rows: number },
): Promise<void> {
  let last = origin;
  for await (const { batch } of readRows(session, { start: origin, before: 0, last: rows })) {
    last = batch.after;
  }
  const isSame = last.segment === end.segment && last.offset === end.offset;
  if (isSame && Buffer.compare(last.hash, end.hash) === 0) return;
  throw new ClusterDamaged(
    `The rows end at position ${last.position}, the log at ${end.position}.`,
  );
}
