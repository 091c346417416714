/**
 * The frames between the core and its followers, to the byte as docs/wire.md has them. Whole numbers are
 * written as in the log (7 bits a byte), texts and bytes with their length in front; a frame ends where its
 * last field ends. What is not so is a wrong frame.
 */

import { NOT_READY, type NotReady } from "../../contract/not-ready.ts";
import { assert } from "../../core/base/assert.ts";
import type { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import { COMMAND_BYTES_MAX } from "../../core/engine/codec.ts";
import { BATCH_BYTES_MAX } from "../../log/batch.ts";
import { LINE_NAME, LINE_NAMES_MAX } from "../../log/line-names.ts";
import { type Cursor, HASH_BYTES } from "../../log/log.ts";
import type { FoundRows, Query } from "../history/history.ts";
import { queryRecord } from "../history/query-record.ts";
import type { FrameLimits } from "./frame-reader.ts";

/** Changes with any change of what is below. */
export const WIRE_VERSION = 5;

/** From a follower to the core. */
export const TO_CORE = {
  HELLO: 1,
  COMMAND: 2,
  ASK: 3,
  HISTORY: 4,
  DIFFERS: 5,
  COUNTS: 6,
  STRIKE: 7,
  STRIKE_MESSAGE: 8,
  NOTE: 9,
} as const;

/** From the core to a follower. */
export const TO_FOLLOWER = {
  WELCOME: 65,
  REFUSED: 66,
  BEHIND: 67,
  BATCH: 68,
  TICKET: 69,
  AT: 70,
  STATUS: 71,
  FOUND: 72,
  ARCHIVED: 73,
  COUNTS: 74,
  FAULTS: 75,
  STRUCK: 76,
  LINES: 77,
} as const;

const TEXT_MAX = 4 * 1024;
const SMALL_MAX = 128;
/** Of a thousand users and addresses. */
const COUNTS_MAX = 128 * 1024;
/** A page of the longest rows that there are. */
const PAGE_MAX = 4 * 1024 * 1024;

export const TO_CORE_LIMITS: FrameLimits = new Map([
  [TO_CORE.HELLO, SMALL_MAX],
  [TO_CORE.COMMAND, COMMAND_BYTES_MAX + SMALL_MAX],
  [TO_CORE.ASK, SMALL_MAX],
  [TO_CORE.HISTORY, TEXT_MAX],
  [TO_CORE.DIFFERS, TEXT_MAX],
  [TO_CORE.COUNTS, COUNTS_MAX],
  [TO_CORE.STRIKE, SMALL_MAX],
  [TO_CORE.STRIKE_MESSAGE, TEXT_MAX],
  [TO_CORE.NOTE, TEXT_MAX],
]);

export const TO_FOLLOWER_LIMITS: FrameLimits = new Map([
  [TO_FOLLOWER.WELCOME, SMALL_MAX],
  [TO_FOLLOWER.REFUSED, TEXT_MAX],
  [TO_FOLLOWER.BEHIND, SMALL_MAX],
  [TO_FOLLOWER.BATCH, BATCH_BYTES_MAX],
  [TO_FOLLOWER.TICKET, SMALL_MAX],
  [TO_FOLLOWER.AT, SMALL_MAX],
  [TO_FOLLOWER.STATUS, SMALL_MAX],
  [TO_FOLLOWER.FOUND, PAGE_MAX],
  [TO_FOLLOWER.ARCHIVED, SMALL_MAX],
  [TO_FOLLOWER.COUNTS, COUNTS_MAX],
  [TO_FOLLOWER.FAULTS, SMALL_MAX],
  [TO_FOLLOWER.STRUCK, TEXT_MAX],
  [TO_FOLLOWER.LINES, SMALL_MAX],
]);

/** What a follower says of itself, and where it goes on from. */
export interface Hello {
  readonly wire: number;
  /** The version of the program: the rules of two versions may differ. */
  readonly program: string;
  /** Which follower it is, from 1: its hello ends an earlier wire of the same one. 0: one of many. */
  readonly number: number;
  readonly cursor: Cursor;
}

export function writeHello(out: ByteWriter, { wire, program, number, cursor }: Hello): void {
  out.uint(wire);
  out.text(program);
  out.uint(number);
  writeCursor(out, cursor);
}

export function readHello(from: ByteReader): Hello {
  const [wire, program, number] = [from.uint(), from.text(), from.uint()];
  return { wire, program, number, cursor: readCursor(from) };
}

export function writeCursor(out: ByteWriter, { position, segment, offset, hash }: Cursor): void {
  out.uint(position);
  out.uint(segment);
  out.uint(offset);
  out.append(hash);
}

export function readCursor(from: ByteReader): Cursor {
  const [position, segment, offset] = [from.uint(), from.uint(), from.uint()];
  return { position, segment, offset, hash: readBytes(from, HASH_BYTES) };
}

function readBytes(from: ByteReader, count: number): Uint8Array {
  assert(from.offset + count <= from.end, "a reader stays inside its bytes");
  const bytes = from.bytes.subarray(from.offset, from.offset + count);
  from.offset += count;
  return Uint8Array.from(bytes);
}

/** The rest of a frame; a view. */
export function readRest(from: ByteReader): Uint8Array {
  const rest = from.bytes.subarray(from.offset, from.end);
  from.offset = from.end;
  return rest;
}

/** What became of a command that was handed over, and where it stands if it is in the log. */
export type TicketAnswer = "logged" | "late" | "unavailable" | "unknown";

const ANSWERS: readonly TicketAnswer[] = ["logged", "late", "unavailable", "unknown"];

export interface Ticket {
  readonly number: number;
  readonly answer: TicketAnswer;
  /** 0 unless it is logged. */
  readonly position: number;
}

export function writeTicket(out: ByteWriter, { number, answer, position }: Ticket): void {
  out.uint(number);
  out.byte(ANSWERS.indexOf(answer));
  out.uint(position);
}

export function readTicket(from: ByteReader): Ticket {
  const number = from.uint();
  const answer = ANSWERS[from.byte()];
  assert(answer !== undefined, "an answer is one of four");
  return { number, answer, position: from.uint() };
}

/** FOLLOW-READ-1: how far the log was durable; undefined where that is not to be had now. */
export interface Whereabouts {
  readonly number: number;
  readonly position: number | undefined;
}

export function writeAt(out: ByteWriter, { number, position }: Whereabouts): void {
  out.uint(number);
  out.byte(position === undefined ? 0 : 1);
  out.uint(position ?? 0);
}

export function readAt(from: ByteReader): Whereabouts {
  const number = from.uint();
  const isKnown = from.byte() === 1;
  const position = from.uint();
  return { number, position: isKnown ? position : undefined };
}

/** Why the core takes no orders; "" while it does. */
export type CoreStatus = NotReady | "";

export function writeStatus(out: ByteWriter, status: CoreStatus): void {
  out.text(status);
}

export function readStatus(from: ByteReader): CoreStatus {
  const status = from.text();
  assert(status === "" || Object.hasOwn(NOT_READY, status), "a status is known");
  return status as CoreStatus;
}

/** A follower is fed from now on. */
export interface Welcomed {
  readonly status: CoreStatus;
  /** CLUSTER-SUBMIT-1: what is handed over this wire stands in the log in this epoch or never; 0: in any. */
  readonly epoch: number;
}

export function writeWelcome(out: ByteWriter, { status, epoch }: Welcomed): void {
  out.text(status);
  out.uint(epoch);
}

export function readWelcome(from: ByteReader): Welcomed {
  return { status: readStatus(from), epoch: from.uint() };
}

/** STREAM-RESUME-5: the names of the line of commands, the present one first. */
export function writeLines(out: ByteWriter, lines: readonly string[]): void {
  out.uint(lines.length);
  for (const line of lines) out.text(line);
}

export function readLines(from: ByteReader): string[] {
  const lines = readAll(from, () => from.text());
  const areNames = lines.length > 0 && lines.every((line) => LINE_NAME.test(line));
  assert(areNames && lines.length <= LINE_NAMES_MAX, "a line has names");
  return lines;
}

/** A question to the history, which must have come to `position` to answer it. */
export interface HistoryQuestion {
  readonly number: number;
  readonly position: number;
  readonly query: Query;
}

export function writeQuestion(out: ByteWriter, { number, position, query }: HistoryQuestion): void {
  out.uint(number);
  out.uint(position);
  queryRecord.write(out, query);
}

export function readQuestion(from: ByteReader): HistoryQuestion {
  return { number: from.uint(), position: from.uint(), query: queryRecord.read(from) };
}

/** What the history has; undefined where it cannot be asked now. */
export interface HistoryFound {
  readonly number: number;
  readonly found: FoundRows | undefined;
}

export function writeFound(out: ByteWriter, { number, found }: HistoryFound): void {
  out.uint(number);
  out.byte(found ? 1 : 0);
  if (!found) return;
  out.uint(found.position);
  out.uint(found.rows.length);
  for (const row of found.rows) out.text(row);
  out.uint(found.ranks.length);
  for (const rank of found.ranks) out.uint(rank);
}

export function readFound(from: ByteReader): HistoryFound {
  const number = from.uint();
  if (from.byte() === 0) return { number, found: undefined };
  const position = from.uint();
  const rows = readAll(from, () => from.text());
  const ranks = readAll(from, () => from.uint());
  return { number, found: { position, ranks, rows } };
}

/** Each takes at least a byte, so no count is believed that the frame has no room for. */
function readAll<T>(from: ByteReader, read: () => T): T[] {
  const count = from.uint();
  assert(count <= from.end - from.offset, "a reader stays inside its bytes");
  return Array.from({ length: count }, read);
}
