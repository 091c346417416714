/** The store of records against a plain list: what was added, forgotten, taken back and broken off, with merges in small pieces. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { diskStoresOfFile } from "../../../../test/history/disk-stores.ts";
import { runs } from "../../../../test/support/runs.ts";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import type { KeyValueStore } from "../rows/key-value-store.ts";
import { END_KEY, nameKey, POSITION_KEY, recordKey } from "../rows/keys.ts";
import { MemoryStore } from "./memory-store.ts";
import { MERGE_PACE, type MergePace, sizeOf } from "./merging.ts";
import { RecordStore } from "./record-store.ts";
import { newStanding, standingOf } from "./store-standing.ts";

const onDisk = diskStoresOfFile();

/** Whatever happens with a million records happens with a hundred. */
const SMALL: MergePace = {
  fanIn: 2,
  smallestRun: 3,
  atLeast: 20,
  forEach: 2,
  runsMax: 10,
  deadMin: 6,
};

interface Kept {
  readonly number: number;
  readonly keys: readonly Uint8Array[];
  readonly bytes: string;
  isGone: boolean;
}

/** A store, and beside it a list of all that it was told. */
class Modelled {
  readonly keyValues: KeyValueStore;
  readonly #pace: MergePace;
  store: RecordStore;
  list: Kept[] = [];
  #idLast = 0;
  mostRuns = 0;

  constructor(pace = SMALL, keyValues: KeyValueStore = new MemoryStore()) {
    this.#pace = pace;
    this.keyValues = keyValues;
    this.store = new RecordStore(keyValues, pace);
  }

  add(users: readonly number[], isBroken = false): void {
    const before = [...this.list];
    const add = () => {
      for (const user of users) this.#append(user);
      this.store.setPosition(this.store.position + 1);
      if (isBroken) throw new Error("struck");
    };
    if (!isBroken) this.store.transact(add);
    else {
      expect(() => this.store.transact(add)).toThrow("struck");
      this.list = before;
    }
    this.mostRuns = Math.max(this.mostRuns, this.standing.runs.length);
  }

  /** Ids go up and down, as those of orders that end do; of each user there are three names. */
  #append(user: number): void {
    const id = (++this.#idLast * 7_919) % 100_003;
    const owner = { area: "spot", user, market: 1 + (id % 2) } as const;
    const keys = [recordKey("order", owner, id), nameKey(owner, `name-${id % 3}`)];
    const bytes = `${user} ${id}`;
    this.store.append("order", Buffer.from(bytes), keys);
    this.list.push({ number: this.store.count, keys, bytes, isGone: false });
  }

  /** The records of a span of numbers become a stub, with the stubs at both of its ends. */
  forget(share: number, length: number): void {
    const alive = this.list.filter(({ isGone }) => !isGone);
    const old = alive.slice(Math.floor(share * alive.length)).slice(0, length);
    const [first, last] = [old[0]?.number ?? 0, old.at(-1)?.number ?? 0];
    if (first === 0) return;
    const gone = this.list.filter(({ number }) => number >= first && number <= last);
    const rows = [...this.store.records.listFrom(first, 1_000)];
    this.store.transact(() => {
      for (const row of rows) if (row.first <= last) this.store.records.remove(row.first);
      this.store.records.putStub(first, last);
      this.store.noteGone(last, 2 * old.length);
    });
    for (const each of gone) each.isGone = true;
  }

  takeBack(share: number): void {
    const behind = Math.floor(share * this.store.count);
    const later = new Set(
      this.list.filter(({ number }) => number > behind).map((one) => one.bytes),
    );
    this.store.transact(() => {
      this.store.removeBehind(({ bytes }) => later.has(Buffer.from(bytes).toString()));
    });
    for (const one of this.list) one.isGone ||= later.has(one.bytes);
  }

