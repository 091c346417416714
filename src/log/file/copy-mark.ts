/**
 * The mark of a log that is a copy of a cluster's (LOG-COPY-1): it is cut and fetched again at will, and nothing of one's own is
 * appended to it. So whoever opens such a log to append is refused (LOG-COPY-2).
 */
import type { Disk } from "../disk.ts";

/** An empty file that says that the log beside it is a copy. */
export const COPY_MARK = "log-is-a-copy";

/** The log here is not this machine's to append to; the message is for people. */
export class LogIsCopy extends Error {
  override readonly name = "LogIsCopy";
}

export function isCopy(disk: Disk): boolean {
  return disk.list(".").includes(COPY_MARK);
}

export function checkIsNoCopy(disk: Disk): void {
  if (!isCopy(disk)) return;
  throw new LogIsCopy(
    "The log in this directory is a copy of a cluster's, and nothing is appended to it here: start it with --cluster; bourse cluster export makes a directory that goes on alone.",
  );
}
