/**
 * What ended, kept for ever, except what the traders of a sandbox's demo did (HIST-FORGET-1): written
 * in the order of the log, each span of it once, and read in pages. The store is a function of the log and may
 * be built again from it. Rules HIST-ONCE-1, HIST-PAGE-1 to HIST-PAGE-3, HIST-PROFIT-1,
 * HIST-LATEST-1.
 */
import { ByteWriter } from "../../../core/base/records/bytes.ts";
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
  type RecordOwner,
  rankBeside,
  rankFrom,
  rankOf,
} from "../history.ts";
import { placeOfOrder, placesOfRequest } from "../places/find-places.ts";
import {
  type EndedNamed,
  findName,
  findNamesakes,
  hasOldNames,
  type NameOwner,
  noteNames,
  noteNamesAnew,
} from "../places/names.ts";
import { findPastOrder } from "../places/past-orders.ts";
import type { LogPlace } from "../places/place.ts";
import type { PlaceRows } from "../places/place-rows.ts";
import {
  type CandlesQuery,
  candlesRank,
  type FundingsQuery,
  type KeptCandle,
} from "../public-records.ts";
import { type HistoryEvent, recordsOf } from "../records-of.ts";
import type { KeyRange, KeyValueStore } from "../rows/key-value-store.ts";
import {
  END_KEY,
  keyBehind,
  keysAndNameOf,
  keysOf,
  kindIn,
  MARKET_END,
  marketIn,
  namedIn,
  POSITION_KEY,
  rankIn,
  recordKey,
} from "../rows/keys.ts";
import type { HistoryDamaged } from "../rows/seal.ts";
import { decodeRecord, positionOf, storedBytes } from "../stored-record.ts";
import { Forgetting, type Forgotten, forgottenIn, timeOf } from "./forgetting.ts";
import { isLaterKind, keptSince, noteKept, noteKeptAnew } from "./kept-since.ts";
import type { Listed } from "./merged-entries.ts";
import { RecordStore } from "./record-store.ts";
import { findEntries } from "./stored-entries.ts";
import { findListNamed, isListNamed } from "./stored-lists.ts";

/** An event and the command it came from. */
export interface Happened {
  readonly position: number;
  readonly event: HistoryEvent;
}

const RANK_END = Number.MAX_SAFE_INTEGER;
/** How many entries are looked at in one go. */
const PIECE = 1_000;

export class HistoryStore {
  readonly #store: RecordStore;
  readonly #forgetting: Forgetting;
  readonly #out = new ByteWriter();
  readonly #onClosed: () => void;

  constructor(keyValues: KeyValueStore, onClosed = () => {}) {
    this.#onClosed = onClosed;
    this.#store = new RecordStore(keyValues);
    this.#forgetting = new Forgetting(this.#store, (record) => decodeRecord(record).found);
  }

  /** The position up to which the store has everything. */
  get position(): number {
    return this.#store.look(() => this.#store.position);
  }

  /** HIST-ONCE-1: adds a span of the log that ends at `position`; what the store has is passed over. */
  add(span: Iterable<Happened>, position: number, places: readonly LogPlace[] = []): void {
    this.#store.transact(() => {
      const before = this.#store.position;
      noteNames(this.#store);
      for (const place of places) this.#store.addPlace(place);
      if (position <= before) return;
      for (const { position: at, event } of span) {
        if (at <= before) continue;
        for (const found of recordsOf(event)) this.#put(at, found);
      }
      this.#store.setPosition(position);
      noteKept(this.#store, before);
    });
  }

  #put(position: number, found: HistoryRecord): void {
    const bytes = storedBytes(this.#out, position, found);
    this.#store.append(found.kind, bytes, keysAndNameOf(found));
  }

