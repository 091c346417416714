/** The archivist's history: when a record is written, and what a restart finds. */
import { expect, test } from "vitest";
import { historyOf, optionsOn, positionsOf } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  BOB,
  deposit,
  mustDo,
  openMarketOn,
  openOn,
  order,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { rebuildHistory } from "../../tools/audit/rebuild-history.ts";
import { verify } from "../../tools/audit/verify.ts";
import { entriesQuery } from "../history/ledger-entries.ts";
import { HistoryStore } from "../history/store/history-store.ts";
import { MemoryStore } from "../history/store/memory-store.ts";
import { Archivist, HistoryDiffers, isDifference } from "./archivist.ts";
import { Orphaned } from "./guarded-disk.ts";

function recordsIn(history: HistoryStore): number {
  return [...history.all()].length;
}

/** Those of orders and trades; money that moved leaves entries besides. */
function tradedIn(history: HistoryStore): number {
  return [...history.all()].filter(({ kind }) => kind !== "entries").length;
}

test("HIST-CONFIRM-1 a record is written when the batch behind it has come, and not before", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  const history = historyOf(disk);
  await mustDo(sequencer, order(ALICE, "sell 1 @ 100"));
  await mustDo(sequencer, order(BOB, "buy 1 @ 100"));
  const traded = sequencer.state.position;

  archivist.advance(traded);
  expect(tradedIn(history)).toBe(0);
  expect(archivist.archivedPosition).toBeLessThan(traded);
  await mustDo(sequencer, deposit(ALICE, "behind"));
  archivist.advance(traded + 1);
  // Two sides of the trade, two orders that ended.
  expect(tradedIn(history)).toBe(4);
  expect(archivist.archivedPosition).toBe(traded);

  // The empty batch that closes an idle log bears out the last one.
  await mustDo(sequencer, order(ALICE, "sell 1 @ 100", "last"));
  await mustDo(sequencer, order(BOB, "buy 1 @ 100"));
  const end = sequencer.state.position;
  archivist.advance(end);
  expect(archivist.archivedPosition).toBeLessThan(end);
  await time.pass(1_500);
  archivist.advance(end);
  expect(archivist.archivedPosition).toBe(end);
  expect(tradedIn(history)).toBe(8);
});

test("HIST-BOUND-1 HIST-LEDGER-3 what is found is as of where nothing is missing, also behind what leaves no record", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  const filled = { fund: "loan_pool", asset: 1, amount: 5n, request: 0 } as const;
  await mustDo(sequencer, { type: "FillFund", id: "pool", ...filled });
  const { position } = sequencer.state;
  await mustDo(sequencer, order(ALICE, "sell 1 @ 100"));
  archivist.advance(sequencer.state.position);

  const query = { ...entriesQuery({ limit: 10 }), area: "spot", user: ALICE } as const;
  expect(archivist.find(query).position).toBe(position);
});

test("HIST-SNAP-1 a snapshot is there only when history has everything up to it", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const keyValues = new MemoryStore();
  const history = new HistoryStore(keyValues);
  const options = optionsOn(disk, { history, snapshotEvery: 25 });
  const seen: boolean[] = [];
  keyValues.watch = () => seen.push(positionsOf(disk).every((at) => at <= history.position));
  const archivist = new Archivist(options, 0);
  for (let i = 0; i < 12; i++) {
    await trade(sequencer, 10, `t${i}`);
    archivist.advance(sequencer.state.position);
    for (const at of positionsOf(disk)) expect(at).toBeLessThanOrEqual(history.position);
  }

  expect(positionsOf(disk)).toHaveLength(2);
  expect(seen.length).toBeGreaterThan(5);
  expect(seen).not.toContain(false);
});

test("HIST-SNAP-1 a snapshot is not made when history cannot be written", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const keyValues = new MemoryStore();
  const options = optionsOn(disk, { history: new HistoryStore(keyValues) });
  const archivist = new Archivist(options, sequencer.state.position);
  await trade(sequencer, 10);
  archivist.advance(sequencer.state.position);
  keyValues.watch = () => {
    throw new Error("no space for history");
  };

  archivist.takeSnapshot();
  expect(positionsOf(disk)).toEqual([]);
  keyValues.watch = () => undefined;
  archivist.takeSnapshot();
  expect(positionsOf(disk)).toEqual([sequencer.state.position]);
});

