/**
 * `bourse void DIR POSITION`: appends the record that makes every replay pass over one command, so
 * that a directory whose last command breaks an invariant can start again. Only a command that was
 * never acknowledged may be made void: one that no later batch carries a digest past. LOG-VOID-1.
 */
import type { Disk } from "../../log/disk.ts";
import { type FileLog, openFileLog } from "../../log/file/file-log.ts";
import type { Snapshot } from "../../log/file/snapshot-files.ts";
import { witnessesOf } from "../../log/file/witness.ts";
import { GENESIS } from "../../log/log.ts";
import { appendRecord } from "../../runtime/replica/append-record.ts";
import { CommandFault } from "../../runtime/replica/replay.ts";
import { chooseSnapshot, restore } from "../../runtime/replica/restore.ts";

/** The command at that position may not be made void, or need not. */
export class VoidRefused extends Error {
  override readonly name = "VoidRefused";
}

/** Answers the sentence that the command broke. */
export async function voidCommand(disk: Disk, position: number, epoch: number): Promise<string> {
  const { snapshot } = chooseSnapshot(disk);
  const log = await openFileLog({ disk, from: snapshot?.cursor, witnesses: witnessesOf(disk) });
  try {
    const fault = findFault(log, snapshot);
    if (!fault) throw new VoidRefused("every command of this log can be applied");
    if (fault.position !== position) {
      throw new VoidRefused(`the command that faults is at position ${fault.position}`);
    }
    checkNeverAcknowledged(log, snapshot, position);
    await appendRecord(log, Math.max(epoch, log.lastEpoch), {
      command: { type: "VoidCommand", position },
      // CORE-TIME-1: the command's own time may be what it faulted on.
      place: {
        digestPosition: fault.digestPosition,
        digest: fault.digest,
        timeMs: Math.max(log.lastTimeMs, fault.timeMs),
      },
    });
    return fault.message;
  } finally {
    log.close();
  }
}

function findFault(log: FileLog, snapshot: Snapshot | undefined): CommandFault | undefined {
  try {
    restore(log, snapshot);
    return undefined;
  } catch (error) {
    if (error instanceof CommandFault) return error;
    throw error;
  }
}

function checkNeverAcknowledged(
  log: FileLog,
  snapshot: Snapshot | undefined,
  position: number,
): void {
  for (const batch of log.read(snapshot?.cursor ?? GENESIS)) {
    if (batch.digestPosition < position) continue;
    throw new VoidRefused(
      `a later batch carries the digest at position ${batch.digestPosition}: the command was applied and acknowledged`,
    );
  }
}