  reopen(): void {
    this.store = new RecordStore(this.keyValues, this.#pace);
  }

  get standing() {
    const row = this.keyValues.get(POSITION_KEY);
    return row ? standingOf(row) : newStanding();
  }

  /** What each key leads to: the latest record that is not gone. */
  truth(): Map<string, string> {
    const latest = new Map<string, string>();
    for (const { keys, bytes, isGone } of this.list) {
      if (!isGone) for (const key of keys) latest.set(hexOf(key), bytes);
    }
    return new Map([...latest].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** A name whose last bearer is gone leads to one before it, or to none: that may have been dropped. */
  #mayLead(key: string): boolean {
    const bearers = this.list.filter(({ keys }) => keys.some((one) => hexOf(one) === key));
    return bearers.at(-1)?.isGone ?? false;
  }

  check(): void {
    const lead = new Set(
      [
        ...this.store.list({ from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 10_000 }),
      ].map(({ key }) => hexOf(key)),
    );
    const truth = [...this.truth()].filter(([key]) => lead.has(key) || !this.#mayLead(key));
    for (const isReverse of [false, true]) {
      const [from, to] = isReverse ? [END_KEY, POSITION_KEY] : [POSITION_KEY, END_KEY];
      const listed = [...this.store.list({ from, to, isReverse, limit: 10_000 })];
      const said = listed.map(({ key, bytes }) => [hexOf(key), Buffer.from(bytes).toString()]);
      expect(said).toEqual(isReverse ? truth.toReversed() : truth);
    }
    const latest = new Map(truth);
    for (const { keys } of this.list) {
      for (const key of keys) {
        const { bytes } = this.store.get(key) ?? {};
        expect(bytes && Buffer.from(bytes).toString()).toBe(latest.get(hexOf(key)));
      }
    }
    for (let looks = 0; looks < 3; looks++) expect(this.store.scrub(7)).toBeUndefined();
    expect(this.store.scrub(100_000)).toBeUndefined();
    expect(this.store.scrub(100_000)).toBeUndefined();
  }
}

function hexOf(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

const users = fc
  .integer({ min: 1, max: 150 })
  .map((count) => Array.from({ length: count }, (_, at) => 1 + (at % 3)));
const share = fc.double({ min: 0, max: 1, noNaN: true });
const step = fc.oneof(
  { weight: 6, arbitrary: users.map((list) => (at: Modelled) => at.add(list)) },
  users.map((list) => (at: Modelled) => at.add(list, true)),
  fc.tuple(share, fc.nat(300)).map(
    ([from, most]) =>
      (at: Modelled) =>
        at.forget(from, most),
  ),
  share.map((behind) => (at: Modelled) => at.takeBack(Math.sqrt(behind))),
  fc.constant((at: Modelled) => at.reopen()),
);

test("HIST-PAGE-1 HIST-ONCE-1 whatever is added, forgotten, taken back and broken off, keys lead to what a plain list has", () => {
  const seen = { merged: 0, dropped: 0, left: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 15, maxLength: 40 }), (steps) => {
      const modelled = new Modelled();
      for (const take of steps) {
        take(modelled);
        const { merges, runs: list } = modelled.standing;
        seen.left += merges.some(({ written }) => written > 0) ? 1 : 0;
        seen.merged += list.some(({ entries }) => entries > 300) ? 1 : 0;
        seen.dropped += merges.some(({ dropped }) => dropped > 0) ? 1 : 0;
      }
      modelled.check();
      expect(modelled.mostRuns).toBeLessThanOrEqual(SMALL.runsMax);
    }),
    { numRuns: runs(60, 300), seed: 43 },
  );
  // What is hard was met: merges that were left between two transactions, and entries that they dropped.
  expect(
    Object.values(seen).every((times) => times > 0),
    JSON.stringify(seen),
  ).toBe(true);
});

test("HIST-ONCE-1 on a disk a transaction that breaks off when all is merged leaves nothing, and the merge goes on from where it was", () => {
  const directory = temporaryDirectory();
  let keyValues = onDisk(directory);
  const modelled = new Modelled(SMALL, keyValues);
  let left = 0;
  for (let at = 0; at < 60; at++) {
    const { put } = keyValues;
    if (at % 3 === 2) {
      const before = modelled.standing;
      left += before.merges.length;
      // The last thing that a transaction does.
      keyValues.put = (key, value) => {
        if (key.length === POSITION_KEY.length) throw new Error("struck");
        put.call(keyValues, key, value);
      };
      expect(() => modelled.add(Array.from({ length: 90 }, () => 2))).toThrow("struck");
      keyValues.put = put;
      modelled.list = modelled.list.slice(0, before.count);
      expect(modelled.standing).toEqual(before);
    }
    modelled.add(Array.from({ length: 1 + ((at * 37) % 120) }, () => 1 + (at % 3)));
    if (at % 7 === 6) modelled.reopen();
    if (at % 20 === 19) modelled.check();
  }

  expect(left).toBeGreaterThan(5);
  keyValues = onDisk(directory);
  const { store } = new Modelled(SMALL, keyValues);
  const all = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: 10_000 };
  expect([...store.list(all)]).toHaveLength(modelled.truth().size);
});

