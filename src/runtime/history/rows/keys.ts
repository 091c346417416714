/**
 * Keys of the history store. Those of records sort as the records are asked for: by kind, owner and rank, each a number of fixed
 * width, highest byte first; they stand in the index. Rows of the store lie under others: notes, blocks of the index, and behind
 * them the records by their numbers, so that a new one comes last.
 */
import { assert } from "../../../core/base/assert.ts";
import {
  type EndedOrder,
  type FuturesOrder,
  type HistoryRecord,
  type RecordOwner,
  rankOf,
  type StoredKind,
} from "../history.ts";
import { takesName } from "../records-of.ts";

const KINDS: Readonly<Record<StoredKind | "name", number>> = {
  order: 1,
  trade: 2,
  name: 3,
  futures_order: 4,
  futures_trade: 5,
  profit: 6,
  candles: 7,
  funding: 8,
  entries: 9,
  list: 10,
  prevented: 11,
};
/** A name whose key begins with its letters; behind them stands whose it is (HIST-NAME-2). */
const LETTERED = 0x0c;
/** HIST-LIST-2: the same of a list. */
const LIST_LETTERED = 0x0d;
const KIND_OF_CODE: (StoredKind | "name")[] = [];
for (const kind of Object.keys(KINDS) as (StoredKind | "name")[]) KIND_OF_CODE[KINDS[kind]] = kind;
KIND_OF_CODE[LETTERED] = "name";
KIND_OF_CODE[LIST_LETTERED] = "name";
const AREAS: Readonly<Record<RecordOwner["area"], number>> = { spot: 1, margin: 2, futures: 3 };

/** Past the number of every market. */
export const MARKET_END = 2 ** 32 - 1;

const OWNER_BYTES = 10;
const RANK_BYTES = 7;
const USER_BYTES = 6;

/** The key of the position up to which the store has everything. Sorts before all records. */
export const POSITION_KEY: Uint8Array = Uint8Array.of(0);

/** HIST-FORGET-2: the key of the users and times whose records may be gone. Sorts before all records. */
export const FORGOTTEN_KEY: Uint8Array = Uint8Array.of(0, 1);

/** HIST-FUND-2: the key of the position behind which fundings are kept. Sorts before all records. */
export const FUNDINGS_KEY: Uint8Array = Uint8Array.of(0, 2);

/** HIST-LEDGER-4: the same of the entries of ledgers. */
export const ENTRIES_KEY: Uint8Array = Uint8Array.of(0, 3);

/** HIST-LIST-3: the same of lists that ended. */
export const LISTS_KEY: Uint8Array = Uint8Array.of(0, 4);

/** HIST-PLACE-1: the key of the note of which positions the index of places has. */
export const PLACES_KEY: Uint8Array = Uint8Array.of(0, 0x20);

/** HIST-NAME-2: the key of the note of which names lie under keys of before. */
export const NAMES_KEY: Uint8Array = Uint8Array.of(0, 0x21);

/** Places, and the sizes that there are. */
const PLACE = 0x18;
export const LEVELS = 3;

/** Where a place of a size lies, by the position at which it begins. */
export function placeKey(level: number, first: number): Uint8Array {
  const key = Buffer.allocUnsafe(2 + NUMBERED_KEY_BYTES - 1);
  key[0] = PLACE;
  key[1] = level;
  key.writeUIntBE(first, 2, NUMBERED_KEY_BYTES - 1);
  return key;
}

/** What the key of a block begins with, and that of a record by its number. Versions before had no such keys. */
const BLOCK = 0x10;
const NUMBERED = 0x20;
const RUN_BYTES = 6;
const BLOCK_HEAD_BYTES = 1 + RUN_BYTES;
export const NUMBERED_KEY_BYTES = 7;

/** Right before all blocks, and right before all numbered rows. */
export const BLOCKS_BEGIN: Uint8Array = Uint8Array.of(BLOCK);
export const NUMBERED_BEGIN: Uint8Array = Uint8Array.of(NUMBERED);

