import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../../test/support/temporary-directory.ts";
import { copyLmdbStore, openLmdbStore } from "./lmdb-store.ts";

const KEY = Uint8Array.of(1);
const VALUE = Uint8Array.of(2, 3);

test("a store is made beside its place, over what a crash has left, and can be copied while it is written to", async () => {
  const place = temporaryDirectory();
  const [path, copy] = [join(place, "history"), join(place, "copy")];
  mkdirSync(`${path}.new`);
  writeFileSync(join(`${path}.new`, "data.mdb"), "half of it");
  mkdirSync(path);
  writeFileSync(join(path, "lock.mdb"), "");

  const store = openLmdbStore(path);
  store.transact(() => store.put(KEY, VALUE));
  await copyLmdbStore(path, copy);

  const copied = openLmdbStore(copy, "read");
  expect(copied.get(KEY)).toEqual(Buffer.from(VALUE));
  expect(readdirSync(place).sort()).toEqual(["copy", "history"]);
  await copied.close();
  await store.close();
  const again = openLmdbStore(path);
  expect(again.get(KEY)).toEqual(Buffer.from(VALUE));
  await again.close();
});

test("nothing of a store stands in its place before it is whole", () => {
  const path = join(temporaryDirectory(), "history");
  mkdirSync(path);
  writeFileSync(join(path, "of-others"), "");

  expect(() => openLmdbStore(path)).toThrow("ENOTEMPTY");
  expect(readdirSync(path)).toEqual(["of-others"]);
});
