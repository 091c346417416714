/** A small directory as a server that was stopped has left it, made without one: a market, two users, some trades. */
import { join } from "node:path";
import { realDisk } from "../../src/log/real-disk.ts";
import { HISTORY_DIRECTORY } from "../../src/runtime/history/rows/key-value-store.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { openLmdbStore } from "../../src/runtime/history/store/lmdb-store.ts";
import { rebuildHistory } from "../../src/tools/audit/rebuild-history.ts";
import { openMarketOn, trade } from "../support/service-desk.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

export async function stoppedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const disk = realDisk(directory);
  const { sequencer } = await openMarketOn(disk);
  await trade(sequencer, 10);
  await sequencer.stop();
  const store = new HistoryStore(openLmdbStore(join(directory, HISTORY_DIRECTORY)));
  await rebuildHistory(disk, store);
  await store.close();
  return directory;
}
