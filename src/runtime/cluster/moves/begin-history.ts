/**
 * The history store of a directory whose log begins at a state: nothing that ended before is in the log, so nothing of it can
 * be had from there. The store says that it begins there. One that is there already, because the directory was given
 * one, is left as it is (CLUSTER-HIST-1).
 */

import { HISTORY_DIRECTORY } from "../../history/rows/key-value-store.ts";
import { HistoryStore } from "../../history/store/history-store.ts";
import { openLmdbStore } from "../../history/store/lmdb-store.ts";

/** Answers whether there was none. */
export async function beginHistory(directory: string, position: number): Promise<boolean> {
  const store = new HistoryStore(openLmdbStore(`${directory}/${HISTORY_DIRECTORY}`));
  try {
    if (store.position > 0) return false;
    store.add([], position);
    return true;
  } finally {
    await store.close();
  }
}
