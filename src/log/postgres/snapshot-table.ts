/**
 * Snapshots as rows: the file to the byte as a node's directory has it, in pieces, so that it is proved by the reader of files.
 * The row that says how many pieces there are is written last, all in one transaction. They are made of what is durable and
 * can be made again, so their commit waits for no standby (CLUSTER-SNAP-1).
 */
import { createHash } from "node:crypto";
import type { Disk, DiskFile } from "../disk.ts";
import {
  decodeSnapshot,
  type ReadSnapshot,
  SNAPSHOT_DIRECTORY,
  SNAPSHOT_HEADER_BYTES,
  type Snapshot,
  snapshotName,
  stateHashIn,
} from "../file/snapshot-files.ts";
import { type Cursor, HASH_BYTES } from "../log.ts";
import type { Session, SqlRow } from "./database.ts";

export const SNAPSHOT_PIECE_BYTES = 1024 * 1024;
/** So many of the newest are kept. */
const KEPT = 2;

export const SNAPSHOT_TABLES = [
  `create table bourse.snapshot (
    position bigint primary key,
    segment int not null,
    "offset" bigint not null,
    hash bytea not null check (length(hash) = ${HASH_BYTES}),
    pieces int not null,
    state_hash bytea not null check (length(state_hash) = ${HASH_BYTES}),
    is_origin boolean not null
  )`,
  `create table bourse.snapshot_piece (
    position bigint not null,
    piece int not null,
    bytes bytea not null,
    primary key (position, piece)
  )`,
  "alter table bourse.snapshot_piece alter column bytes set storage external",
] as const;

/** A whole snapshot, as its row tells it. */
export interface StoredSnapshot {
  /** Of its file. */
  readonly name: string;
  readonly cursor: Cursor;
  readonly pieces: number;
  readonly stateHash: string;
  /** Whether the log of the cluster is replayed from it: what lies before is not in the cluster. */
  readonly isOrigin: boolean;
}

const SQL = {
  list: `select position, segment, "offset", hash, pieces, state_hash, is_origin from bourse.snapshot
    order by position`,
  piece: "select bytes from bourse.snapshot_piece where position = $1::bigint and piece = $2::int",
  addPiece: "insert into bourse.snapshot_piece values ($1::bigint, $2::int, $3::bytea)",
  add: `insert into bourse.snapshot
    values ($1::bigint, $2::int, $3::bigint, $4::bytea, $5::int, $6::bytea, $7::boolean)`,
  /** The log cannot be replayed from its first row without the origin's. */
  forget: `with kept as (
      (select position from bourse.snapshot order by position desc limit ${KEPT})
      union select position from bourse.snapshot
        where is_origin and exists (select from bourse.log where number = 0)
    ), gone as (
      delete from bourse.snapshot where position not in (select position from kept)
    ) delete from bourse.snapshot_piece where position not in (select position from kept)`,
} as const;

/** The whole ones, oldest first. */
export async function listStored(session: Session): Promise<readonly StoredSnapshot[]> {
  const { rows } = await session.query(SQL.list);
  return rows.map(storedIn);
}

function storedIn(row: SqlRow): StoredSnapshot {
  const position = Number(row["position"]);
  return {
    name: snapshotName(position),
    cursor: {
      position,
      segment: Number(row["segment"]),
      offset: Number(row["offset"]),
      hash: Uint8Array.from(row["hash"] as Uint8Array),
    },
    pieces: Number(row["pieces"]),
    stateHash: Buffer.from(row["state_hash"] as Uint8Array).toString("hex"),
    isOrigin: row["is_origin"] === true,
  };
}

/**
 * Puts a snapshot of a directory in, behind which older ones may go; throws when it is damaged. The caller has begun a
 * transaction. A piece is read at a time: a whole snapshot would hold up the thread.
 */
export async function storeSnapshot(
  session: Session,
  disk: Disk,
  { name, cursor, isOrigin }: Pick<StoredSnapshot, "name" | "cursor" | "isOrigin">,
): Promise<void> {
  const { position, segment, offset, hash } = cursor;
  const file = disk.open(`${SNAPSHOT_DIRECTORY}/${name}`, "read");
  try {
    const stateHash = stateHashIn(file.read(0, SNAPSHOT_HEADER_BYTES));
    const body = createHash("sha256");
    let pieces = 0;
    for (const bytes of piecesOf(file)) {
      body.update(pieces === 0 ? bytes.subarray(SNAPSHOT_HEADER_BYTES) : bytes);
      await session.query(SQL.addPiece, [position, pieces, bytes]);
      pieces += 1;
    }
    if (Buffer.compare(body.digest(), stateHash) !== 0) throw new Error(`${name} is damaged`);
    const values = [position, segment, offset, hash, pieces, stateHash, `${isOrigin}`];
    await session.query(SQL.add, values);
  } finally {
    file.close();
  }
  await session.query(SQL.forget);
}

function* piecesOf(file: DiskFile): Generator<Uint8Array> {
  const size = file.size();
  for (let at = 0; at < size; at += SNAPSHOT_PIECE_BYTES) yield file.read(at, SNAPSHOT_PIECE_BYTES);
}

/** A snapshot that was fetched: what its reader says of it, and the bytes of its file. */
export interface FetchedSnapshot {
  readonly name: string;
  readonly read: ReadSnapshot;
  readonly bytes: Uint8Array;
}

/** A piece that is missing or another's makes it a damaged one. */
export async function fetchStored(
  session: Session,
  stored: StoredSnapshot,
): Promise<FetchedSnapshot> {
  const { name, cursor } = stored;
  const pieces: Uint8Array[] = [];
  for (let piece = 0; piece < stored.pieces; piece++) {
    const [row] = (await session.query(SQL.piece, [cursor.position, piece])).rows;
    pieces.push(...(row ? [row["bytes"] as Uint8Array] : []));
  }
  const bytes = Buffer.concat(pieces);
  const header = bytes.subarray(0, SNAPSHOT_HEADER_BYTES);
  const read = decodeSnapshot(name, header, bytes.subarray(SNAPSHOT_HEADER_BYTES));
  if (!read.ok || isAsTold(read.snapshot, stored)) return { name, read, bytes };
  return { name, read: { ok: false, damaged: "another than its row tells" }, bytes };
}

function isAsTold({ cursor, stateHash }: Snapshot, told: StoredSnapshot): boolean {
  const isSamePlace = Buffer.compare(cursor.hash, told.cursor.hash) === 0;
  return isSamePlace && Buffer.from(stateHash).toString("hex") === told.stateHash;
}
