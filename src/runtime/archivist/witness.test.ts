/** LOG-WITNESS: what was durable once is known outside of the log, and a log without it is refused. */
import { expect, test } from "vitest";
import { optionsOn } from "../../../test/support/archivist-desk.ts";
import {
  ALICE,
  deposit,
  mustDo,
  openMarketOn,
  openOn,
  order,
  trade,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { DiskFull } from "../../log/disk.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import { WITNESS_PATH, WitnessFile, witnessesOf } from "../../log/file/witness.ts";
import { verify } from "../../tools/audit/verify.ts";
import { Archivist, WITNESS_EVERY_MS } from "./archivist.ts";

const FIRST = "log/00000001.log";

async function directory() {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  let nowMs = 0;
  const archivist = new Archivist(optionsOn(disk, { now: () => nowMs }), 0);
  const go = (ms: number) => {
    nowMs += ms;
  };
  return { disk, sequencer, time, archivist, go };
}

const noted = (disk: SimulatedDisk) => witnessesOf(disk)[0]?.position;

test("LOG-WITNESS-2 it notes how far the log goes once a second, records or not, and at a stop", async () => {
  const { disk, sequencer, archivist, go } = await directory();
  // The last deposit of the opening becomes a record before anything is looked at.
  await mustDo(sequencer, { type: "AddUser", name: "carol", request: 0 });
  const first = sequencer.state.position;
  archivist.advance(first);
  go(WITNESS_EVERY_MS);
  archivist.witness();
  expect(noted(disk)).toBe(first);

  await mustDo(sequencer, order(ALICE, "sell 1 @ 100"));
  archivist.advance(first + 1);
  expect(noted(disk)).toBe(first);
  go(WITNESS_EVERY_MS);
  archivist.witness();
  expect(noted(disk)).toBe(first + 1);

  await mustDo(sequencer, deposit(ALICE, "b"));
  await sequencer.stop();
  archivist.finish(first + 2);
  expect(noted(disk)).toBe(first + 2);
});

test("LOG-WITNESS-2 LOG-FULL-1 a stop on a disk that takes no witness is a stop like any other", async () => {
  const { disk, sequencer, archivist } = await directory();
  archivist.advance(sequencer.state.position);
  await mustDo(sequencer, deposit(ALICE, "a"));
  await sequencer.stop();
  const { open } = SimulatedDisk.prototype;
  disk.open = (path, mode) => {
    if (mode !== "read") throw new DiskFull("no space");
    return open.call(disk, path, mode);
  };

  expect(() => archivist.finish(sequencer.state.position)).not.toThrow();
});

test("LOG-WITNESS-2 the history store never knows of more than the witness", async () => {
  const { disk, sequencer, archivist } = await directory();
  await trade(sequencer, 12);
  archivist.advance(sequencer.state.position - 6);
  archivist.advance(sequencer.state.position);

  const known = noted(disk) ?? 0;
  expect(archivist.archivedPosition).toBeGreaterThan(0);
  expect(known).toBeGreaterThanOrEqual(archivist.archivedPosition);
});

/** Everything from the end of the log's first `position` commands on is zeros. */
async function zeroAfter(disk: SimulatedDisk, keep: number): Promise<void> {
  const size = disk.sectorsOf(FIRST).read(0, 1 << 20).length;
  disk.sectorsOf(FIRST).damage(keep, new Uint8Array(size - keep));
}

async function lostEnd() {
  const { disk, sequencer, time, archivist } = await directory();
  const { offset } = await endOf(disk);
  await trade(sequencer, 8);
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  for (const name of disk.list("snapshots")) disk.remove(`snapshots/${name}`);
  const lost = sequencer.state.position;
  await zeroAfter(disk, offset);
  return { disk, time, lost };
}

async function endOf(disk: SimulatedDisk) {
  const { openFileLog } = await import("../../log/file/file-log.ts");
  return (await openFileLog({ disk, readOnly: true })).end;
}

test("LOG-WITNESS-1 a log whose end is zeros is refused by start and verify, and nothing is changed", async () => {
  const { disk, time, lost } = await lostEnd();
  const before = Buffer.from(disk.sectorsOf(FIRST).read(0, 1 << 20));
  const sentence = `expected position ${lost}, which ${WITNESS_PATH} has seen, found its end`;

  await expect(openOn(disk, time)).rejects.toThrow(sentence);
  await expect(openOn(disk, time)).rejects.toThrow(LogCorrupt);
  await expect(verify(disk)).rejects.toThrow(sentence);

  expect(Buffer.from(disk.sectorsOf(FIRST).read(0, 1 << 20)).equals(before)).toBe(true);
});

test("LOG-WITNESS-1 a log that is gone as a whole is no fresh start while a witness is there", async () => {
  const { disk, time } = await lostEnd();
  for (const name of disk.list("log")) disk.remove(`log/${name}`);

  await expect(openOn(disk, time)).rejects.toThrow(`since there is ${WITNESS_PATH}, found none`);
  expect(disk.list("log")).toEqual([]);
});

test("LOG-WITNESS-1 a log of equal length with another batch at the witness is refused", async () => {
  const { disk, sequencer, time, archivist } = await directory();
  await trade(sequencer, 4);
  await sequencer.stop();
  archivist.finish(sequencer.state.position);
  for (const name of disk.list("snapshots")) disk.remove(`snapshots/${name}`);
  const end = await endOf(disk);
  new WitnessFile(disk).note({ ...end, hash: end.hash.map((byte) => byte ^ 1) });

  const start = openOn(disk, time);

  await expect(start).rejects.toThrow(
    `position ${end.position} as ${WITNESS_PATH} has seen it, found another`,
  );
});

test("LOG-WITNESS-1 a note that was torn leaves the one before, and a file of noise none", async () => {
  const { disk, sequencer, archivist, go } = await directory();
  archivist.advance(sequencer.state.position);
  go(WITNESS_EVERY_MS);
  archivist.witness();
  const first = sequencer.state.position;
  await mustDo(sequencer, deposit(ALICE, "a"));
  go(WITNESS_EVERY_MS);
  archivist.advance(sequencer.state.position);
  expect(noted(disk)).toBe(first + 1);

  disk.sectorsOf(WITNESS_PATH).damage(4096 + 40, Uint8Array.of(1, 2, 3));
  expect(noted(disk)).toBe(first);
  disk.sectorsOf(WITNESS_PATH).damage(40, Uint8Array.of(1, 2, 3));
  expect(witnessesOf(disk)).toEqual([]);
});
