/**
 * Opens the history store of a directory. One that a version before has written is brought to this version first: beside it,
 * and it takes its place when it is whole, so a crash leaves the old one as it was. Who only reads gets one in a temporary place.
 * Rule HIST-SEAL-3.
 */
import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OnProgress } from "../../../core/base/progress.ts";
import { type KeyValueStore, LMDB_FILE } from "../rows/key-value-store.ts";
import { HistoryStore } from "../store/history-store.ts";
import { openLmdbStore } from "../store/lmdb-store.ts";
import { isOfBefore } from "../store/store-standing.ts";
import { convertOldStore } from "./convert-old-store.ts";

export async function openHistory(
  path: string,
  mode: "read" | "write" = "write",
  onProgress?: OnProgress,
): Promise<HistoryStore> {
  if (mode === "write") removeDrafts(path);
  const keyValues = openLmdbStore(path, mode);
  if (!isOfBefore(keyValues)) return new HistoryStore(keyValues);
  if (mode === "read") return await convertAside(keyValues, onProgress);
  await convertInto(keyValues, path, onProgress);
  renameSync(join(draftOf(path), LMDB_FILE), join(path, LMDB_FILE));
  removeDrafts(path);
  return new HistoryStore(openLmdbStore(path, mode));
}

/** For the time that it is open. */
async function convertAside(old: KeyValueStore, onProgress?: OnProgress): Promise<HistoryStore> {
  const folder = mkdtempSync(join(tmpdir(), "bourse-history-"));
  const path = join(folder, "history");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await convertInto(old, path, onProgress);
    return new HistoryStore(openLmdbStore(draftOf(path), "read"), remove);
  } catch (error) {
    remove();
    throw error;
  }
}

/** The old one is closed afterwards, like all that was made of it. */
async function convertInto(
  old: KeyValueStore,
  path: string,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const into = openLmdbStore(draftOf(path));
  const scratch = openLmdbStore(scratchOf(path));
  try {
    convertOldStore({ old, into, scratch, onProgress });
  } finally {
    await Promise.all([old.close(), into.close(), scratch.close()]);
  }
}

/** What a crash has left of a store on its way. */
function removeDrafts(path: string): void {
  for (const draft of [draftOf(path), scratchOf(path)]) {
    if (existsSync(draft)) rmSync(draft, { recursive: true, force: true });
  }
}

function draftOf(path: string): string {
  return `${path}.converted`;
}

function scratchOf(path: string): string {
  return `${path}.sorted`;
}
