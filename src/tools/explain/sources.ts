/** What an explanation is made from. */

import type { Disk } from "../../log/disk.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";

export interface Sources {
  readonly disk: Disk;
  /** The log is read up to here and no further. */
  readonly durablePosition: number;
  readonly history: HistoryStore | undefined;
}
