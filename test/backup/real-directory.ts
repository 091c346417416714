/** A stopped data directory on the real disk, with everything that one has: secrets, too. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { realDisk } from "../../src/log/real-disk.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { openLmdbStore } from "../../src/runtime/history/store/lmdb-store.ts";
import { rebuildHistory } from "../../src/tools/audit/rebuild-history.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { type Film, shoot } from "./film.ts";

/** What must never be found in a backup. */
export const SECRET = "5ec2e7".repeat(10);
export const SECRET_FILES = ["master-key", "operator-token", "demo-keys.json"];

let film: Promise<Film> | undefined;

/** The directory, in a place of its own where backups may lie beside it. */
export async function realDirectory(): Promise<{ place: string; directory: string }> {
  film ??= shoot(12, true);
  const { disk } = await film;
  const place = temporaryDirectory();
  const directory = join(place, "exchange");
  for (const folder of ["log", "archive", "snapshots"]) {
    for (const name of disk.list(folder)) {
      const path = join(directory, folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, disk.sectorsOf(`${folder}/${name}`).read(0, Number.MAX_SAFE_INTEGER));
    }
  }
  for (const name of SECRET_FILES) writeFileSync(join(directory, name), SECRET);
  const store = new HistoryStore(openLmdbStore(join(directory, "history")));
  await rebuildHistory(realDisk(directory), store);
  await store.close();
  return { place, directory };
}