export type RowPlace = "note" | "old" | "block" | "place" | "numbered";

/** What lies under a key of the store; records of versions before lie under their own keys. */
export function placeIn(key: Uint8Array): RowPlace {
  if (key[0] === BLOCK) return "block";
  if (key[0] === NUMBERED) return "numbered";
  if (key[0] === PLACE) return "place";
  return key[0] === 0 ? "note" : "old";
}

/** Where a block of a run lies, by the first key that it covers. */
export function blockKey(run: number, start: Uint8Array, length = start.length): Uint8Array {
  const key = Buffer.allocUnsafe(BLOCK_HEAD_BYTES + length);
  key[0] = BLOCK;
  key.writeUIntBE(run, 1, RUN_BYTES);
  key.set(length === start.length ? start : start.subarray(0, length), BLOCK_HEAD_BYTES);
  return key;
}

export function runIn(key: Uint8Array): number {
  return bufferOf(key).readUIntBE(1, RUN_BYTES);
}

/** The first key that a block covers. */
export function startIn(key: Uint8Array): Uint8Array {
  return key.subarray(BLOCK_HEAD_BYTES);
}

export function numberedKey(number: number): Buffer {
  const key = Buffer.allocUnsafe(NUMBERED_KEY_BYTES);
  writeNumberedKey(key, number);
  return key;
}

export function writeNumberedKey(into: Buffer, number: number): void {
  into[0] = NUMBERED;
  into.writeUIntBE(number, 1, NUMBERED_KEY_BYTES - 1);
}

export function numberIn(key: Uint8Array): number {
  return bufferOf(key).readUIntBE(1, NUMBERED_KEY_BYTES - 1);
}

/** The first key behind another. */
export function keyBehind(key: Uint8Array): Uint8Array {
  return Buffer.concat([key, Uint8Array.of(0)]);
}

/** Past every key. */
export const END_KEY: Uint8Array = Uint8Array.of(0xff);

export function recordKey(kind: StoredKind, owner: RecordOwner, rank: number): Uint8Array {
  assert(Number.isSafeInteger(rank) && rank >= 0, "a rank is a whole number below 2^53");
  const key = Buffer.allocUnsafe(OWNER_BYTES + RANK_BYTES);
  writeOwner(key, kind, owner);
  key.writeUInt32BE(owner.market, USER_BYTES);
  key.writeUInt8(Math.floor(rank / 2 ** 48), OWNER_BYTES);
  key.writeUIntBE(rank % 2 ** 48, OWNER_BYTES + 1, 6);
  return key;
}

/** HIST-PROFIT-1: a profit lies under its contract and, of market 0, among those of all contracts. */
export function keysOf(found: HistoryRecord): Uint8Array[] {
  const { kind, record } = found;
  const key = recordKey(kind, record, rankOf(found));
  if (kind !== "profit") return [key];
  const { area, user } = record;
  return [key, recordKey(kind, { area, user, market: 0 }, rankOf(found))];
}

/** SPOT-CLIENT-4: no two orders with one name are open at once, so the last to end is the newest. */
export function keysAndNameOf(found: HistoryRecord): Uint8Array[] {
  const keys = keysOf(found);
  const named = namedIn(found);
  if (named) keys.push(nameKey(named, named.clientId));
  if (found.kind === "list" && found.record.name !== "") {
    keys.push(listNameKey(found.record, found.record.name));
  }
  return keys;
}

/** An ended order with a client id of its user's making. */
export function namedIn({ record }: HistoryRecord): EndedOrder | FuturesOrder | undefined {
  return "clientId" in record && takesName(record) ? record : undefined;
}

/** Names are a user's own in an area, whatever the market. */
export function nameKey(owner: Pick<RecordOwner, "area" | "user">, clientId: string): Uint8Array {
  return letteredKey(LETTERED, owner, clientId);
}

/** HIST-LIST-2: no two open lists of a user have one name, so the last to end is the newest. */
export function listNameKey(owner: Pick<RecordOwner, "area" | "user">, name: string): Uint8Array {
  return letteredKey(LIST_LETTERED, owner, name);
}

