/** HIST-SEAL-3: a store that a version before wrote becomes one of this version, in the order of the log and with all that it had. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { fundingSettled } from "../../../../test/history/contract-events.ts";
import { GRADES, writeOldStore } from "../../../../test/history/old-store.ts";
import { queriesOf, someEvents } from "../../../../test/history/some-events.ts";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import type { ExchangeEvent } from "../../../core/engine/events.ts";
import { recordsOf } from "../records-of.ts";
import type { KeyValueStore } from "../rows/key-value-store.ts";
import { END_KEY, POSITION_KEY } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import { type Happened, HistoryStore } from "../store/history-store.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { RecordStore } from "../store/record-store.ts";
import { convertOldStore } from "./convert-old-store.ts";

const ALL = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 100_000 };

/** Each event is a command of its own, in the order of which keys know nothing. */
function happened(events: readonly ExchangeEvent[]): Happened[] {
  return events.map((event, at) => ({ event, position: at + 1 }));
}

/** Of two users, by ids that go down. */
const ORDERS = Array.from({ length: 40 }, (_, at) => {
  const order = someOrder({ id: 500 - at, user: 1 + (at % 2), clientId: `name-${at % 7}` });
  return { position: at + 1, event: endedEvent(order, { status: "canceled" }, at) };
});

function converted(old: KeyValueStore, sortedMax?: number): HistoryStore {
  const into = new MemoryStore();
  convertOldStore({ old, into, scratch: new MemoryStore(), ...(sortedMax && { sortedMax }) });
  return new HistoryStore(into);
}

test("HIST-SEAL-3 a store of each version before answers as one that was written by this one, however few places are sorted at a time", () => {
  fc.assert(
    fc.property(
      someEvents,
      fc.constantFrom(...GRADES),
      fc.integer({ min: 1, max: 40 }),
      (events, grade, sortedMax) => {
        const all = [...happened(events), { event: fundingSettled({ dueMs: 7 }), position: 900 }];
        const [old, own] = [new MemoryStore(), new HistoryStore(new MemoryStore())];
        writeOldStore(old, all, { position: 1_000, grade });
        own.add(all, 1_000);

        const store = converted(old, sortedMax);

        expect(store.position).toBe(1_000);
        expect([...store.all()]).toEqual([...own.all()]);
        for (const query of queriesOf({ limit: 3, fromId: 0 })) {
          expect(store.find(query)).toEqual(own.find(query));
        }
        for (const clientId of ["a", "b", "c"]) {
          const query = { kind: "name", area: "spot", user: 1, market: 1, clientId } as const;
          expect(store.find(query)).toEqual(own.find(query));
        }
        for (const { event, position } of all) {
          for (const found of recordsOf(event)) expect(store.holds(found, position)).toBe(true);
        }
        for (let look = 0; look < 2; look++) expect(store.scrub(10_000)).toBeUndefined();
        expect(store.hasForgotten).toBe(true);
        expect(
          store.isOfBefore(recordsOf(fundingSettled({ dueMs: 8 }))[0] ?? expect.fail(), 3),
        ).toBe(true);
        expect(
          store.isOfBefore(recordsOf(fundingSettled({ dueMs: 8 }))[0] ?? expect.fail(), 4),
        ).toBe(false);
      },
    ),
    { numRuns: runs(60, 200), seed: 44 },
  );
});

test("HIST-SEAL-3 records come in the order of the log, so that what is later can be taken back, and is written on", () => {
  const old = new MemoryStore();
  writeOldStore(old, ORDERS, { position: 50, grade: "linked" });
  const into = new MemoryStore();
  convertOldStore({ old, into, scratch: new MemoryStore(), sortedMax: 7 });

  const positions = [...new RecordStore(into).records.listFrom(1, 1_000)].map(
    ({ record }) => record?.bytes[0],
  );
  expect(positions).toEqual(positions.toSorted((one = 0, other = 0) => one - other));
  const store = new HistoryStore(into);
  store.forgetAfter(10);
  expect(Math.max(...[...store.all()].map(({ position }) => position))).toBe(10);
  store.add(ORDERS, 50);
  expect([...store.all()]).toEqual([...converted(old).all()]);
});

test("HIST-SEAL-1 HIST-SEAL-4 an old store with a flipped bit, or without one of its rows, is not taken for a whole one", () => {
  const sound = new MemoryStore();
  writeOldStore(sound, ORDERS, { position: 50, grade: "linked" });
  for (const { key, value } of sound.list(ALL)) {
    const flipped = sound.copy();
    const bytes = Uint8Array.from(value);
    bytes[value.length - 1] = (bytes[value.length - 1] ?? 0) ^ 4;
    flipped.put(key, bytes);
    expect(() => converted(flipped)).toThrow(HistoryDamaged);
    const without = sound.copy();
    without.remove(key);
    // As on a disk, where the row is counted though no page leads to it.
    without.count = () => sound.count();
    expect(() => converted(without)).toThrow(HistoryDamaged);
  }
});

test("HIST-SEAL-3 until then it says up to where it has everything, and nothing else", () => {
  const old = new MemoryStore();
  writeOldStore(old, [], { position: 50, grade: "sealed" });
  const store = new HistoryStore(old);

  expect(store.position).toBe(50);
  const query = { kind: "order", area: "spot", user: 1, market: 1, limit: 9, fromId: 0 } as const;
  expect(() => store.find(query)).toThrow("an earlier version wrote the history store");
  expect(() => store.add([], 51)).toThrow("an earlier version wrote the history store");
  expect(store.position).toBe(50);
});

/** As version 0.3.0 wrote them: a canceled margin order with its name, and one side of a trade. */
const OLD: readonly (readonly [string, string])[] = [
  ["00", "09"],
  ["0102000000030000000200000000000007", "02070103020100ac0209000402b0040178e80703d00f"],
  ["0201000000030000000100000000000010", "0208000301050605ac020400010102dc0b"],
  ["03020000000378", "020207"],
];

test("HIST-SEAL-3 what version 0.3.0 wrote is read, and what it would write is what we write", () => {
  const keyValues = new MemoryStore();
  const bytesOf = (hex: string) => Buffer.from(hex, "hex");
  keyValues.transact(() => {
    for (const [key, value] of OLD) keyValues.put(bytesOf(key), bytesOf(value));
  });
  const store = converted(keyValues);

  const margin = { area: "margin", user: 3, market: 2 } as const;
  const [order] = store.find({ kind: "name", ...margin, clientId: "x" }).records;
  expect(order?.record).toEqual({
    id: 7,
    ...margin,
    side: "sell",
    kind: "limit",
    ticks: 300,
    lots: 9,
    budget: 0n,
    executed: 4,
    traded: 1_200n,
    clientId: "x",
    placedAtMs: 1_000,
    status: "canceled",
    endedAtMs: 2_000,
  });
  const [own] = store.find({
    kind: "trade",
    area: "spot",
    user: 3,
    market: 1,
    limit: 9,
    fromId: 0,
  }).records;
  expect(own?.record).toEqual({
    id: 8,
    area: "spot",
    user: 3,
    market: 1,
    orderId: 5,
    bidId: 6,
    askId: 5,
    ticks: 300,
    lots: 4,
    isBuyer: false,
    isMaker: true,
    fee: 2n,
    timeMs: 1_500,
  });
  for (const { position, ...found } of store.all()) expect(store.holds(found, position)).toBe(true);
});
