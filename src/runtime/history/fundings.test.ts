/** Fundings in the store: spans of time against a plain list, on disk, in memory and over the wire. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fundingSettled } from "../../../test/history/contract-events.ts";
import { diskStoresOfFile } from "../../../test/history/disk-stores.ts";
import { runs } from "../../../test/support/runs.ts";
import { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import type { FundingSettled } from "../../core/engine/futures/futures.ts";
import type { FoundRows, Query } from "./history.ts";
import { type Archive, JoinedHistory, rowsOf } from "./joined-history.ts";
import { CONTRACTS_KEPT, FUNDINGS_KEPT, NewestFundings } from "./newest-fundings.ts";
import type { FundingsQuery } from "./public-records.ts";
import { queryRecord } from "./query-record.ts";
import type { KeyValueStore } from "./rows/key-value-store.ts";
import { HistoryStore } from "./store/history-store.ts";
import { MemoryStore } from "./store/memory-store.ts";
import { UnarchivedRecords } from "./unarchived-records.ts";

const HOUR_MS = 3_600_000;
const SOME_HOUR = 472_222;

const onDisk = diskStoresOfFile();

/** Fundings of contracts 1 to 3, some of them between two hours, as after a halt; none twice. */
const settled = fc
  .uniqueArray(
    fc.record({
      contract: fc.integer({ min: 1, max: 3 }),
      hour: fc.integer({ min: 1, max: 60 }),
      ms: fc.constantFrom(0, 0, 1, HOUR_MS - 1),
      rate: fc.integer({ min: -750_000, max: 750_000 }),
      markTicks: fc.integer({ min: 1, max: 2 ** 51 }),
    }),
    {
      maxLength: 80,
      size: "max",
      selector: ({ contract, hour, ms }) => `${contract} ${hour} ${ms}`,
    },
  )
  .map((list) =>
    list.map(({ contract, hour, ms, rate, markTicks }) => {
      const dueMs = (SOME_HOUR + hour) * HOUR_MS + ms;
      return fundingSettled({ contract, dueMs, rate, markTicks });
    }),
  );

/** A time on or beside a funding, or beyond all. */
interface AskedTime {
  readonly at: number;
  readonly ms: number;
}
const askedTimes = fc.option(fc.record({ at: fc.nat(79), ms: fc.constantFrom(-1, 0, 0, 1) }));

interface Asked {
  readonly market: number;
  readonly first: AskedTime | null;
  readonly last: AskedTime | null;
  readonly limit: number;
}
const asked: fc.Arbitrary<Asked> = fc.record({
  market: fc.integer({ min: 1, max: 4 }),
  first: askedTimes,
  last: askedTimes,
  limit: fc.constantFrom(1, 2, 5, 90),
});

const END_MS = Number.MAX_SAFE_INTEGER;

function queryOf(
  all: readonly FundingSettled[],
  { market, first, last, limit }: Asked,
): FundingsQuery {
  const timeOf = (time: AskedTime | null, otherwise: number) => {
    const dueMs = time && all[time.at % Math.max(all.length, 1)]?.dueMs;
    return time && dueMs ? dueMs + time.ms : otherwise;
  };
  const span = { firstMs: timeOf(first, 0), lastMs: timeOf(last, END_MS) };
  return { kind: "funding", area: "futures", market, ...span, limit };
}

/** The plain model. */
function plainly(
  all: readonly FundingSettled[],
  { market, firstMs, lastMs, limit }: FundingsQuery,
): unknown[] {
  return all
    .filter(({ contract, dueMs }) => contract === market && dueMs >= firstMs && dueMs <= lastMs)
    .sort((a, b) => b.dueMs - a.dueMs)
    .slice(0, limit)
    .map(({ contract, dueMs, rate, markTicks }) => {
      return { id: dueMs, area: "futures", user: 0, market: contract, rate, markTicks };
    });
}

function storeWith(all: readonly FundingSettled[], keyValues: KeyValueStore): HistoryStore {
  const store = new HistoryStore(keyValues);
  store.add(
    all.map((event, at) => ({ event, position: at + 1 })),
    all.length,
  );
  return store;
}

