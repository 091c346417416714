/** Stores on a real disk, for the tests of a file: all are closed when it has ended. */
import { afterAll } from "vitest";
import type { KeyValueStore } from "../../src/runtime/history/rows/key-value-store.ts";
import { openLmdbStore } from "../../src/runtime/history/store/lmdb-store.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Called beside the tests; what it returns opens one more. */
export function diskStoresOfFile(): (directory?: string) => KeyValueStore {
  const opened: KeyValueStore[] = [];
  afterAll(async () => {
    for (const keyValues of opened) await keyValues.close();
  });
  return (directory = temporaryDirectory()) => {
    const keyValues = openLmdbStore(directory);
    opened.push(keyValues);
    return keyValues;
  };
}
