/** The log of a data directory on the disk of this machine, opened behind its snapshot. */
import type { Timer } from "../../core/base/timer.ts";
import { type Disk, NoDescriptors } from "../../log/disk.ts";
import { type FileLog, openFileLog } from "../../log/file/file-log.ts";
import type { Snapshot } from "../../log/file/snapshot-files.ts";
import { witnessesOf } from "../../log/file/witness.ts";
import type { Log } from "../../log/log.ts";
import type { SegmentMaker } from "../../log/segment/segments.ts";

/** The first of a log in files. */
export const EPOCH = 1;

/**
 * A log in files has one writer for ever, the lock keeps others out: it goes on in the epoch of the last batch, which is
 * later than the first where the log comes from a cluster.
 */
export function epochOf({ lastEpoch }: Pick<FileLog, "lastEpoch">): number {
  return Math.max(EPOCH, lastEpoch);
}

export interface OpenLogOptions {
  readonly disk: Disk;
  readonly segmentMaker: SegmentMaker;
  readonly segmentBytes?: number | undefined;
  readonly timer: Timer;
  /** A sentence for the operator. */
  readonly report: (sentence: string) => void;
}

export interface OpenedLog {
  readonly log: Log;
  /** In which it is appended. */
  readonly epoch: number;
  /** Says what became of the torn tail that was found. */
  tornTail(): string | undefined;
}

export async function openLogOnDisk(
  options: OpenLogOptions,
  snapshot: Snapshot | undefined,
): Promise<OpenedLog> {
  const { disk, segmentMaker, segmentBytes, timer, report } = options;
  const log = await openFileLog({
    disk,
    segmentMaker,
    timer,
    from: snapshot?.cursor,
    witnesses: witnessesOf(disk),
    onSpace: shortageTeller(report),
    onForeign: (file, offset) => {
      // LOG-LOCK-3
      report(
        `FENCED: another process has written at ${file} offset ${offset}; nothing is accepted any more`,
      );
    },
    ...(segmentBytes === undefined ? {} : { segmentBytes }),
  });
  const tornTail = () => sayTornTail(log);
  const found = tornTail();
  if (found) report(found);
  const epoch = epochOf(log);
  log.claim(epoch);
  return { log, epoch, tornTail };
}

/** LOG-FULL-1, LOG-FULL-2: the operator hears of a shortage before the last byte is gone. */
export function shortageTeller(
  report: OpenLogOptions["report"],
): (error: Error | undefined) => void {
  let last: Error | undefined;
  return (error) => {
    const isOver =
      last instanceof NoDescriptors ? "files can be opened again" : "there is space again";
    report(error ? `no new segment can be made: ${error.message}` : isOver);
    last = error;
  };
}

/** LOG-TAIL-1: no client was told that the tail is durable; the operator is told that it was there. */
function sayTornTail({ recovery, repair }: FileLog): string | undefined {
  const { tornTail } = recovery;
  if (!tornTail) return undefined;
  const { file, offset, bytes } = tornTail;
  const where = `a torn tail of ${bytes} bytes at ${file} offset ${offset}`;
  const copy = repair?.copy;
  if (copy === undefined) return `${where} waits for space to be copied; nothing is written`;
  return `${where} was zeroed; a copy is ${copy}`;
}