test.each([
  ["in memory", () => new MemoryStore(), runs(100, 400)],
  ["on disk", onDisk, runs(5, 20)],
] as const)(
  "HIST-FUND-1 FUT-DATA-4 %s a span of time is that of a plain list",
  (_, make, count) => {
    fc.assert(
      fc.property(settled, fc.array(asked, { maxLength: 12, size: "max" }), (all, list) => {
        const store = storeWith(all, make());
        for (const query of list.map((one) => queryOf(all, one))) {
          const records = store.find(query).records.map(({ record }) => record);
          expect(records).toEqual(plainly(all, query));
        }
      }),
      { seed: 23, numRuns: count },
    );
  },
);

test("HIST-FUND-1 FUT-DATA-4 pages that go back by the oldest time less one have every funding once", () => {
  fc.assert(
    fc.property(settled, fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const store = storeWith(all, new MemoryStore());
      const whole = { kind: "funding", area: "futures", market: 1, firstMs: 0 } as const;
      const met: unknown[] = [];
      for (let turn = 0, lastMs = END_MS; turn <= all.length; turn++) {
        const page = store.find({ ...whole, lastMs, limit }).records;
        met.push(...page.map(({ record }) => record));
        const oldest = page.at(-1);
        if (!oldest) break;
        lastMs = oldest.record.id - 1;
      }

      const query = { ...whole, lastMs: END_MS, limit: 1_000 };
      expect(met).toEqual(plainly(all, query));
    }),
    { seed: 24, numRuns: runs(50, 200) },
  );
});

test("a query about fundings is the same behind the wire", () => {
  fc.assert(
    fc.property(settled, asked, (all, one) => {
      const query = queryOf(all, one);
      const out = new ByteWriter();
      queryRecord.write(out, query);
      const from = new ByteReader(out.view());

      expect(queryRecord.read(from)).toEqual(query);
      expect(from.isAtEnd()).toBe(true);
    }),
    { seed: 25 },
  );
});

/** An archive that notes how far it had to be. */
class NotingArchive implements Archive {
  position = -1;
  found: FoundRows | undefined = { position: 9, ranks: [1], rows: ["{}"] };

  async ask<T>(_: Query, position: number, join: (found: FoundRows) => T): Promise<T | undefined> {
    this.position = position;
    return this.found && join(this.found);
  }
}

test("HIST-FUND-1 HIST-BOUND-1 a query waits for an archive that has the last funding, or is behind", async () => {
  const unarchived = new UnarchivedRecords();
  const archive = new NotingArchive();
  const history = new JoinedHistory({ unarchived, archive, write: () => "" });
  const query = { kind: "funding", area: "futures", market: 1, firstMs: 0, lastMs: 1, limit: 1 };
  const ask = () => history.fundings(query as FundingsQuery);

  unarchived.beginAt(3);
  expect([await ask(), archive.position]).toEqual([["{}"], 3]);
  unarchived.add(fundingSettled(), 8);
  expect([await ask(), archive.position]).toEqual([["{}"], 8]);
  expect(unarchived.size).toBe(0);
  archive.found = undefined;
  unarchived.add(fundingSettled(), 9);

  expect(await ask()).toBe("behind");
});

/** A store as an archive, which counts what it is asked. */
class CountingArchive implements Archive {
  asked = 0;
  readonly #store: HistoryStore;

  constructor(store: HistoryStore) {
    this.#store = store;
  }