function letteredKey(
  code: number,
  { area, user }: Pick<RecordOwner, "area" | "user">,
  clientId: string,
): Uint8Array {
  const { length } = clientId;
  const key = Buffer.allocUnsafe(1 + length + 1 + USER_BYTES - 1);
  key[0] = code;
  key.write(clientId, 1, "latin1");
  key[1 + length] = 0; // No client id has such a letter, so none begins another's stretch.
  key[2 + length] = AREAS[area];
  key.writeUInt32BE(user, 3 + length);
  return key;
}

/** The names of all users with these letters, the last one included. */
export function nameStretch(clientId: string): { from: Uint8Array; to: Uint8Array } {
  const from = nameKey({ area: "spot", user: 0 }, clientId);
  return { from, to: nameKey({ area: "futures", user: 2 ** 32 - 1 }, clientId) };
}

/** As a version before this one wrote it. */
export function oldNameKey(
  owner: Pick<RecordOwner, "area" | "user">,
  clientId: string,
): Uint8Array {
  const key = Buffer.allocUnsafe(USER_BYTES + clientId.length);
  writeOwner(key, "name", owner);
  key.write(clientId, USER_BYTES, "latin1");
  return key;
}

function writeOwner(
  key: Buffer,
  kind: StoredKind | "name",
  { area, user }: Pick<RecordOwner, "area" | "user">,
): void {
  key.writeUInt8(KINDS[kind], 0);
  key.writeUInt8(AREAS[area], 1);
  key.writeUInt32BE(user, 2);
}

/** Whose record lies under a key. */
export function ownerIn(key: Uint8Array): RecordOwner {
  const bytes = bufferOf(key);
  const area = (["spot", "margin", "futures"] as const)[bytes.readUInt8(1) - 1] ?? "spot";
  return { area, user: bytes.readUInt32BE(2), market: bytes.readUInt32BE(USER_BYTES) };
}

/** The market under whose records a key lies. */
export function marketIn(key: Uint8Array): number {
  return bufferOf(key).readUInt32BE(USER_BYTES);
}

export function rankIn(key: Uint8Array): number {
  const bytes = bufferOf(key);
  return bytes.readUInt8(OWNER_BYTES) * 2 ** 48 + bytes.readUIntBE(OWNER_BYTES + 1, 6);
}

/** The kind of record under a key; undefined for the position. */
export function kindIn(key: Uint8Array): StoredKind | "name" | undefined {
  return KIND_OF_CODE[key[0] ?? 0];
}

/** The byte that stands for a kind, in keys and before the bytes of a record. */
export function codeOf(kind: StoredKind): number {
  return KINDS[kind];
}

export function kindOfCode(code: number | undefined): StoredKind | undefined {
  const kind = KIND_OF_CODE[code ?? 0];
  return kind === "name" ? undefined : kind;
}

/** Whether a later record may come under the same key: a client id is taken again, another key never. */
export function isTakenAgain(key: Uint8Array): boolean {
  const [code] = key;
  const isName = code === LETTERED || code === LIST_LETTERED || code === KINDS.name;
  return isName || code === KINDS.candles;
}

function bufferOf(key: Uint8Array): Buffer {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength);
}

/**
 * Below 0 where the first key comes first, 0 where they are the same. In a plain loop: a call into the runtime for each pair would
 * cost more than the bytes.
 */
export function compareKeys(
  one: Uint8Array,
  oneLength: number,
  other: Uint8Array,
  otherLength: number,
): number {
  const common = oneLength < otherLength ? oneLength : otherLength;
  for (let at = 0; at < common; at++) {
    const difference = (one[at] as number) - (other[at] as number);
    if (difference !== 0) return difference;
  }
  return oneLength - otherLength;
}

/** A copy, which nothing changes any more. */
export function keyOf(bytes: Uint8Array, length: number): Uint8Array {
  return Buffer.from(bytes.subarray(0, length));
}
