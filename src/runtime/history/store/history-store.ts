/**
 * What ended, kept for ever, except what the traders of a sandbox's demo did (HIST-FORGET-1): written
 * in the order of the log, each span of it once, and read in pages. The store is a function of the log and may
 * be built again from it. Rules HIST-ONCE-1, HIST-PAGE-1 to HIST-PAGE-3, HIST-PROFIT-1,
 * HIST-LATEST-1.
 */
import { assert } from "../../../core/base/assert.ts";
import { ByteReader, ByteWriter } from "../../../core/base/records/bytes.ts";
import type { Field } from "../../../core/base/records/record.ts";
import { serverMadeId } from "../../../core/engine/orders/open-orders.ts";
import {
  type EndedOrder,
  type Found,
  type FuturesOrder,
  type HistoryRecord,
  type NameQuery,
  orderKindOf,
  type PageQuery,
  type Query,
  RECORDS,
  type RecordKind,
  rankBeside,
  rankFrom,
  rankOf,
  type StoredKind,
} from "../history.ts";
import {
  type CandlesQuery,
  candlesRank,
  type FundingsQuery,
  type KeptCandle,
} from "../public-records.ts";
import { type HistoryEvent, recordsOf, takesName } from "../records-of.ts";
import { Forgetting, type Forgotten, forgottenIn, timeOf } from "./forgetting.ts";
import { fundingsSinceIn, noteFundings, noteFundingsAnew } from "./fundings-since.ts";
import type { Entry, KeyRange, KeyValueStore } from "./key-value-store.ts";
import {
  END_KEY,
  keyBehind,
  keysOf,
  kindIn,
  MARKET_END,
  marketIn,
  nameKey,
  POSITION_KEY,
  rankIn,
  recordKey,
} from "./keys.ts";
import type { HistoryDamaged } from "./seal.ts";
import { SealedStore } from "./sealed-store.ts";

/** An event and the command it came from. */
export interface Happened {
  readonly position: number;
  readonly event: HistoryEvent;
}

const RANK_END = Number.MAX_SAFE_INTEGER;
/** How many entries are looked at in one go. */
const PIECE = 1_000;

export class HistoryStore {
  readonly #keyValues: SealedStore;
  readonly #forgetting: Forgetting;
  readonly #out = new ByteWriter();

  constructor(keyValues: KeyValueStore) {
    this.#keyValues = new SealedStore(keyValues);
    this.#forgetting = new Forgetting(this.#keyValues, (kind, value) => decode(kind, value).found);
  }

  /** The position up to which the store has everything. */
  get position(): number {
    return this.#keyValues.look(() => this.#keyValues.position);
  }

