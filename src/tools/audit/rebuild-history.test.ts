/** History made anew from the log, and compared with it. */
import { expect, test } from "vitest";
import { historyOf, optionsOn } from "../../../test/support/archivist-desk.ts";
import { openMarketOn, trade } from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { trade as aTrade } from "../../../test/views/trade-tape.ts";
import { Archivist } from "../../runtime/archivist/archivist.ts";
import { numberedKey } from "../../runtime/history/rows/keys.ts";
import { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { MemoryStore } from "../../runtime/history/store/memory-store.ts";
import { rebuildHistory } from "./rebuild-history.ts";
import { VerifyFailed, verify } from "./verify.ts";

/** A closed directory with snapshots and the history that an archivist kept of it. */
async function directory(keepsArchive: boolean) {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const options = optionsOn(disk, { snapshotEvery: 150, keepsArchive: () => keepsArchive });
  const archivist = new Archivist(options, 0);
  for (let round = 0; round < 4; round++) {
    await trade(sequencer, 110, `r${round}`);
    archivist.advance(sequencer.state.position);
  }
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  return { disk, history: historyOf(disk), position: sequencer.state.position };
}

test("HIST-REBUILD-1 from the whole log an empty store becomes what the archivist had written", async () => {
  const { disk, history, position } = await directory(true);
  const anew = new HistoryStore(new MemoryStore());

  expect(await rebuildHistory(disk, anew)).toEqual({ from: 0, to: position });

  expect([...anew.all()]).toEqual([...history.all()]);
  expect([...anew.all()].length).toBeGreaterThan(100);
  expect((await verify(disk, anew)).history).toEqual({
    position,
    records: [...anew.all()].length,
  });
});

test("HIST-REBUILD-1 of a log that lost its beginning the rest is made anew, the older kept", async () => {
  const { disk, history } = await directory(false);
  const before = [...history.all()];
  history.add([{ event: aTrade({ id: 9_999 }), position: 1e9 }], 1e9);

  const { from } = await rebuildHistory(disk, history);

  expect(from).toBeGreaterThan(100);
  expect([...history.all()]).toEqual(before);
});

test("HIST-ONCE-1 verify fails on a record that is missing, changed, or of no event", async () => {
  const { disk, position } = await directory(true);
  const spoilt = async (change: (keyValues: MemoryStore, store: HistoryStore) => void) => {
    const keyValues = new MemoryStore();
    const store = new HistoryStore(keyValues);
    await rebuildHistory(disk, store);
    change(keyValues, store);
    return verify(disk, store);
  };

  await expect(spoilt(() => undefined)).resolves.toMatchObject({ history: { position } });
  const removed = spoilt((keyValues) => keyValues.remove(numberedKey(1)));
  await expect(removed).rejects.toThrow(/^the history store is damaged: row 20[0-9a-f]+ has gone$/);
  const changed = spoilt((keyValues) => {
    const value = keyValues.get(numberedKey(1)) ?? NOTHING;
    keyValues.put(numberedKey(1), Buffer.concat([value.subarray(0, -1), Uint8Array.of(1)]));
  });
  await expect(changed).rejects.toThrow(
    /^the history store is damaged: row 20[0-9a-f]+ has a wrong checksum$/,
  );
  const more = spoilt((_, store) => {
    store.forgetAfter(position - 1);
    store.add([{ event: aTrade({ id: 9_999 }), position }], position);
  });
  await expect(more).rejects.toThrow(VerifyFailed);
  const later = spoilt((_, store) => store.add([], position + 1));
  await expect(later).rejects.toThrow("later than the log");
});

const NOTHING = new Uint8Array();
