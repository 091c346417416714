/** Pages of ledgers: how far a walk looks, and what a store that was written before entries were kept has. */
import { expect, test } from "vitest";
import { newDigest } from "../../core/base/records/digest.ts";
import { Journal, type PostedRows } from "../../core/engine/ledger/journal.ts";
import { deposit, newLedger, spotWallet } from "../../core/engine/ledger/ledger.ts";
import { LOOKED_MAX } from "./entry-pages.ts";
import { entriesQuery, type LedgerEntries, positionOfRank } from "./ledger-entries.ts";
import { recordsOf } from "./records-of.ts";
import { ENTRIES_KEY } from "./rows/keys.ts";
import { type Happened, HistoryStore } from "./store/history-store.ts";
import { MemoryStore } from "./store/memory-store.ts";

const ALICE = 1;

/** What commands leave that pay user 1 these amounts, one after the other, each `times` times. */
class Payer {
  readonly #ledger = newLedger(newDigest());
  readonly #journal = new Journal(this.#ledger.wallets);
  #position = 0;

  constructor() {
    this.#ledger.journal = this.#journal;
  }

  pay(asset: number, times = 1): Happened {
    for (let time = 0; time < times; time++) {
      deposit(this.#ledger, spotWallet(this.#ledger, ALICE, asset), 1n);
    }
    this.#position++;
    const position = this.#position;
    const rows = this.#journal.take() as PostedRows;
    return { position, event: { type: "EntriesPosted", position, timeMs: position * 1_000, rows } };
  }
}

function storeOf(span: readonly Happened[]): HistoryStore {
  const store = new HistoryStore(new MemoryStore());
  store.add(span, span.length);
  return store;
}

type Asked = Parameters<typeof entriesQuery>[0];

function find(store: HistoryStore, asked: Asked): LedgerEntries[] {
  const query = { ...entriesQuery(asked), area: "spot", user: ALICE } as const;
  return store.find(query).records.map(({ record }) => record as LedgerEntries);
}

function idsOf(entries: readonly LedgerEntries[]): string[] {
  return entries.map(({ id, first, lines }) => {
    return `${positionOfRank(id)}-${first}${lines.length === 0 ? " more" : ""}`;
  });
}

test("HIST-LEDGER-3 a page looks at so many records and no more, and says where to go on", () => {
  const payer = new Payer();
  const span = [payer.pay(2)];
  while (span.length <= LOOKED_MAX + 10) span.push(payer.pay(1));
  const store = storeOf(span);

  const [mark, ...others] = find(store, { asset: 2, limit: 10 });
  const place = { position: positionOfRank(mark?.id ?? 0), line: mark?.first ?? 0 };
  expect([others, idsOf(mark ? [mark] : [])]).toEqual([[], ["11-0 more"]]);
  expect(idsOf(find(store, { asset: 2, limit: 10, from: place }))).toEqual(["1-0"]);

  const forward = { asset: 2, limit: 10, isForward: true, from: { position: 2, line: 0 } };
  expect(idsOf(find(store, forward))).toEqual([`${LOOKED_MAX + 2}-0 more`]);
});

test("HIST-LEDGER-1 a command of many lines leaves many records, and pages are the same", () => {
  const payer = new Payer();
  const store = storeOf([payer.pay(1, 200), payer.pay(1), payer.pay(1, 70_000)]);

  const records = [...store.all()].map(({ record }) => record as LedgerEntries);
  expect(
    records.filter(({ id }) => positionOfRank(id) === 1).map(({ lines }) => lines.length),
  ).toEqual([64, 64, 64, 8]);
  expect(records.filter(({ id }) => positionOfRank(id) === 3).length).toBeLessThanOrEqual(1_024);

  const oldest = find(store, { limit: 300, isForward: true });
  expect(idsOf(oldest)).toEqual([
    ...Array.from({ length: 200 }, (_, line) => `1-${line}`),
    "2-0",
    ...Array.from({ length: 99 }, (_, line) => `3-${line}`),
    "3-99 more",
  ]);
  const newest = find(store, { limit: 2, from: { position: 3, line: 1_000 } });
  expect(idsOf(newest)).toEqual(["3-1000", "3-999", "3-998 more"]);
  expect(newest[0]?.lines[0]).toMatchObject({ change: 1n, balance: 1_202n });
});

test("HIST-LEDGER-4 a store of before says from where on it has entries, and verify misses only those behind", () => {
  const payer = new Payer();
  const span = [payer.pay(1), payer.pay(1), payer.pay(1)];
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  store.add([], 1);
  keyValues.transact(() => keyValues.remove(ENTRIES_KEY));
  store.add(span.slice(2), 3);

  const lacked = span.map(({ event, position }) => {
    const [record] = recordsOf(event);
    return record !== undefined && store.isOfBefore(record, position);
  });
  expect(lacked).toEqual([true, false, false]);
  expect(idsOf(find(store, { limit: 5 }))).toEqual(["3-0"]);
});