  /** HIST-ONCE-1: adds a span of the log that ends at `position`; what the store has is passed over. */
  add(span: Iterable<Happened>, position: number): void {
    this.#keyValues.transact(() => {
      const before = this.#keyValues.position;
      if (position <= before) return;
      for (const { position: at, event } of span) {
        if (at <= before) continue;
        for (const found of recordsOf(event)) this.#put(at, found);
      }
      this.#keyValues.setPosition(position);
      noteFundings(this.#keyValues, before);
    });
  }

  #put(position: number, found: HistoryRecord): void {
    const bytes = this.#bytesOf(position, found);
    for (const key of keysOf(found)) this.#keyValues.put(key, bytes);
    const named = namedIn(found);
    if (!named) return;
    // SPOT-CLIENT-4: no two with one name are open at once, so the last to end is the newest.
    const value = this.#write(position, named.market, named.id);
    this.#keyValues.put(nameKey(named, named.clientId), value);
  }

  #bytesOf(position: number, { kind, record }: HistoryRecord): Uint8Array {
    this.#out.reset();
    this.#out.uint(position);
    (RECORDS[kind] as Field<typeof record>).write(this.#out, record);
    return this.#out.view();
  }

  #write(...numbers: readonly number[]): Uint8Array {
    this.#out.reset();
    for (const number of numbers) this.#out.uint(number);
    return this.#out.view();
  }

  /** Whether a record is there exactly as a command at `position` left it. */
  holds(found: HistoryRecord, position: number): boolean {
    if (!this.#hasBytes(found, position) && !this.#hasBytes(asBefore(found), position))
      return false;
    const named = namedIn(found);
    return named === undefined || this.#isNamed(named, position);
  }

  #hasBytes(found: HistoryRecord, position: number): boolean {
    const bytes = this.#bytesOf(position, found);
    return keysOf(found).every((key) => {
      const value = this.#keyValues.get(key);
      return value !== undefined && Buffer.compare(value, bytes) === 0;
    });
  }

  /** The name of an ended order leads to it, or to one that took the name later. */
  #isNamed(order: EndedOrder | FuturesOrder, position: number): boolean {
    const value = this.#keyValues.get(nameKey(order, order.clientId));
    if (!value) return false;
    const own = this.#write(position, order.market, order.id);
    return Buffer.compare(value, own) === 0 || new ByteReader(value).uint() > position;
  }

  find(query: Query): Found {
    return this.#keyValues.look(() => {
      const { position } = this.#keyValues;
      return { position, records: this.#recordsFor(query) };
    });
  }

  #recordsFor(query: Query): HistoryRecord[] {
    if (query.kind === "name") return this.#named(query);
    if (query.kind === "candles") return this.#candles(query);
    if (query.kind === "funding") return this.#fundings(query);
    const isOfAll = query.market === 0 && query.kind !== "profit";
    return isOfAll ? this.#ofAllMarkets(query) : this.#page(query);
  }

  /** HIST-LATEST-1: the newest of all pairs are among those of the pairs that were used last. */
  #ofAllMarkets(query: PageQuery): HistoryRecord[] {
    const { limit } = query;
    const used = this.#newestOfEach(query).sort((a, b) => b.rank - a.rank);
    const pages = used.slice(0, limit).map(({ market }) => this.#page({ ...query, market }));
    return pages
      .flat()
      .sort((a, b) => rankOf(b) - rankOf(a))
      .slice(0, limit);
  }

  /** One look for each market that the user has records of. */
  #newestOfEach({ kind, area, user }: PageQuery): { market: number; rank: number }[] {
    const newest: { market: number; rank: number }[] = [];
    const to = recordKey(kind, { area, user, market: 0 }, 0);
    let from = recordKey(kind, { area, user, market: MARKET_END }, RANK_END);
    for (;;) {
      const [entry] = this.#keyValues.list({ from, to, isReverse: true, limit: 1 });
      if (!entry) return newest;
      const market = marketIn(entry.key);
      newest.push({ market, rank: rankIn(entry.key) });
      from = recordKey(kind, { area, user, market }, 0);
    }
  }

  /** SANDBOX-PAST-4: newest first; the first row may reach beyond what is asked for. */
  #candles({ area, market, interval, last, limit }: CandlesQuery): HistoryRecord[] {
    const key = (index: number) =>
      recordKey("candles", { area, user: 0, market }, candlesRank(interval, index));
    const stretch = { from: key(last), to: key(0), isReverse: true, limit: limit + 1 };
    const records: HistoryRecord[] = [];
    let wanted = limit + 1;
    for (const { value } of this.#keyValues.list(stretch)) {
      const { found } = decode("candles", value);
      records.push(found);
      if (found.kind === "candles") wanted -= countUpTo(found.record.candles, last);
      if (wanted <= 0) break;
    }
    return records;
  }

  /** HIST-FUND-1: newest first. */
  #fundings({ market, firstMs, lastMs, limit }: FundingsQuery): HistoryRecord[] {
    if (lastMs < firstMs) return [];
    const key = (timeMs: number) =>
      recordKey("funding", { area: "futures", user: 0, market }, timeMs);
    // The end of a stretch is not part of it.
    const stretch = {
      from: key(lastMs),
      to: key(Math.max(firstMs - 1, 0)),
      isReverse: true,
      limit,
    };
    return this.#records("funding", stretch);
  }

  /** HIST-PAGE-1 */
  #page(query: PageQuery): HistoryRecord[] {
    const { kind, fromId, limit } = query;
    const low = recordKey(kind, query, rankFrom(kind, fromId));
    const high = recordKey(kind, query, RANK_END);
    if (fromId === 0) {
      const newest = { from: high, to: low, isReverse: true, limit };
      return this.#records(kind, newest);
    }
    const lowest = this.#records(kind, { from: low, to: high, isReverse: false, limit });
    if (lowest.length === limit) lowest.push(...this.#beside(query, lowest.at(-1)));
    return lowest.reverse();
  }

  /** HIST-PAGE-3: the other record of a trade with oneself, when a page ends with the maker's. */
  #beside({ kind, area, user, market }: PageQuery, last: HistoryRecord | undefined) {
    const rank = last && rankBeside(kind, rankOf(last));
    if (rank === undefined) return [];
    const value = this.#keyValues.get(recordKey(kind, { area, user, market }, rank));
    return value ? [decode(kind, value).found] : [];
  }

  #records(kind: RecordKind | "funding", stretch: KeyRange): HistoryRecord[] {
    const records: HistoryRecord[] = [];
    for (const { value } of this.#keyValues.list(stretch)) records.push(decode(kind, value).found);
    return records;
  }

  #named({ area, user, market, clientId }: NameQuery): HistoryRecord[] {
    const id = serverMadeId(clientId) || this.#idNamed({ area, user, market }, clientId);
    if (id === 0) return [];
    const kind = orderKindOf(area);
    const value = this.#keyValues.get(recordKey(kind, { area, user, market }, id));
    if (!value) return [];
    const { found } = decode(kind, value);
    return "clientId" in found.record && found.record.clientId === clientId ? [found] : [];
  }

  #idNamed(owner: Pick<NameQuery, "area" | "user" | "market">, clientId: string): number {
    const value = this.#keyValues.get(nameKey(owner, clientId));
    if (!value) return 0;
    const from = new ByteReader(value);
    from.uint(); // The position.
    return from.uint() === owner.market ? from.uint() : 0;
  }

  /** Everything in the store, key by key; for a comparison with the log. */
  *all(): Iterable<HistoryRecord & { readonly position: number }> {
    for (const { key, value } of this.#list()) {
      const kind = kindIn(key);
      if (kind === undefined || kind === "name") continue;
      const { position, found } = decode(kind, value);
      yield { ...found, position };
    }
  }

  /** How many keys lead to records of later than a position; those of before must be readable. */
  countAfter(position: number): number {
    let count = 0;
    for (const { key, value } of this.#list()) {
      const kind = kindIn(key);
      if (kind === undefined || kind === "name") continue;
      if (new ByteReader(value).uint() > position) count++;
      else decode(kind, value);
    }
    return count;
  }

  /** Forgets what came after a position, so that it can be built again from there. */
  forgetAfter(position: number): void {
    this.#keyValues.transact(() => {
      for (const { key, value } of this.#list()) {
        if (new ByteReader(value).uint() > position) this.#keyValues.remove(key);
      }
      this.#keyValues.setPosition(position);
      noteFundingsAnew(this.#keyValues, position);
    });
  }

  /** HIST-FUND-2: whether a funding is not there, since the store was written by a version that kept none. */
  isOfBefore(found: HistoryRecord, position: number): boolean {
    if (found.kind !== "funding") return false;
    const since = fundingsSinceIn(this.#keyValues) ?? Number.POSITIVE_INFINITY;
    return position <= since && keysOf(found).every((key) => !this.#keyValues.get(key));
  }

  /** HIST-SEAL-2: looks at so many rows, where it left off; what is wrong there. */
  scrub(rows: number): HistoryDamaged | undefined {
    return this.#keyValues.scrub(rows);
  }

  /** HIST-FORGET-1: looks at so many rows of these users; how many of them it has removed. */
  forget(forgotten: Forgotten, rows: number): number {
    return this.#forgetting.round(forgotten, rows);
  }

  /** Whether it has ever forgotten anything. */
  get hasForgotten(): boolean {
    return forgottenIn(this.#keyValues).users.length > 0;
  }

  /** HIST-FORGET-2: whether a record is gone, and may be. */
  isForgotten(found: HistoryRecord): boolean {
    const { users, beforeMs } = forgottenIn(this.#keyValues);
    if (!users.includes(found.record.user) || timeOf(found) >= beforeMs) return false;
    return keysOf(found).every((key) => this.#keyValues.get(key) === undefined);
  }

  /** Piece by piece: the whole list is never in memory, and what was listed may be removed. */
  *#list(): Iterable<Entry> {
    for (let from = POSITION_KEY; ; ) {
      const piece = { from, to: END_KEY, isReverse: false, limit: PIECE };
      const entries = [...this.#keyValues.list(piece)];
      yield* entries;
      const last = entries.at(-1);
      if (!last || entries.length < PIECE) return;
      from = keyBehind(last.key);
    }
  }

  close(): Promise<void> {
    return this.#keyValues.close();
  }
}

/** HIST-FORCED-2, SPOT-FIELD-4: as it was written before a record said who had traded, or why it ended. */
function asBefore({ kind, record }: HistoryRecord): HistoryRecord {
  return { kind, record: { ...record, force: undefined, reason: undefined } } as HistoryRecord;
}

function countUpTo(candles: readonly KeptCandle[], last: number): number {
  return candles.filter(({ index }) => index <= last).length;
}

/** An ended order with a client id of its user's making. */
function namedIn({ record }: HistoryRecord): EndedOrder | FuturesOrder | undefined {
  return "clientId" in record && takesName(record) ? record : undefined;
}

function decode(kind: StoredKind, value: Uint8Array): { position: number; found: HistoryRecord } {
  const from = new ByteReader(value);
  const position = from.uint();
  const found = { kind, record: RECORDS[kind].read(from) } as HistoryRecord;
  assert(from.isAtEnd(), "a record of the history ends where its bytes end");
  return { position, found };
}
