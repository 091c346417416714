/**
 * `node flip-bytes.mjs FILE FROM TO STEP`: damages one byte of a history store after the other, each time in a copy, and tells of
 * each what readers then get: all as before, errors and nothing wrong, something wrong, or that a record does not exist which does.
 * In a process of its own: a damaged page may end it.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { HistoryStore } from "../../dist/runtime/history/store/history-store.js";
import { openLmdbStore } from "../../dist/runtime/history/store/lmdb-store.js";

const [file = "", from, to, step] = process.argv.slice(2);
const OWNER = { area: "spot", user: 1, market: 1 };
const PAGE = { kind: "order", ...OWNER, limit: 1_000, fromId: 0 };

function say(found) {
  return JSON.stringify(found, (_, value) => (typeof value === "bigint" ? `${value}n` : value));
}

/** The page of all orders, then each of them by its id and by its name. */
function questionsFor(orders) {
  return [
    PAGE,
    ...orders.map(({ id }) => ({ ...PAGE, fromId: id, limit: 1 })),
    ...orders.map(({ clientId }) => ({ kind: "name", ...OWNER, clientId })),
  ];
}

/** What a store answers to each question: records as text, or that it is damaged. */
function answersOf(store, questions) {
  return questions.map((question) => {
    try {
      const { position, records } = store.find(question);
      return { position, rows: records.map((found) => say(found)) };
    } catch {
      return "refused";
    }
  });
}

async function look(folder, work) {
  const store = new HistoryStore(openLmdbStore(folder));
  try {
    return work(store);
  } finally {
    await store.close();
  }
}

const { questions, truths } = await look(dirname(file), (store) => {
  const orders = store.find(PAGE).records.map(({ record }) => record);
  if (orders.length === 0) throw new Error("nothing can be missed in an empty store");
  const questions = questionsFor(orders);
  return { questions, truths: answersOf(store, questions) };
});

/** A store that says that it is not so far is asked again later: nobody takes that for an answer. */
function verdictOn(answer, truth) {
  if (answer === "refused" || answer.position !== truth.position) return "refused";
  if (answer.rows.some((row) => !truth.rows.includes(row))) return "WRONG";
  return answer.rows.length === truth.rows.length ? "same" : "DENIED";
}

function worstOf(store) {
  const verdicts = answersOf(store, questions).map((answer, at) => verdictOn(answer, truths[at]));
  return ["WRONG", "DENIED", "refused"].find((bad) => verdicts.includes(bad)) ?? "same";
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
  const verdict = await look(folder, worstOf).catch(() => "refused");
  process.stdout.write(`${verdict}\n`);
}
process.exit(0);