test("LOG-FULL-1 history that cannot be written waits, stays readable, and goes on without a gap", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const keyValues = new MemoryStore();
  const history = new HistoryStore(keyValues);
  const archivist = new Archivist(optionsOn(disk, { history }), sequencer.state.position);
  await trade(sequencer, 40, "before");
  archivist.advance(sequencer.state.position);
  const readable = [...history.all()];
  keyValues.watch = () => {
    throw new Error("Input/output error");
  };
  for (let i = 0; i < 3; i++) {
    await trade(sequencer, 40, `full${i}`);
    archivist.advance(sequencer.state.position);
  }

  expect(archivist.historyProblem).toBe("Input/output error");
  expect([...history.all()]).toEqual(readable);
  expect(archivist.archivedPosition).toBe(history.position);
  keyValues.watch = () => undefined;
  await time.pass(1_500);
  archivist.advance(sequencer.state.position);
  expect(archivist.historyProblem).toBeUndefined();
  expect(archivist.archivedPosition).toBe(sequencer.state.position);
  expect((await verify(disk, history)).history?.position).toBe(sequencer.state.position);
});

test("HIST-ONCE-1 an archivist that starts again, at any snapshot, lists nothing twice", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const options = optionsOn(disk, { snapshotEvery: 70, keepsArchive: () => true });
  for (let life = 0; life < 6; life++) {
    const archivist = new Archivist(options, sequencer.state.position);
    await trade(sequencer, 40, `life${life}`);
    archivist.advance(sequencer.state.position - (life % 3) * 7);
  }
  await time.pass(1_500);
  await sequencer.stop();
  new Archivist(options, sequencer.state.position).finish(sequencer.state.position);

  const { history } = await verify(disk, historyOf(disk));
  expect(history?.position).toBe(sequencer.state.position);
  expect(history?.records).toBe(recordsIn(historyOf(disk)));
});

test("HIST-SNAP-1 history that was lost is made anew from the log, or the loss is told", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const keeping = optionsOn(disk, { snapshotEvery: 90, keepsArchive: () => true });
  const archivist = new Archivist(keeping, 0);
  await trade(sequencer, 300);
  archivist.advance(sequencer.state.position);
  expect(positionsOf(disk)).toHaveLength(2);
  const lost = new HistoryStore(new MemoryStore());

  new Archivist({ ...keeping, history: lost }, sequencer.state.position);
  const anew = new HistoryStore(new MemoryStore());
  await sequencer.stop();
  await rebuildHistory(disk, anew);
  const written = [...anew.all()].filter(({ position }) => position <= lost.position);
  expect([...lost.all()]).toEqual(written);
  expect(written.length).toBeGreaterThan(200);
});

test("HIST-SNAP-1 history that was lost says itself that it has all before the snapshot, also when nothing ended last", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const keeping = optionsOn(disk, { keepsArchive: () => true });
  await trade(sequencer, 20);
  await mustDo(sequencer, { type: "AddUser", name: "no-record", request: 0 });
  const end = sequencer.state.position;
  await sequencer.stop();
  new Archivist(keeping, end).finish(end);
  expect(positionsOf(disk)).toEqual([end]);
  const lost = new HistoryStore(new MemoryStore());

  new Archivist({ ...keeping, history: lost }, end).advance(end);

  expect(lost.position).toBe(end);
});

test("HIST-SNAP-1 history that was lost together with the log behind it is not begun in silence", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const forgetting = optionsOn(disk, { snapshotEvery: 90, keepsArchive: () => false });
  const archivist = new Archivist(forgetting, 0);
  await trade(sequencer, 400);
  archivist.advance(sequencer.state.position);
  const lost = new HistoryStore(new MemoryStore());

  const start = () => new Archivist({ ...forgetting, history: lost }, sequencer.state.position);
  expect(start).toThrow(/bourse rebuild-history/);
});

test("HIST-ONCE-1 a store that is later than the log halts the exchange", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  historyOf(disk).add([], sequencer.state.position + 1);
  let error: unknown;
  try {
    new Archivist(optionsOn(disk), sequencer.state.position);
  } catch (thrown) {
    error = thrown;
  }

  expect(error).toBeInstanceOf(HistoryDiffers);
  expect(isDifference(error)).toBe(true);
});

test("LOG-LOCK-1 an orphan writes no history beside its successor", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  let isMine = true;
  const archivist = new Archivist(optionsOn(disk, { isMine: () => isMine }), 0);
  await trade(sequencer, 10);
  isMine = false;

  expect(() => archivist.advance(sequencer.state.position)).toThrow(Orphaned);
  expect(recordsIn(historyOf(disk))).toBe(0);
});

test("HIST-OWN-1 after a restart the server has what ended since the snapshot", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  await trade(sequencer, 10, "before");
  archivist.advance(sequencer.state.position);
  archivist.takeSnapshot();
  const kept = historyOf(disk).position;
  await trade(sequencer, 10, "after");
  await sequencer.stop();

  const { unarchived } = await openOn(disk, time);
  const owner = { area: "spot", user: BOB, market: 1 } as const;
  const trades = unarchived.find({ kind: "trade", ...owner, limit: 100, fromId: 0 }, 0);
  expect(trades.length).toBeGreaterThan(0);
  expect(unarchived.find({ kind: "trade", ...owner, limit: 100, fromId: 0 }, kept)).toEqual(trades);
});
