/**
 * What the checksum of each row of the history store costs (HIST-SEAL-1): `node seal-child.mjs JSON`. The
 * same rows into two LMDB stores, by turns: one sealed, one as they are. A stretch is one transaction of the archivist, or
 * pages as a client asks for them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loaderOf } from "./built.mjs";
import { byTurns } from "./by-turns.mjs";

const KEY_BYTES = 24;
const END = Buffer.alloc(KEY_BYTES, 0xff);

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const directory = mkdtempSync(join(tmpdir(), "bourse-bench-"));
  try {
    console.log(JSON.stringify(await seal(directory, task)));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function seal(directory, { dist, measure, ...sizes }) {
  const load = loaderOf(dist);
  const { openLmdbStore } = await load("runtime/history/store/lmdb-store.js");
  const { SealedRows } = await load("runtime/history/rows/sealed-rows.js");
  const bare = openLmdbStore(join(directory, "bare"));
  const stores = {
    with: sealedStore(openLmdbStore(join(directory, "sealed")), SealedRows),
    without: bare,
  };
  const times = measure === "seal-write" ? write(stores, sizes) : read(stores, sizes);
  await Promise.all([stores.with.close(), stores.without.close()]);
  return times;
}

/** The words of a store for its rows. */
function sealedStore(keyValues, SealedRows) {
  const rows = new SealedRows(keyValues);
  return {
    transact: (change) => keyValues.transact(change),
    look: (query) => keyValues.look(query),
    put: (key, value) => rows.putNew(key, value),
    list: (stretch) => rows.list(stretch),
    close: () => keyValues.close(),
  };
}

/** Keys go up, as ids do; a byte of the row depends on its number. */
function rowsFrom(first, { rows, rowBytes }) {
  return Array.from({ length: rows }, (_, at) => {
    const key = Buffer.alloc(KEY_BYTES, 1);
    key.writeUInt32BE(first + at, KEY_BYTES - 4);
    return { key, value: Buffer.alloc(rowBytes, 1 + ((first + at) % 250)) };
  });
}

function put(store, rows) {
  store.transact(() => {
    for (const { key, value } of rows) store.put(key, value);
  });
}

function write(stores, sizes) {
  let first = 0;
  return byTurns({
    stretches: sizes.stretches,
    commands: sizes.rows,
    prepare() {
      first += sizes.rows;
      return rowsFrom(first, sizes);
    },
    run: (rows, isWith) => put(isWith ? stores.with : stores.without, rows),
  });
}

function read(stores, sizes) {
  for (const store of [stores.with, stores.without]) {
    put(store, rowsFrom(0, { ...sizes, rows: sizes.stored }));
  }
  const pages = sizes.rows / sizes.page;
  let at = 0;
  return byTurns({
    stretches: sizes.stretches,
    commands: sizes.rows,
    prepare() {
      at += 1;
      return Array.from(
        { length: pages },
        (_, page) => (at * 7919 + page * 104729) % (sizes.stored - sizes.page),
      );
    },
    run: (begins, isWith) => {
      for (const begin of begins)
        readPage(isWith ? stores.with : stores.without, begin, sizes.page);
    },
  });
}

function readPage(store, begin, limit) {
  const [{ key: from }] = rowsFrom(begin, { rows: 1, rowBytes: 1 });
  const stretch = { from, to: END, isReverse: false, limit };
  let bytes = 0;
  store.look(() => {
    for (const { value } of store.list(stretch)) bytes += value.length;
  });
  if (bytes === 0) throw new Error("a page is empty");
}

await main();
