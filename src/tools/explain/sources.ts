/** What an explanation is made from. */

import type { OnProgress } from "../../core/base/progress.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Disk } from "../../log/disk.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";

export interface Sources {
  readonly disk: Disk;
  /** The log is read up to here and no further. */
  readonly durablePosition: number;
  readonly history: HistoryStore | undefined;
  /** The state of the archivist, at that position or behind it; to be read between two pauses, and to be asked for again after each. */
  readonly live?: (() => ExchangeState | undefined) | undefined;
  /** EXPLAIN-SOON-1: told how far the work has come, in commands. */
  readonly onProgress?: OnProgress | undefined;
  readonly meter?: WorkMeter | undefined;
}

/** How much an explanation took: commands that were read and not applied, those that were, and states that were loaded. */
export interface WorkMeter {
  read: number;
  replayed: number;
  loaded: number;
}