  /** Whether a record is there exactly as a command at `position` left it. */
  holds(found: HistoryRecord, position: number): boolean {
    if (!this.#hasBytes(found, position) && !this.#hasBytes(asBefore(found), position))
      return false;
    if (found.kind === "list") return isListNamed(this.#store, found.record, position);
    const named = namedIn(found);
    return named === undefined || this.#isNamed(named, position);
  }

  #hasBytes(found: HistoryRecord, position: number): boolean {
    const bytes = storedBytes(this.#out, position, found);
    return keysOf(found).every((key) => {
      const stored = this.#store.get(key);
      return stored?.kind === found.kind && Buffer.compare(stored.bytes, bytes) === 0;
    });
  }

  /** The name of an ended order leads to it, or to one that took the name later. */
  #isNamed(order: EndedOrder | FuturesOrder, position: number): boolean {
    const stored = findName(this.#store, order, order.clientId);
    if (!stored) return false;
    const { position: at, found } = decodeRecord(stored);
    const isSame = found.record.id === order.id && found.record.market === order.market;
    return at > position || (at === position && isSame);
  }

  find(query: Query): Found {
    return this.#store.look(() => {
      const { position } = this.#store;
      return { position, records: this.#recordsFor(query) };
    });
  }

  #recordsFor(query: Query): HistoryRecord[] {
    if (query.kind === "name") return this.#named(query);
    if (query.kind === "list_name") return findListNamed(this.#store, query);
    if (query.kind === "candles") return this.#candles(query);
    if (query.kind === "funding") return this.#fundings(query);
    if (query.kind === "entries") return findEntries(this.#store, query);
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
    const from = recordKey(kind, { area, user, market: MARKET_END }, RANK_END);
    const walk = this.#store.walk(from, to, true);
    while (walk.at) {
      const market = marketIn(walk.at.key);
      newest.push({ market, rank: rankIn(walk.at.key) });
      walk.skipTo(recordKey(kind, { area, user, market }, 0));
    }
    return newest;
  }

  /** SANDBOX-PAST-4: newest first; the first row may reach beyond what is asked for. */
  #candles({ area, market, interval, last, limit }: CandlesQuery): HistoryRecord[] {
    const key = (index: number) =>
      recordKey("candles", { area, user: 0, market }, candlesRank(interval, index));
    const stretch = { from: key(last), to: key(0), isReverse: true, limit: limit + 1 };
    const records: HistoryRecord[] = [];
    let wanted = limit + 1;
    for (const stored of this.#store.list(stretch)) {
      const { found } = decodeRecord(stored);
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
    return this.#records(stretch);
  }

  /** HIST-PAGE-1 */
  #page(query: PageQuery): HistoryRecord[] {
    const { kind, fromId, limit } = query;
    const low = recordKey(kind, query, rankFrom(kind, fromId));
    const high = recordKey(kind, query, RANK_END);
    if (fromId === 0) {
      const newest = { from: high, to: low, isReverse: true, limit };
      return this.#records(newest);
    }
    const lowest = this.#records({ from: low, to: high, isReverse: false, limit });
    if (lowest.length === limit) lowest.push(...this.#beside(query, lowest.at(-1)));
    return lowest.reverse();
  }

  /** HIST-PAGE-3: the other record of a trade with oneself, when a page ends with the maker's. */
  #beside({ kind, area, user, market }: PageQuery, last: HistoryRecord | undefined) {
    const rank = last && rankBeside(kind, rankOf(last));
    if (rank === undefined) return [];
    const stored = this.#store.get(recordKey(kind, { area, user, market }, rank));
    return stored ? [decodeRecord(stored).found] : [];
  }

  #records(stretch: KeyRange): HistoryRecord[] {
    const records: HistoryRecord[] = [];
    for (const stored of this.#store.list(stretch)) records.push(decodeRecord(stored).found);
    return records;
  }

  #named({ area, user, market, clientId }: NameQuery): HistoryRecord[] {
    const id = serverMadeId(clientId);
    const owner = { area, user, market };
    const stored =
      id > 0
        ? this.#store.get(recordKey(orderKindOf(area), owner, id))
        : findName(this.#store, owner, clientId);
    if (!stored) return [];
    const { found } = decodeRecord(stored);
    const isOfMarket = found.record.market === market;
    const isNamed = "clientId" in found.record && found.record.clientId === clientId;
    return isOfMarket && isNamed ? [found] : [];
  }

  /** HIST-PLACE-1: the index of where commands stand in the log. */
  get places(): PlaceRows {
    return this.#store.places;
  }

  /** HIST-PLACE-3: where the log has the command that made an order; undefined where the index does not go. */
  placeOfOrder(order: number): LogPlace | undefined {
    return this.#store.look(() => placeOfOrder(this.places, order));
  }

  /** Where the log may have commands of a request, as far as the index goes. */
  placesOfRequest(request: number): readonly LogPlace[] {
    return this.#store.look(() => [...placesOfRequest(this.places, request)]);
  }

  /** HIST-PLACE-4: an ended order, whosever it is. */
  findOrder(id: number): EndedNamed | undefined {
    return this.#store.look(() => findPastOrder(this.#store, id));
  }

  /** The position at which an order of an owner ended. */
  endOf(owner: RecordOwner, id: number): number | undefined {
    const key = recordKey(orderKindOf(owner.area), owner, id);
    const stored = this.#store.look(() => this.#store.get(key));
    return stored && positionOf(stored.bytes);
  }

  /** HIST-NAME-2: of each user the newest ended order with a client id. */
  findNamesakes(clientId: string): readonly EndedNamed[] {
    return this.#store.look(() => findNamesakes(this.#store, clientId));
  }

  /** The newest ended order of one user with a client id, whatever its market. */
  findNamed(owner: NameOwner, clientId: string): HistoryRecord | undefined {
    const stored = this.#store.look(() => findName(this.#store, owner, clientId));
    return stored && decodeRecord(stored).found;
  }

  /** Whether there may be names that only their users lead to. */
  get hasOldNames(): boolean {
    return hasOldNames(this.#store);
  }

  /** Everything in the store, key by key; for a comparison with the log. */
  *all(): Iterable<HistoryRecord & { readonly position: number }> {
    for (const stored of this.#list()) {
      if (kindIn(stored.key) === "name") continue;
      const { position, found } = decodeRecord(stored);
      yield { ...found, position };
    }
  }

  /**
   * How many keys lead to records behind one position and up to another; those of before must be readable. `latest` is the position of
   * the last record of all: the store may be written meanwhile.
   */
  countBetween(from: number, to: number): { readonly count: number; readonly latest: number } {
    let count = 0;
    let latest = 0;
    for (const stored of this.#list()) {
      if (kindIn(stored.key) === "name") continue;
      const position = positionOf(stored.bytes);
      latest = Math.max(latest, position);
      if (position <= from) decodeRecord(stored);
      else if (position <= to) count++;
    }
    return { count, latest };
  }

  /** Forgets what came after a position, so that it can be built again from there. */
  forgetAfter(position: number): void {
    this.#store.transact(() => {
      if (position === 0) this.#store.removeAll();
      else {
        this.#store.removeBehind(({ bytes }) => positionOf(bytes) > position);
        this.#store.indexAgain((stored) => keysAndNameOf(decodeRecord(stored).found));
      }
      this.#store.setPosition(position);
      this.places.forgetAfter(position);
      noteKeptAnew(this.#store, position);
      noteNamesAnew(this.#store);
    });
    this.#forgetting.beginAnew();
  }

  /** HIST-FUND-2, HIST-LEDGER-4, HIST-LIST-3: whether it is not there, since the store was written by a version that kept none. */
  isOfBefore(found: HistoryRecord, position: number): boolean {
    if (!isLaterKind(found.kind)) return false;
    const since = keptSince(this.#store, found.kind) ?? Number.POSITIVE_INFINITY;
    return position <= since && keysOf(found).every((key) => !this.#store.get(key));
  }

  /** HIST-SEAL-2: looks at so many rows, where it left off; what is wrong there. */
  scrub(rows: number): HistoryDamaged | undefined {
    return this.#store.scrub(rows);
  }

  /** HIST-FORGET-1: looks at so many rows of these users; how many of them it has removed. */
  forget(forgotten: Forgotten, rows: number): number {
    return this.#forgetting.round(forgotten, rows);
  }

  /** Whether it has ever forgotten anything. */
  get hasForgotten(): boolean {
    return forgottenIn(this.#store).users.length > 0;
  }

  /** HIST-FORGET-2: whether a record is gone, and may be. */
  isForgotten(found: HistoryRecord): boolean {
    const { users, beforeMs } = forgottenIn(this.#store);
    if (!users.includes(found.record.user) || timeOf(found) >= beforeMs) return false;
    return keysOf(found).every((key) => this.#store.get(key) === undefined);
  }

  /** Piece by piece: the whole list is never in memory. */
  *#list(): Iterable<Listed> {
    for (let from = POSITION_KEY; ; ) {
      const piece = { from, to: END_KEY, isReverse: false, limit: PIECE };
      const entries = this.#store.look(() => [...this.#store.list(piece)]);
      yield* entries;
      const last = entries.at(-1);
      if (!last || entries.length < PIECE) return;
      from = keyBehind(last.key);
    }
  }

  async close(): Promise<void> {
    await this.#store.close();
    this.#onClosed();
  }
}

/** HIST-FORCED-2, SPOT-FIELD-4: as it was written before a record said who had traded, or why it ended. */
function asBefore({ kind, record }: HistoryRecord): HistoryRecord {
  return { kind, record: { ...record, force: undefined, reason: undefined } } as HistoryRecord;
}

function countUpTo(candles: readonly KeptCandle[], last: number): number {
  return candles.filter(({ index }) => index <= last).length;
}
