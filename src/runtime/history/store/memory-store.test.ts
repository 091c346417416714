/** A store in memory and its copies: against plain maps, which share nothing. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { MemoryStore, StoreFull } from "./memory-store.ts";

const NAMES = 40;
const name = fc.integer({ min: 0, max: NAMES - 1 });
const which = fc.nat(5);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ which, puts: name, value: fc.nat(255) }) },
  { weight: 4, arbitrary: fc.record({ which, removes: name }) },
  { weight: 2, arbitrary: which.map((copied) => ({ copied })) },
  { weight: 1, arbitrary: fc.record({ which, fails: fc.array(name, { maxLength: 5 }) }) },
);

/** Short and long ones, under several first bytes. */
function keyOf(number: number): Uint8Array {
  return Uint8Array.of(number % 3, ...(number % 2 === 0 ? [number] : [number, 7]));
}

interface Pair {
  readonly store: MemoryStore;
  readonly plain: Map<string, Uint8Array>;
}

function latin(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}

function expectSame({ store, plain }: Pair, from: number, to: number): void {
  expect(store.count()).toBe(plain.size);
  const [low, high] = [latin(keyOf(from)), latin(keyOf(to))];
  for (const isReverse of [false, true]) {
    for (const limit of [3, 1_000]) {
      const names = [...plain.keys()].sort().filter((one) => {
        return isReverse ? one <= low && one > high : one >= low && one < high;
      });
      if (isReverse) names.reverse();
      const range = { from: keyOf(from), to: keyOf(to), isReverse, limit };
      const listed = [...store.list(range)].map(({ key, value }) => [latin(key), [...value]]);
      expect(listed).toEqual(
        names.slice(0, limit).map((one) => [one, [...(plain.get(one) ?? [])]]),
      );
    }
  }
}

test("a store and its copies have what each was given, and none sees what another one writes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: "max" }), name, name, (steps, from, to) => {
      const pairs: Pair[] = [{ store: new MemoryStore(), plain: new Map() }];
      for (const at of steps) {
        const { store, plain } = pairs[
          ("copied" in at ? at.copied : at.which) % pairs.length
        ] as Pair;
        if ("puts" in at) {
          store.transact(() => store.put(keyOf(at.puts), Uint8Array.of(at.value)));
          plain.set(latin(keyOf(at.puts)), Uint8Array.of(at.value));
        } else if ("removes" in at) {
          store.transact(() => store.remove(keyOf(at.removes)));
          plain.delete(latin(keyOf(at.removes)));
        } else if ("fails" in at) {
          const failing = () => {
            for (const one of at.fails) store.put(keyOf(one), Uint8Array.of(1, 2));
            for (const one of at.fails) store.remove(keyOf(one + 1));
            throw new Error("broken off");
          };
          expect(() => store.transact(failing)).toThrow("broken off");
        } else if (pairs.length < 6) pairs.push({ store: store.copy(), plain: new Map(plain) });
      }
      for (const pair of pairs) {
        expectSame(pair, from, to);
        for (let one = 0; one < NAMES; one++) {
          expect(pair.store.get(keyOf(one))).toEqual(
            pair.plain.get(latin(keyOf(one))) &&
              Buffer.from(pair.plain.get(latin(keyOf(one))) as Uint8Array),
          );
        }
      }
    }),
    { numRuns: runs(150, 2_000), seed: 48 },
  );
});

test("copy after copy, a look passes few layers", () => {
  let store = new MemoryStore();
  for (let at = 0; at < 2_000; at++) {
    store.transact(() => store.put(Uint8Array.of(at >> 8, at & 255), Uint8Array.of(1)));
    store = store.copy();
    expect(store.depth).toBeLessThanOrEqual(13);
  }
  expect(store.count()).toBe(2_000);
});

test("a copy is full where the store is, and what it removes makes room in it alone", () => {
  const store = new MemoryStore(2);
  const put = (into: MemoryStore, one: number) =>
    into.transact(() => into.put(Uint8Array.of(one), Uint8Array.of(1)));
  put(store, 1);
  put(store, 2);
  const copy = store.copy();
  expect(() => put(copy, 3)).toThrow(StoreFull);
  copy.transact(() => copy.remove(Uint8Array.of(1)));
  put(copy, 3);
  expect(() => put(store, 3)).toThrow(StoreFull);
});
