/**
 * `node flip-bytes.mjs FILE FROM TO STEP`: damages one byte of a history store after the other, each
 * time in a copy, and tells of each what a reader then gets: all as before, an error, fewer rows than
 * there were, which a look over all of them must notice, or something wrong. In a process of its own: a
 * damaged page may end it.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HistoryStore } from "../../dist/history/history-store.js";
import { openLmdbStore } from "../../dist/history/lmdb-store.js";

const [file = "", from, to, step] = process.argv.slice(2);
const QUESTION = { kind: "order", area: "spot", user: 1, pair: 1, limit: 1_000, fromId: 0 };

/** Every record of the store as text, by its id. */
function read(store) {
  const { position, records } = store.find(QUESTION);
  return { position, rows: records.map((found) => say(found)) };
}

function say(found) {
  return JSON.stringify(found, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

async function look(folder, work) {
  const store = new HistoryStore(openLmdbStore(folder));
  try {
    return work(store);
  } finally {
    await store.close();
  }
}

const truth = await look(dirname(file), read);
const known = new Set(truth.rows);

function verdictOn(store) {
  let found;
  try {
    found = read(store);
  } catch {
    return "refused";
  }
  if (found.rows.some((row) => !known.has(row))) return "WRONG";
  if (found.position === truth.position && found.rows.length === truth.rows.length) return "same";
  try {
    return store.scrub(1_000_000) ? "noticed" : "UNNOTICED";
  } catch {
    return "noticed";
  }
}

const bytes = readFileSync(file);
for (let at = Number(from); at < Number(to); at += Number(step)) {
  const folder = join(dirname(file), `flip-${at}`);
  mkdirSync(folder, { recursive: true });
  copyFileSync(file, join(folder, "data.mdb"));
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(bytes.readUInt8(at) ^ (1 << (at % 8)), at);
  writeFileSync(join(folder, "data.mdb"), damaged);
  process.stdout.write(`${at} `);
  const verdict = await look(folder, verdictOn).catch(() => "refused");
  process.stdout.write(`${verdict}\n`);
}
process.exit(0);
