/**
 * What a sandbox forgets of its own traders: records that are more than a day old, a few rows at a
 * time. Of each market the oldest lie first, so a look at the beginning of each is enough: it ends behind
 * a number of young rows, since a record with an old id may be young (an order that stood long). The
 * store notes of which users, and up to when, records may be gone, so that a comparison with the log
 * does not miss them. Rules HIST-FORGET-1, HIST-FORGET-2.
 */
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { Area } from "../../../core/engine/orders/order.ts";
import type { HistoryRecord, RecordKind } from "../history.ts";
import type { Entry } from "./key-value-store.ts";
import { FORGOTTEN_KEY, keyBehind, keysOf, MARKET_END, marketIn, recordKey } from "./keys.ts";
import type { SealedStore } from "./sealed-store.ts";

/** The users whose records may be gone, and the time before which. */
export interface Forgotten {
  readonly users: readonly number[];
  readonly beforeMs: number;
}

/** A trader has far fewer orders open on a market at once: behind so many young rows there is no old one. */
const YOUNG_MAX = 200;

interface RecordList {
  readonly kind: RecordKind;
  readonly area: Area;
}
const RECORD_LISTS: readonly RecordList[] = [
  { kind: "order", area: "spot" },
  { kind: "order", area: "margin" },
  { kind: "trade", area: "spot" },
  { kind: "trade", area: "margin" },
  { kind: "futures_order", area: "futures" },
  { kind: "futures_trade", area: "futures" },
  { kind: "profit", area: "futures" },
];

/** HIST-PROFIT-1: a profit lies under its contract as well, and is found by its place among all. */
const PROFIT_END = 1;

type Decode = (kind: RecordKind, value: Uint8Array) => HistoryRecord;

export class Forgetting {
  readonly #keyValues: SealedStore;
  readonly #decode: Decode;
  readonly #out = new ByteWriter();
  /** What is looked at next: the number of the user and kind, then a key. */
  #turn = 0;
  #from: Uint8Array | undefined;
  /** Young rows met so far of the market that is looked at. */
  #young = { market: 0, count: 0 };

  constructor(keyValues: SealedStore, decode: Decode) {
    this.#keyValues = keyValues;
    this.#decode = decode;
  }

  /** HIST-FORGET-1: looks at `rows` rows at most, where it left off; how many are gone now. */
  round(forgotten: Forgotten, rows: number): number {
    const old = this.#keyValues.look(() => this.#findOld(forgotten, rows));
    if (old.length > 0) this.#remove(old, forgotten);
    return old.length;
  }

  #findOld({ users, beforeMs }: Forgotten, rows: number): Uint8Array[] {
    const old: Uint8Array[] = [];
    const turns = users.length * RECORD_LISTS.length;
    let left = rows;
    for (let turn = 0; turn < turns && left > 0; turn++) {
      this.#turn %= turns;
      left -= this.#look(users, beforeMs, { limit: left, old });
    }
    return old;
  }

  /** Looks at rows of the user and kind that are next; how many it looked at. */
  #look(
    users: readonly number[],
    beforeMs: number,
    { limit, old }: { limit: number; old: Uint8Array[] },
  ): number {
    const { kind, area } = RECORD_LISTS[this.#turn % RECORD_LISTS.length] ?? {
      kind: "order",
      area: "spot",
    };
    const user = users[Math.trunc(this.#turn / RECORD_LISTS.length)] ?? 0;
    const owner = { area, user };
    const start = recordKey(kind, { ...owner, market: 0 }, 0);
    const to = recordKey(
      kind,
      { ...owner, market: kind === "profit" ? PROFIT_END : MARKET_END },
      0,
    );
    // Another list of users puts another user here: only this user's rows are looked at.
    const from = this.#from && isBetween(this.#from, start, to) ? this.#from : start;
    let looked = 0;
    for (const entry of this.#keyValues.list({ from, to, isReverse: false, limit })) {
      looked++;
      this.#from = keyBehind(entry.key);
      const found = this.#decode(kind, entry.value);
      if (timeOf(found) < beforeMs) old.push(...keysOf(found));
      else if (this.#isEnough(entry, kind, owner)) return looked;
    }
    if (looked < limit) this.#goOn();
    return looked;
  }

  /** After many young rows of a market the look goes on at the next market. */
  #isEnough(
    { key }: Entry,
    kind: RecordKind,
    owner: { readonly area: Area; readonly user: number },
  ): boolean {
    const market = marketIn(key);
    const count = this.#young.market === market ? this.#young.count + 1 : 1;
    this.#young = { market, count };
    if (count < YOUNG_MAX) return false;
    if (kind === "profit") this.#goOn();
    else this.#from = recordKey(kind, { ...owner, market: market + 1 }, 0);
    return true;
  }

  #goOn(): void {
    this.#turn++;
    this.#from = undefined;
    this.#young = { market: 0, count: 0 };
  }

  #remove(old: readonly Uint8Array[], forgotten: Forgotten): void {
    this.#keyValues.transact(() => {
      this.#note(forgotten);
      for (const key of old) this.#keyValues.remove(key);
    });
  }

  /** HIST-FORGET-2: a user who was noted once stays noted, and never for an earlier time. */
  #note({ users, beforeMs }: Forgotten): void {
    const before = forgottenIn(this.#keyValues);
    const all = [...new Set([...before.users, ...users])];
    this.#out.reset();
    this.#out.uint(0); // Where records have their position.
    this.#out.uint(Math.max(beforeMs, before.beforeMs));
    for (const user of all) this.#out.uint(user);
    this.#keyValues.put(FORGOTTEN_KEY, this.#out.view());
  }
}

function isBetween(key: Uint8Array, start: Uint8Array, to: Uint8Array): boolean {
  return Buffer.compare(key, start) >= 0 && Buffer.compare(key, to) < 0;
}

/** The users and times whose records the store says are gone. */
export function forgottenIn(keyValues: SealedStore): Forgotten {
  const value = keyValues.get(FORGOTTEN_KEY);
  if (!value) return { users: [], beforeMs: 0 };
  const from = new ByteReader(value);
  from.uint();
  const beforeMs = from.uint();
  const users: number[] = [];
  while (!from.isAtEnd()) users.push(from.uint());
  return { users, beforeMs };
}

/** When a record came to be; candles and fundings are of no user, and are never too old. */
export function timeOf({ kind, record }: HistoryRecord): number {
  if (kind === "candles" || kind === "funding") return Number.POSITIVE_INFINITY;
  return "endedAtMs" in record ? record.endedAtMs : record.timeMs;
}
