/**
 * What the checksum of each row of the history store costs (HIST-SEAL-1): `node seal-child.mjs JSON`. The
 * same rows into two LMDB stores, by turns: one through the sealed shelf, one as they are. A stretch is
 * one transaction of the archivist, or pages as a client asks for them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { byTurns } from "./by-turns.mjs";
import { loaderOf } from "./service.mjs";

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
  const { openLmdbShelf } = await load("history/lmdb-shelf.js");
  const { SealedShelf } = await load("history/sealed-shelf.js");
  const bare = openLmdbShelf(join(directory, "bare"));
  const shelves = {
    with: new SealedShelf(openLmdbShelf(join(directory, "sealed"))),
    without: bare,
  };
  const times = measure === "seal-write" ? write(shelves, sizes) : read(shelves, sizes);
  await Promise.all([shelves.with.close(), shelves.without.close()]);
  return times;
}

/** Keys go up, as ids do; a byte of the row depends on its number. */
function rowsFrom(first, { rows, rowBytes }) {
  return Array.from({ length: rows }, (_, at) => {
    const key = Buffer.alloc(KEY_BYTES, 1);
    key.writeUInt32BE(first + at, KEY_BYTES - 4);
    return { key, value: Buffer.alloc(rowBytes, 1 + ((first + at) % 250)) };
  });
}

function put(shelf, rows) {
  shelf.transact(() => {
    for (const { key, value } of rows) shelf.put(key, value);
  });
}

function write(shelves, sizes) {
  let first = 0;
  return byTurns({
    stretches: sizes.stretches,
    commands: sizes.rows,
    prepare() {
      first += sizes.rows;
      return rowsFrom(first, sizes);
    },
    run: (rows, isWith) => put(isWith ? shelves.with : shelves.without, rows),
  });
}

function read(shelves, sizes) {
  for (const shelf of [shelves.with, shelves.without]) {
    put(shelf, rowsFrom(0, { ...sizes, rows: sizes.stored }));
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
        readPage(isWith ? shelves.with : shelves.without, begin, sizes.page);
    },
  });
}

function readPage(shelf, begin, limit) {
  const [{ key: from }] = rowsFrom(begin, { rows: 1, rowBytes: 1 });
  const stretch = { from, to: END, isReverse: false, limit };
  let bytes = 0;
  shelf.look(() => {
    for (const { value } of shelf.list(stretch)) bytes += value.length;
  });
  if (bytes === 0) throw new Error("a page is empty");
}

await main();
