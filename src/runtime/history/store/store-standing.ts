/** The row before all others: how far the log has been taken in, and what every row has at least. */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { KeyValueStore } from "./key-value-store.ts";
import { END_KEY, HEAD_KEY, keyBehind, POSITION_KEY } from "./keys.ts";
import { GRADES, type Grade, HistoryDamaged, isSealed, linkTo, seal, unseal } from "./seal.ts";

/** The most bytes that a written number has. */
const NUMBER_BYTES_MAX = 8;

/** So many rows tell whether a store is of an earlier version. */
const LOOKED_AT = 10;

export interface StoreStanding {
  readonly position: number;
  readonly grade: Grade;
}

/** Undefined in a store that is new. */
export function standingIn(keyValues: KeyValueStore): StoreStanding | undefined {
  const value = keyValues.get(POSITION_KEY);
  if (!value) return undefined;
  if (!isSealed(value)) checkIsOfBefore(keyValues);
  const least = value.length <= NUMBER_BYTES_MAX ? "bare" : "sealed";
  const from = new ByteReader(unseal(POSITION_KEY, value, least).bytes);
  const position = from.uint();
  return { position, grade: isSealed(value) ? (GRADES[from.byte()] ?? "bare") : "bare" };
}

export function gradeIn(keyValues: KeyValueStore): Grade {
  return standingIn(keyValues)?.grade ?? "bare";
}

/** What every row has when all are this version's. */
export function wholeGradeOf({ isOnDisk }: KeyValueStore): Grade {
  return isOnDisk ? "linked" : "sealed";
}

/** HIST-SEAL-3: where any row is sealed, the position was sealed before it, and is bare by damage. */
function checkIsOfBefore(keyValues: KeyValueStore): void {
  const newest = { from: END_KEY, to: POSITION_KEY, isReverse: true, limit: LOOKED_AT };
  for (const { value } of keyValues.list(newest)) {
    if (isSealed(value)) throw HistoryDamaged.row(POSITION_KEY, "no checksum");
  }
}

export function putStanding(keyValues: KeyValueStore, { position, grade }: StoreStanding): void {
  const out = new ByteWriter();
  out.uint(position);
  out.byte(GRADES.indexOf(grade));
  // Longer than a position alone, as a store of an earlier version has it: it can never be taken for one.
  for (let pad = 0; pad < NUMBER_BYTES_MAX; pad++) out.byte(0);
  keyValues.put(POSITION_KEY, seal({ key: POSITION_KEY, bytes: out.view(), next: undefined }));
}

/** What the row before all records holds: where others have their position. */
const HEAD_BYTES = Uint8Array.of(0);

/** All rows are this version's; the row before all records is there from then on. */
export function putWholeStanding(keyValues: KeyValueStore, position: number): void {
  putStanding(keyValues, { position, grade: wholeGradeOf(keyValues) });
  if (!keyValues.isOnDisk || keyValues.get(HEAD_KEY)) return;
  const behind = { from: keyBehind(HEAD_KEY), to: END_KEY, isReverse: false, limit: 1 };
  const [first] = keyValues.list(behind);
  keyValues.put(HEAD_KEY, seal({ key: HEAD_KEY, bytes: HEAD_BYTES, next: linkTo(first?.key) }));
}