test("CORE-BOUND-1 there are never more runs than are to be read for a page, also where merging does not keep up by itself", () => {
  const slow = { ...SMALL, atLeast: 1, forEach: 0 };
  const modelled = new Modelled(slow);
  for (let at = 0; at < 400; at++) modelled.add(Array.from({ length: 1 + (at % 17) }, () => 1));

  expect(modelled.mostRuns).toBe(slow.runsMax);
  expect(modelled.standing.discards.length).toBeLessThan(20);
  modelled.check();
});

test("CORE-BOUND-1 a transaction merges in proportion to what it adds, however large the runs are", () => {
  const pace = { ...MERGE_PACE, smallestRun: 16, atLeast: 100, forEach: 10 };
  const keyValues = new MemoryStore();
  const store = new RecordStore(keyValues, pace);
  let written = 0;
  const put = keyValues.put.bind(keyValues);
  keyValues.put = (key, value) => {
    if (key[0] === 0x10) written += value.length;
    put(key, value);
  };
  const costs = Array.from({ length: 800 }, (_, at) => {
    written = 0;
    store.transact(() => {
      for (let one = 0; one < 16; one++) {
        const owner = { area: "spot", user: 1 + (one % 4), market: 1 } as const;
        store.append("order", Buffer.of(1), [recordKey("order", owner, at * 16 + one)]);
      }
    });
    return written;
  });

  // About 20 bytes an entry, and the block that it ends in.
  expect(Math.max(...costs)).toBeLessThan(20 * (16 + 100 + 10 * 16) + 2_000);
  const { runs: list } = standingOf(keyValues.get(POSITION_KEY) ?? END_KEY);
  expect(list.reduce((sum, { entries }) => sum + entries, 0)).toBe(12_800);
  expect(Math.max(...list.map(({ entries }) => sizeOf(entries, pace)))).toBeGreaterThan(3);
  expect(list.length).toBeLessThan(20);
});

test("HIST-FORGET-1 entries of what is gone are dropped: the index stops growing with what is kept", () => {
  const modelled = new Modelled();
  for (let day = 0; day < 60; day++) {
    modelled.add(Array.from({ length: 20 }, () => 1));
    const alive = modelled.list.filter(({ isGone }) => !isGone).length;
    if (alive > 40) modelled.forget(0, alive - 40);
  }

  const { runs: list } = modelled.standing;
  const entries = list.reduce((sum, run) => sum + run.entries, 0);
  const alive = 2 * modelled.list.filter(({ isGone }) => !isGone).length;
  expect(alive).toBe(80);
  expect(entries).toBeLessThan(4 * alive);
  modelled.check();
});
