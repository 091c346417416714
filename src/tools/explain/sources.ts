/** What an explanation is made from. */

import type { Disk } from "../../log/disk.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";

export interface Sources {
  readonly disk: Disk;
  /** The log is read up to here and no further. */
  readonly durablePosition: number;
  readonly history: HistoryStore | undefined;
  readonly meter?: WorkMeter | undefined;
}

/** How much an explanation took: commands that were read and not applied, those that were, and states that were loaded. */
export interface WorkMeter {
  read: number;
  replayed: number;
  loaded: number;
}
