/**
 * Witnesses of a log: places that were durable once, noted down outside of it. A log that does not
 * reach one, or has another batch there, has lost what was acknowledged, and is never traded on (rule
 * LOG-WITNESS-1). They are the cursors of the snapshots, and a file that the archivist keeps, with two
 * places that are written in turn: a write that is torn leaves the other.
 *
 * | at | bytes | field                   | at | bytes | field   |
 * |  0 |     4 | magic                   | 24 |     4 | segment |
 * |  4 |     4 | CRC of the rest         | 28 |     4 | offset  |
 * |  8 |     8 | number, one for a note  | 32 |    32 | hash    |
 * | 16 |     8 | position                |    |       |         |
 */
import { crc32 } from "node:zlib";
import { readU64, writeU32, writeU64 } from "../batch.ts";
import type { Disk } from "../disk.ts";
import { type Cursor, HASH_BYTES, isOrigin } from "../log.ts";
import { listSnapshots, readCursor, SNAPSHOT_DIRECTORY } from "./snapshot-files.ts";

/** Beside the history store: a sandbox that loads another state has another log, and another store. */
const WITNESS_DIRECTORY = "history";
export const WITNESS_PATH = `${WITNESS_DIRECTORY}/witness`;

const MAGIC = 0xff_54_49_57;
const HASH_AT = 32;
const NOTE_BYTES = HASH_AT + HASH_BYTES;
/** Where the two notes begin: no sector has part of both. */
const PLACES = [0, 4096] as const;

/** A place of the log that was once seen durable. Of a damaged snapshot only the position is known, by its name. */
export interface Witness {
  readonly name: string;
  readonly position: number;
  readonly cursor?: Cursor;
}

export function witnessesOf(disk: Disk): Witness[] {
  const noted = readNotes(disk).at(-1);
  const snapshots = listSnapshots(disk).map((name): Witness => {
    const cursor = readCursor(disk, name);
    const position = Number.parseInt(name, 10);
    const path = `${SNAPSHOT_DIRECTORY}/${name}`;
    return cursor && !isOrigin(cursor)
      ? { name: path, position, cursor }
      : { name: path, position };
  });
  return noted
    ? [{ name: WITNESS_PATH, position: noted.position, cursor: noted }, ...snapshots]
    : snapshots;
}

/** The file of the archivist: each note takes the place of the older one. */
export class WitnessFile {
  readonly #disk: Disk;
  #newest: Note | undefined;

  constructor(disk: Disk) {
    this.#disk = disk;
    this.#newest = readNotes(disk).at(-1);
  }

  /** Durable when it returns. What is noted already is not noted again. */
  note(cursor: Cursor): void {
    const before = this.#newest;
    if (before && Buffer.compare(before.hash, cursor.hash) === 0) return;
    this.#make();
    const note = { ...cursor, number: (before?.number ?? 0) + 1 };
    const file = this.#disk.open(WITNESS_PATH, "write");
    try {
      file.write(PLACES[note.number % 2] ?? 0, encode(note));
      file.sync();
    } finally {
      file.close();
    }
    this.#newest = note;
  }

  #make(): void {
    if (hasFile(this.#disk)) return;
    this.#disk.makeDirectory(WITNESS_DIRECTORY);
    const file = this.#disk.open(WITNESS_PATH, "create");
    try {
      file.write(0, new Uint8Array(PLACES[1] + NOTE_BYTES));
      file.sync();
    } finally {
      file.close();
    }
    this.#disk.syncDirectory(WITNESS_DIRECTORY);
    this.#disk.syncDirectory(".");
  }
}

interface Note extends Cursor {
  readonly number: number;
}

/** The notes that are whole, the newest last. */
function readNotes(disk: Disk): Note[] {
  if (!hasFile(disk)) return [];
  const file = disk.open(WITNESS_PATH, "read");
  try {
    const notes = PLACES.flatMap((offset) => decode(file.read(offset, NOTE_BYTES)));
    return notes.sort((one, other) => one.number - other.number);
  } finally {
    file.close();
  }
}

function hasFile(disk: Disk): boolean {
  return disk
    .list(WITNESS_DIRECTORY)
    .some((name) => `${WITNESS_DIRECTORY}/${name}` === WITNESS_PATH);
}

function encode({ number, position, segment, offset, hash }: Note): Uint8Array {
  const bytes = new Uint8Array(NOTE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  writeU64(view, 8, number);
  writeU64(view, 16, position);
  writeU32(view, 24, segment);
  writeU32(view, 28, offset);
  bytes.set(hash, HASH_AT);
  view.setUint32(4, crc32(bytes.subarray(8)), true);
  return bytes;
}

function decode(bytes: Uint8Array): Note[] {
  if (bytes.length < NOTE_BYTES) return [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) return [];
  if (view.getUint32(4, true) !== crc32(bytes.subarray(8, NOTE_BYTES))) return [];
  const [segment, offset] = [view.getUint32(24, true), view.getUint32(28, true)];
  const hash = bytes.slice(HASH_AT, NOTE_BYTES);
  return [{ number: readU64(view, 8), position: readU64(view, 16), segment, offset, hash }];
}
