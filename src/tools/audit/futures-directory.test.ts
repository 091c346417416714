/**
 * A directory in which contracts were traded, with the history an archivist kept of it: the whole
 * way of a record, from the sequencer to the store, and the operator's proof of it.
 */
import { beforeAll, expect, test } from "vitest";
import { FuturesStory } from "../../../test/history/futures-story.ts";
import { historyOf, optionsOn, positionsOf } from "../../../test/support/archivist-desk.ts";
import { openOn } from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import type { Command } from "../../core/engine/codec.ts";
import { Archivist } from "../../runtime/archivist/archivist.ts";
import type { HistoryRecord } from "../../runtime/history/history.ts";
import { type Archive, JoinedHistory, rowsOf } from "../../runtime/history/joined-history.ts";
import { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { MemoryStore } from "../../runtime/history/store/memory-store.ts";
import type { Sequencer } from "../../runtime/sequencer/sequencer.ts";
import { rebuildHistory } from "./rebuild-history.ts";
import { verify } from "./verify.ts";

const STEPS = 1_200;
const PROFITS = [1, 2, 3, 4, 5, 6].map(
  (user) =>
    ({ kind: "profit", area: "futures", user, market: 0, limit: 1_000, fromId: 0 }) as const,
);

function write({ kind, record }: HistoryRecord): string {
  return `${kind} ${record.id} of ${record.user}`;
}

/** The sequencer ticks its seconds itself. */
async function tell(sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  for (const command of commands) {
    if (command.type !== "SecondTick") await sequencer.submit(command);
  }
}

/** At its end a page is asked for, of what the archive has and what it lacks. */
async function directory() {
  const disk = new SimulatedDisk();
  const { sequencer, unarchived, time } = await openOn(disk);
  const story = new FuturesStory(1);
  await tell(sequencer, story.opening(time.wallMs()));
  const archivist = new Archivist(
    optionsOn(disk, { snapshotEvery: 400, keepsArchive: () => true }),
    0,
  );
  const store = historyOf(disk);
  const archive: Archive = {
    ask: async (query, _position, join) => join(rowsOf(store.find(query), write)),
  };
  const history = new JoinedHistory({ unarchived, archive, write });
  for (let step = 1; step <= STEPS; step++) {
    await time.pass(1_000);
    await tell(sequencer, story.next(time.wallMs()));
    if (step % 100 !== 50) continue;
    archivist.advance(sequencer.state.position);
    unarchived.archived(archivist.archivedPosition);
  }
  const shown = await Promise.all(PROFITS.map((query) => history.page(query)));
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  return { disk, store, shown, state: sequencer.state };
}

let run: Awaited<ReturnType<typeof directory>>;

beforeAll(async () => {
  run = await directory();
});

test("HIST-OWN-1 HIST-SNAP-1 the archivist keeps what contracts left, and the joined page is whole", () => {
  const { store, disk, shown, state } = run;
  const kinds = new Set([...store.all()].map(({ kind }) => kind));

  expect(kinds).toEqual(new Set(["entries", "futures_order", "futures_trade", "profit"]));
  expect(shown).toEqual(PROFITS.map((query) => store.find(query).records.map(write)));
  expect(shown.flat()).toHaveLength(state.futures.profitIdLast);
  expect(positionsOf(disk)).toHaveLength(2);
  expect(store.position).toBe(state.position);
});

test("CORE-REPLAY-1 HIST-PUBLIC-1 verify follows contracts: history, views, fees and every account", async () => {
  const { disk, store, state } = run;

  const { history, totals, snapshotsCompared } = await verify(disk, store);

  const profits = state.futures.profitIdLast;
  expect(profits).toBeGreaterThan(10);
  expect(history).toEqual({
    position: state.position,
    records: [...store.all()].length - profits,
  });
  expect(snapshotsCompared).toHaveLength(2);
  const names = totals.flatMap(({ houses }) => houses.map(({ name }) => name));
  expect(names).toEqual(expect.arrayContaining(["CLEARING:E-BTC-USDT", "CLEARING:E-BTC-USD"]));
});

test("HIST-REBUILD-1 the history of contracts made anew from the log is the one that was kept", async () => {
  const { disk, store } = run;
  const anew = new HistoryStore(new MemoryStore());

  await rebuildHistory(disk, anew);

  expect([...anew.all()]).toEqual([...store.all()]);
});
