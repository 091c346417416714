/** Candles of a market with a past, in the history store: written, found, built again, held against replay. */

import { expect, test } from "vitest";
import { rewritten } from "../../../test/history/rewritten.ts";
import { historyOf, optionsOn } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  BOB,
  mustDo,
  OPENING_MS,
  openMarketOn,
  openOn,
  order,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { slowSums, somePast } from "../../../test/views/past-candles.ts";
import type { Command } from "../../core/engine/codec.ts";
import { chunksOf } from "../../core/engine/prices/past.ts";
import { candlesFrom } from "../../core/views/candles.ts";
import { INTERVALS, KEPT_INTERVALS } from "../../core/views/interval.ts";
import { rebuildHistory } from "../../tools/audit/rebuild-history.ts";
import { VerifyFailed, verify } from "../../tools/audit/verify.ts";
import { kindIn } from "../history/rows/keys.ts";
import { HistoryStore } from "../history/store/history-store.ts";
import { MemoryStore } from "../history/store/memory-store.ts";
import { Archivist } from "./archivist.ts";

const MINUTE_MS = 60_000;
const COUNT = 2_500;
const PAST = somePast(COUNT, OPENING_MS - COUNT * MINUTE_MS);

function commands(candles = PAST): Command[] {
  return [...chunksOf(candles)].map((chunk) => {
    return { type: "ImportCandles", sort: "pair", market: 1, candles: chunk, request: 0 };
  });
}

/** A directory whose market has a past, and went on trading, followed by an archivist with snapshots. */
async function directory() {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const options = optionsOn(disk, { snapshotEvery: 4, keepsArchive: () => true });
  const archivist = new Archivist(options, 0);
  for (const command of [...commands(PAST.slice(0, 1_000)), ...commands(PAST.slice(1_000))]) {
    await mustDo(sequencer, command);
    archivist.advance(sequencer.state.position);
  }
  for (let minute = 0; minute < 7; minute++) {
    await mustDo(sequencer, order(ALICE, `sell 1 @ ${100 + minute}`));
    await mustDo(sequencer, order(BOB, "buy 1"));
    await time.pass(MINUTE_MS);
    archivist.advance(sequencer.state.position);
  }
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  return { disk, sequencer, time, history: historyOf(disk), nowMs: sequencer.state.timeMs };
}

test("SANDBOX-PAST-4 HIST-ONCE-1 the store has every closed candle; it is built again, and verify agrees", async () => {
  const { disk, sequencer, history } = await directory();

  for (const name of ["1min", "60min"] as const) {
    const interval = KEPT_INTERVALS.indexOf(name);
    const [newest] = sequencer.views.candles.newest(1, name, { nowMs: 0, limit: 1 });
    const all = slowSums(PAST, name, OPENING_MS - MINUTE_MS);
    const last = name === "1min" ? OPENING_MS / MINUTE_MS - 1 : OPENING_MS / 3_600_000 - 1;
    const query = {
      kind: "candles",
      area: "spot",
      market: 1,
      interval,
      last,
      limit: 200,
    } as const;
    const closed = history.find(query).records.flatMap((found) => {
      return found.kind === "candles" ? [...found.record.candles].reverse() : [];
    });
    const stretch = { interval, first: last - 199, last, times: 1 };
    const expected = all.filter(({ startMs }) => startMs < OPENING_MS).slice(0, 200);
    expect(candlesFrom(closed, stretch), name).toEqual(expected);
    expect(newest).toBeDefined();
  }

  const anew = new HistoryStore(new MemoryStore());
  await rebuildHistory(disk, anew);
  expect([...anew.all()]).toEqual([...history.all()]);
  const kept = [...anew.all()].filter(({ kind }) => kind === "candles");
  expect(kept.length).toBeGreaterThan(50);
  expect((await verify(disk, history)).history?.records).toBe([...anew.all()].length);
});

test("SANDBOX-PAST-4 verify finds a store without one of the candles", async () => {
  const { disk } = await directory();
  const keyValues = new MemoryStore();
  const store = new HistoryStore(keyValues);
  await rebuildHistory(disk, store);
  const candles: Uint8Array[] = [];
  const listed = rewritten(keyValues, (keys) => {
    const isOne = keys.some((key) => kindIn(key) === "candles");
    if (isOne) candles.push(...keys);
    return isOne && candles.length === 3 ? [] : keys;
  });

  await expect(verify(disk, store)).resolves.toBeDefined();
  await expect(verify(disk, new HistoryStore(listed))).rejects.toThrow(VerifyFailed);
});

test("SANDBOX-PAST-4 CORE-REPLAY-1 a start from a snapshot shows the same past", async () => {
  const { disk, sequencer, time, nowMs } = await directory();
  const shown = (views: typeof sequencer.views) =>
    INTERVALS.map((name) => views.candles.newest(1, name, { nowMs, limit: 300 }));

  const { sequencer: again } = await openOn(disk, time);

  expect(shown(again.views)).toEqual(shown(sequencer.views));
  expect(again.state.pasts).toEqual(sequencer.state.pasts);
  expect(again.views.candles.kept).toEqual([1]);
});
