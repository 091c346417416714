/**
 * Keys of the history store. Bytes sort as the records are asked for: by kind, owner and rank, each
 * a number of fixed width, highest byte first.
 */
import { assert } from "../../../core/base/assert.ts";
import { type HistoryRecord, type RecordOwner, rankOf, type StoredKind } from "../history.ts";

const KINDS: Readonly<Record<StoredKind | "name", number>> = {
  order: 1,
  trade: 2,
  name: 3,
  futures_order: 4,
  futures_trade: 5,
  profit: 6,
  candles: 7,
  funding: 8,
};
const KIND_OF_CODE: (StoredKind | "name")[] = [];
for (const kind of Object.keys(KINDS) as (StoredKind | "name")[]) KIND_OF_CODE[KINDS[kind]] = kind;
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

/** HIST-SEAL-4: the key of the row that links to the first record. Sorts right before all records. */
export const HEAD_KEY: Uint8Array = Uint8Array.of(0, 3);

/** Whether a row under a key says which one comes next: all records, and the row before them. */
export function isLinkedKey(key: Uint8Array): boolean {
  return key[0] !== 0 || key[1] === HEAD_KEY[1];
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
  return [key, recordKey(kind, { ...record, market: 0 }, rankOf(found))];
}

/** Names are a user's own in an area, whatever the market. */
export function nameKey(owner: Pick<RecordOwner, "area" | "user">, clientId: string): Uint8Array {
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

/** The market under whose records a key lies. */
export function marketIn(key: Uint8Array): number {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).readUInt32BE(USER_BYTES);
}

export function rankIn(key: Uint8Array): number {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  return bytes.readUInt8(OWNER_BYTES) * 2 ** 48 + bytes.readUIntBE(OWNER_BYTES + 1, 6);
}

/** The kind of record under a key; undefined for the position. */
export function kindIn(key: Uint8Array): StoredKind | "name" | undefined {
  return KIND_OF_CODE[key[0] ?? 0];
}
