/**
 * `bourse accept-loss DIR`: goes on with a log that has lost its end. First the record of it, behind
 * which no id is given again, then the witnesses that know more are set aside: should this be cut off
 * between the two, the directory is still refused, and it can be done again. LOG-LOSS-1.
 */
import type { Disk } from "../../log/disk.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import { listSnapshots, readSnapshot, type Snapshot } from "../../log/file/snapshot-files.ts";
import { type Witness, witnessesOf } from "../../log/file/witness.ts";
import { GENESIS } from "../../log/log.ts";
import { findSegment } from "../../log/segment/segments.ts";
import { appendRecord } from "../../runtime/replica/append-record.ts";
import { digestOf } from "../../runtime/replica/replay.ts";
import { restore } from "../../runtime/replica/restore.ts";

/** Where witnesses are set aside. */
export const LOST_DIRECTORY = "lost";

/** There is nothing that could be accepted, or nothing to go on from. */
export class LossRefused extends Error {
  override readonly name = "LossRefused";
}

export interface AcceptedLoss {
  /** The log ends here; behind it stands the record. */
  readonly end: number;
  /** The position that the lost log had at least reached. */
  readonly known: number;
  /** The witnesses of it, by their new names. */
  readonly setAside: readonly string[];
}

export async function acceptLoss(disk: Disk, epoch: number): Promise<AcceptedLoss> {
  const start = await findStart(disk);
  const lost = await contradicting(disk, start);
  if (lost.length === 0) throw new LossRefused("every witness bears out the log: nothing is lost");
  const known = Math.max(...lost.map(({ position }) => position));
  const log = await openFileLog({ disk, from: start?.cursor });
  const end = log.end.position;
  try {
    const { state } = restore(log, start);
    await appendRecord(log, Math.max(epoch, log.lastEpoch), {
      command: { type: "AcceptLoss", position: known },
      place: { timeMs: log.lastTimeMs, digestPosition: end, digest: digestOf(state) },
    });
  } finally {
    log.close();
  }
  return { end, known, setAside: setAside(disk, lost) };
}

/** The newest sound snapshot that lies in the log, or its beginning. */
async function findStart(disk: Disk): Promise<Snapshot | undefined> {
  for (const name of [...listSnapshots(disk)].reverse()) {
    const read = readSnapshot(disk, name);
    if (read.ok && (await isBorneOut(disk, read.snapshot, []))) return read.snapshot;
  }
  if (findSegment(disk, GENESIS.segment)) return undefined;
  throw new LossRefused(
    "no snapshot lies within the log, and its beginning is gone: restore a backup",
  );
}

async function contradicting(disk: Disk, start: Snapshot | undefined): Promise<Witness[]> {
  const lost: Witness[] = [];
  for (const witness of witnessesOf(disk)) {
    if (!(await isBorneOut(disk, start, [witness]))) lost.push(witness);
  }
  return lost;
}

async function isBorneOut(
  disk: Disk,
  start: Snapshot | undefined,
  witnesses: readonly Witness[],
): Promise<boolean> {
  try {
    (await openFileLog({ disk, readOnly: true, from: start?.cursor, witnesses })).close();
    return true;
  } catch (error) {
    if (error instanceof LogCorrupt) return false;
    throw error;
  }
}

/** Keeps the witnesses, which say what was lost. */
function setAside(disk: Disk, lost: readonly Witness[]): string[] {
  const folder = nextFolder(disk);
  disk.makeDirectory(folder);
  for (const directory of [LOST_DIRECTORY, "."]) disk.syncDirectory(directory);
  return lost.map(({ name }) => {
    const to = `${folder}/${name.replace("/", "-")}`;
    disk.rename(name, to);
    for (const directory of [name.split("/")[0] ?? "", folder]) disk.syncDirectory(directory);
    return to;
  });
}

function nextFolder(disk: Disk): string {
  const numbers = disk.list(LOST_DIRECTORY).map(Number).filter(Number.isSafeInteger);
  return `${LOST_DIRECTORY}/${String(Math.max(0, ...numbers) + 1).padStart(4, "0")}`;
}
