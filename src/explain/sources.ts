/** What an explanation is made from. */
import type { HistoryStore } from "../history/history-store.ts";
import type { Disk } from "../log/disk.ts";

export interface Sources {
  readonly disk: Disk;
  /** The log is read up to here and no further. */
  readonly durablePosition: number;
  readonly history: HistoryStore | undefined;
}