  async ask<T>(query: Query, _: number, join: (found: FoundRows) => T): Promise<T | undefined> {
    this.asked++;
    return join(rowsOf(this.#store.find(query), ({ record }) => JSON.stringify(record)));
  }
}

test("HIST-FUND-3 the archive is asked once until another is settled, unless older ones are wanted", async () => {
  const COUNT = FUNDINGS_KEPT + 10;
  const all = Array.from({ length: COUNT }, (_, at) =>
    fundingSettled({ dueMs: (at + 1) * HOUR_MS }),
  );
  const archive = new CountingArchive(storeWith(all, new MemoryStore()));
  const unarchived = new UnarchivedRecords();
  const history = new JoinedHistory({ unarchived, archive, write: () => "" });
  const ask = async (firstHour: number, lastHour: number, limit: number) => {
    const before = archive.asked;
    const span = { firstMs: firstHour * HOUR_MS, lastMs: lastHour * HOUR_MS, limit };
    const query: FundingsQuery = { kind: "funding", area: "futures", market: 1, ...span };
    const rows = await history.fundings(query);
    expect(rows).toEqual(plainly(all, query).map((record) => JSON.stringify(record)));
    return archive.asked - before;
  };

  expect(await ask(0, COUNT, 100)).toBe(1);
  expect(await ask(0, COUNT, FUNDINGS_KEPT)).toBe(0);
  expect(await ask(11, COUNT - 5, FUNDINGS_KEPT)).toBe(0);
  expect(await ask(COUNT, 1, 5)).toBe(0);
  expect(await ask(10, COUNT - 5, FUNDINGS_KEPT)).toBe(1);
  expect(await ask(0, 12, 2)).toBe(0);
  expect(await ask(0, 12, 3)).toBe(1);
  expect(await ask(0, 5, 2)).toBe(1);
  unarchived.add(fundingSettled({ contract: 2 }), 7);
  expect(await ask(0, COUNT, 100)).toBe(1);
});

/** An archive that answers when it is told to. */
class SlowArchive implements Archive {
  readonly #answers: ((found: FoundRows | undefined) => void)[] = [];
  asked = 0;

  ask<T>(_: Query, __: number, join: (found: FoundRows) => T): Promise<T | undefined> {
    this.asked++;
    return new Promise((resolve) => {
      this.#answers.push((found) => resolve(found && join(found)));
    });
  }

  answer(found: FoundRows | undefined): void {
    for (const answer of this.#answers.splice(0)) answer(found);
  }
}

test("HIST-FUND-3 those who come while the archive is asked wait for one answer, and a refusal is not kept", async () => {
  const unarchived = new UnarchivedRecords();
  const archive = new SlowArchive();
  const history = new JoinedHistory({ unarchived, archive, write: () => "" });
  const askAll = () => {
    const one = { kind: "funding", area: "futures", firstMs: 0, lastMs: END_MS } as const;
    const asking = range(1, 3).map((limit) => history.fundings({ ...one, market: 1, limit }));
    return Promise.all([...asking, history.fundings({ ...one, market: 2, limit: 1 })]);
  };
  unarchived.add(fundingSettled(), 7);

  const refused = askAll();
  expect(archive.asked).toBe(2);
  archive.answer(undefined);
  expect(await refused).toEqual(["behind", "behind", "behind", "behind"]);
  const before = askAll();
  expect(archive.asked).toBe(4);
  unarchived.add(fundingSettled(), 9);
  const behind = askAll();
  expect(archive.asked).toBe(6);
  archive.answer({ position: 9, ranks: [2, 1], rows: ["b", "a"] });

  const pages = [["b"], ["b", "a"], ["b", "a"], ["b"]];
  expect([await before, await behind, await askAll()]).toEqual([pages, pages, pages]);
  expect(archive.asked).toBe(6);
});

test("HIST-FUND-3 CORE-BOUND-1 the newest of 64 contracts are kept", async () => {
  const kept = new NewestFundings();
  const find = (contract: number, fundedPosition: number, rank: number) =>
    kept.find(contract, fundedPosition, async () => ({ position: 5, ranks: [rank], rows: ["{}"] }));
  for (const contract of range(1, CONTRACTS_KEPT + 1)) await find(contract, 5, contract);

  const asked = range(2, CONTRACTS_KEPT + 1).map((contract) => find(contract, 5, 0));
  const ranks = (await Promise.all(asked)).map((one) => one?.ranks[0]);
  expect(ranks).toEqual(range(2, CONTRACTS_KEPT + 1));
  expect((await find(1, 5, 0))?.ranks).toEqual([0]);
  // What does not have the last funding is not kept.
  expect([(await find(3, 6, 1))?.ranks, (await find(3, 6, 2))?.ranks]).toEqual([[1], [2]]);
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
