/** The records of contracts, left by the real engine in a seeded run: they tell one story. */
import { expect, test } from "vitest";
import { FuturesRun } from "../../../test/history/futures-run.ts";
import type { FuturesOrder, FuturesTrade, HistoryRecord, Profit } from "./history.ts";
import { recordsOf } from "./records-of.ts";
import { type Happened, HistoryStore } from "./store/history-store.ts";
import { MemoryStore } from "./store/memory-store.ts";

const SEEDS = [1, 2, 3];
const STEPS = 2_000;

const played = new Map<number, ReturnType<typeof play>>();

/** A run, with the records as they were when each command was over; no test changes it. */
function runOf(seed: number) {
  const run = played.get(seed) ?? play(seed);
  played.set(seed, run);
  return run;
}

function play(seed: number) {
  const records: HistoryRecord[] = [];
  const happened: Happened[] = [];
  const run = new FuturesRun(seed, (event, { position }) => {
    records.push(...recordsOf(event));
    happened.push({ event, position });
  });
  for (let step = 0; step < STEPS; step++) run.step();
  return { state: run.state, records, happened };
}

function ofKind<K extends HistoryRecord["kind"]>(records: readonly HistoryRecord[], kind: K) {
  type Kept = Extract<HistoryRecord, { kind: K }>["record"];
  return records.flatMap((found) => (found.kind === kind ? [found.record as Kept] : []));
}

/** The sums of lots, value and fees of trades, by what `keyOf` says. */
function sumsOf<T>(list: readonly T[], keyOf: (each: T) => string, amountOf: (each: T) => bigint) {
  const sums = new Map<string, bigint>();
  for (const each of list) sums.set(keyOf(each), (sums.get(keyOf(each)) ?? 0n) + amountOf(each));
  return sums;
}

test.each(SEEDS)(
  "I-4 HIST-FORCED-1 run %i: the own trades of an ended order are what it executed",
  (seed) => {
    const { records } = runOf(seed);
    const orders: readonly FuturesOrder[] = ofKind(records, "futures_order");
    const trades: readonly FuturesTrade[] = ofKind(records, "futures_trade");
    const ofOrder = ({ user, orderId }: FuturesTrade) => `${user} ${orderId}`;
    const lots = sumsOf(trades, ofOrder, (each) => BigInt(each.lots));
    const value = sumsOf(trades, ofOrder, (each) => each.value);

    for (const { id, user, executed, traded } of orders) {
      const key = `${user} ${id}`;
      expect([lots.get(key) ?? 0n, value.get(key) ?? 0n]).toEqual([BigInt(executed), traded]);
    }
    expect(orders.filter(({ forcedPrice }) => forcedPrice > 0n).length).toBeGreaterThan(10);
    expect(trades.some(({ bidUser, askUser }) => bidUser === 0 || askUser === 0)).toBe(true);
    expect(trades.every(({ user }) => user > 0)).toBe(true);
  },
);

test.each(SEEDS)(
  "I-15 HIST-PROFIT-1 run %i: fees of own trades are those of the positions",
  (seed) => {
    const { records, state } = runOf(seed);
    const trades: readonly FuturesTrade[] = ofKind(records, "futures_trade");
    const profits: readonly Profit[] = ofKind(records, "profit");
    const owner = ({ user, market }: { user: number; market: number }) => `${user} ${market}`;
    const open = [...state.futures.positions.all()].map(({ user, tradeFee, contractAccount }) => {
      return { user, market: contractAccount.market.contract.id, tradeFee };
    });

    const booked = sumsOf([...profits, ...open], owner, ({ tradeFee }) => -tradeFee);
    expect(booked).toEqual(new Map([...booked].map(([key]) => [key, feesOf(trades, key)])));
    expect(profits.length).toBeGreaterThan(10);
    expect(profits.map(({ id }) => id)).toEqual(profits.map((_, at) => at + 1));

    function feesOf(list: readonly FuturesTrade[], key: string): bigint {
      return list.reduce((sum, each) => (owner(each) === key ? sum + each.fee : sum), 0n);
    }
  },
);

test("HIST-OWN-1 what the store keeps at the end is what was left at the time", () => {
  const { records, happened, state } = runOf(4);
  const store = new HistoryStore(new MemoryStore());
  store.add(happened, state.position);

  const profits = ofKind(records, "profit").length;
  const kept = [...store.all()];
  expect(kept).toHaveLength(records.length + profits);
  const keptTexts = new Set(kept.map(textOf));
  expect(records.filter((found) => !keptTexts.has(textOf(found)))).toEqual([]);
});

function textOf({ kind, record }: HistoryRecord): string {
  const there = Object.entries(record).filter(([, value]) => value !== undefined);
  const fields = there.map(([name, value]) => `${name} ${value}`);
  return [kind, ...fields.sort()].join(", ");
}
