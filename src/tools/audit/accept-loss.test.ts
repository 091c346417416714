/** LOG-LOSS-1: the way out for a log that has lost its end. */
import { expect, test } from "vitest";
import { historyOf, optionsOn } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  mustDo,
  openMarketOn,
  openOn,
  order,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { IDS_SKIPPED } from "../../core/engine/accept-loss.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { listSnapshots } from "../../log/file/snapshot-files.ts";
import { Archivist } from "../../runtime/archivist/archivist.ts";
import { EPOCH } from "../../runtime/replica/open-log.ts";
import { acceptLoss, LossRefused } from "./accept-loss.ts";
import { rebuildHistory } from "./rebuild-history.ts";
import { verify } from "./verify.ts";

const FIRST = "log/00000001.log";

/** A directory whose log lost what came after `kept`, with a snapshot of its end and one of before. */
async function lostEnd() {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  await trade(sequencer, 10);
  archivist.advance(sequencer.state.position);
  archivist.takeSnapshot();
  const kept = (await openFileLog({ disk, readOnly: true })).end;
  await mustDo(sequencer, order(ALICE, "buy 1 @ 50", "lost"));
  const { orderIdLast } = sequencer.state.orders;
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  const size = disk.sectorsOf(FIRST).read(0, 1 << 20).length;
  disk.sectorsOf(FIRST).damage(kept.offset, new Uint8Array(size - kept.offset));
  return { disk, time, kept, orderIdLast, known: sequencer.state.position };
}

test("LOG-LOSS-1 it says what is lost, sets the witnesses aside, and gives no id again", async () => {
  const { disk, time, kept, orderIdLast, known } = await lostEnd();
  await expect(openOn(disk, time)).rejects.toThrow("bourse accept-loss");

  const accepted = await acceptLoss(disk, EPOCH);

  const snapshot = `${String(known).padStart(12, "0")}.snap`;
  expect(accepted).toEqual({
    end: kept.position,
    known,
    setAside: ["lost/0001/history-witness", `lost/0001/snapshots-${snapshot}`],
  });
  await rebuildHistory(disk, historyOf(disk));
  expect((await verify(disk, historyOf(disk))).position).toBe(kept.position + 1);
  const { sequencer } = await openOn(disk, time);
  await mustDo(sequencer, order(ALICE, "buy 1 @ 50", "after"));
  expect(sequencer.state.orders.orderIdLast).toBe(orderIdLast + IDS_SKIPPED);
  await sequencer.stop();
});

test("LOG-LOSS-1 without a loss there is nothing to accept, and nothing is changed", async () => {
  const disk = new SimulatedDisk();
  const { sequencer } = await openMarketOn(disk);
  const archivist = new Archivist(optionsOn(disk), 0);
  await trade(sequencer, 10);
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  const before = listSnapshots(disk);

  await expect(acceptLoss(disk, EPOCH)).rejects.toThrow(LossRefused);

  expect(listSnapshots(disk)).toEqual(before);
  expect((await openFileLog({ disk, readOnly: true })).end.position).toBe(sequencer.state.position);
});
