/**
 * Entry of the second process: the archivist. It runs at low priority, leaves signals to the server
 * (a terminal sends them to the whole group) and ends when told, or when the server is gone. When
 * the log cannot be followed it says so and from then on changes nothing.
 */
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { rowsWriter } from "./api/rows-writer.ts";
import { Archivist, isDifference, WITNESS_EVERY_MS } from "./archivist/archivist.ts";
import type {
  AuditMessage,
  ExplainMessage,
  FromArchivist,
  ToArchivist,
} from "./archivist/archivist-process.ts";
import { EXPLAIN_LIMIT_MS } from "./archivist/explanations.ts";
import { Orphaned } from "./archivist/guarded-disk.ts";
import {
  ForgettingPace,
  SANDBOX_SNAPSHOTS,
  SNAPSHOT_EVERY,
  SNAPSHOT_EVERY_MS,
} from "./archivist/keeping.ts";
import { solvencyOf } from "./audit/solvency.ts";
import { answer as explain } from "./explain/answer.ts";
import { HistoryStore } from "./history/history-store.ts";
import { rowsOf } from "./history/joined-history.ts";
import { HISTORY_DIRECTORY } from "./history/key-value-store.ts";
import { openLmdbStore } from "./history/lmdb-store.ts";
import { HistoryDamaged } from "./history/seal.ts";
import { realDisk } from "./log/real-disk.ts";
import { parseLevel } from "./program-log/level.ts";
import { openStandardLog } from "./program-log/program-log.ts";

process.umask(0o077);
const [server = "", directory = "", snapshotEvery = `${SNAPSHOT_EVERY}`, level = "", traders = ""] =
  process.argv.slice(2);
/** HIST-FORGET-1: the users whose history is kept for a day only; none where the demo has no traders. */
const forgettable = traders.split(",").filter((name) => name !== "");
const log = openStandardLog("archivist", {
  level: parseLevel(level) ?? "info",
  isTerminal: process.stdout.isTTY === true,
});
const options = {
  disk: realDisk(directory),
  history: openHistory(),
  snapshotEvery: Number(snapshotEvery),
  snapshotEveryMs: SNAPSHOT_EVERY_MS,
  ofSandbox: SANDBOX_SNAPSHOTS,
  // A sandbox may forget its past; a production directory never does.
  keepsArchive: (kind: string) => kind !== "sandbox",
  onBusy: () => tell({ type: "busy" }),
  // An orphan gets another parent. It may learn that before it hears that the channel is closed.
  isMine: () => process.ppid === Number(server),
};

function openHistory(): HistoryStore {
  try {
    return new HistoryStore(openLmdbStore(join(directory, HISTORY_DIRECTORY)));
  } catch (error) {
    endIfDamaged(error);
    throw error;
  }
}

/** HIST-SEAL-1: without the store the archivist cannot go on. It says so, and the next one tries again. */
function endIfDamaged(error: unknown): void {
  if (!(error instanceof HistoryDamaged)) return;
  log.error(`${error.message}; bourse rebuild-history mends it`);
  process.exit(1);
}

/** Between two looks at rows of the history. */
const SCRUB_MS = 1_000;

type FollowMessage = Exclude<ToArchivist, { type: "ask" | "explain" | "audit" }>;

let archivist: Archivist | undefined;
let hasDiffered = false;
let problemSaid: string | undefined;
let scrubSaid: string | undefined;

process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// LOG-WITNESS-2: also when nothing more is heard.
setInterval(() => orDiffer(() => archivist?.witness()), WITNESS_EVERY_MS).unref();
setInterval(scrub, SCRUB_MS).unref();
process.on("message", (message: ToArchivist) => {
  if (message.type === "ask") {
    answer(message);
    return;
  }
  if (message.type === "explain") {
    void answerExplain(message);
    return;
  }
  if (message.type === "audit") {
    answerAudit(message);
    return;
  }
  if (!hasDiffered) hear(message);
  // Not at once: Node 20 still writes to the channel after it has handed out what came before us.
  if (message.type === "finish") setImmediate(() => process.connected && process.disconnect());
});

/** The history that is written stays readable, also after a difference. */
function answer({ number, query }: ToArchivist & { type: "ask" }): void {
  if (!archivist) return;
  try {
    const found = rowsOf(archivist.find(query), rowsWriter(archivist.catalogue));
    tell({ type: "found", number, found });
  } catch (error) {
    // One query that cannot be answered is no reason to leave the others without an answer.
    if (error instanceof HistoryDamaged) tell({ type: "scrubbed", problem: error.message });
    else log.error(error);
    tell({ type: "found", number, found: undefined });
  }
}

/** CORE-AUDIT-1: after the archivist has followed to where the server was; after a difference as it is. */
function answerAudit({ number, position }: AuditMessage): void {
  if (!hasDiffered) hear({ type: "durable", position });
  const text = archivist && JSON.stringify(solvencyOf(archivist.state));
  const sentence = "The archivist has no state to look at; see what the server printed.";
  const audited =
    text === undefined ? { ok: false as const, sentence } : { ok: true as const, text };
  tell({ type: "audited", number, audited });
}

/** EXPLAIN-PACE-1: after so much of it other messages are served. */
const SLICE_MS = 5;

const pace = {
  sliceMs: SLICE_MS,
  limitMs: EXPLAIN_LIMIT_MS,
  now: () => performance.now(),
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

let isExplaining = false;

async function answerExplain({ number, id, position }: ExplainMessage): Promise<void> {
  const { disk, history } = options;
  if (isExplaining) {
    const sentence = "Another explanation is being made; ask again.";
    tell({ type: "explained", number, explained: { ok: false, sentence } });
    return;
  }
  isExplaining = true;
  try {
    const asking = { disk, history, durablePosition: position, id, directory, pace };
    const text = JSON.stringify(await explain(asking));
    tell({ type: "explained", number, explained: { ok: true, text } });
  } catch (error) {
    log.error(error);
    const sentence = `It could not be explained: ${(error as Error).message}.`;
    tell({ type: "explained", number, explained: { ok: false, sentence } });
  } finally {
    isExplaining = false;
  }
}

/** HIST-SEAL-2: a store of a hundred million rows is looked through in a week or two. */
const SCRUB_ROWS = 100;

function scrub(): void {
  if (!archivist || hasDiffered || !options.isMine()) return;
  orSay(() => tell({ type: "scrubbed", problem: options.history.scrub(SCRUB_ROWS)?.message }));
}

/** HIST-FORGET-1 */
const forgetting = new ForgettingPace(
  (rows) => orSay(() => archivist?.forget(forgettable, rows)),
  () => performance.now(),
);

/** Work on old rows. A failure of it is reported, and the work is tried again. */
function orSay(work: () => void): void {
  try {
    work();
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof HistoryDamaged) {
      tell({ type: "scrubbed", problem: message });
      return;
    }
    // LOG-FULL-1: rows are changed when there is room. Said once: it is tried every second.
    if (message !== scrubSaid) log.warn(`the history could not be looked over: ${message}`);
    scrubSaid = message;
  }
}

function hear(message: FollowMessage): void {
  orDiffer(() => follow(message));
}

function orDiffer(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof Orphaned) process.exit(0);
    endIfDamaged(error);
    if (!isDifference(error)) throw error;
    hasDiffered = true;
    tell({ type: "differs", sentence: error.message });
  }
}

function follow({ type, position }: FollowMessage): void {
  archivist ??= new Archivist(options, position);
  if (type === "finish") {
    archivist.finish(position);
    return;
  }
  const before = archivist.position;
  archivist.advance(position);
  if (forgettable.length > 0) forgetting.followed(archivist.position - before);
  sayProblem(archivist.historyProblem);
  tell({
    type: "archived",
    position: archivist.archivedPosition,
    snapshot: archivist.snapshot,
  });
}

/** Once: it is tried again several times a second. */
function sayProblem(problem: string | undefined): void {
  if (problem === problemSaid) return;
  problemSaid = problem;
  if (problem) log.warn(`history waits: ${problem}`);
  else log.info("history is written again");
}

/** The server may be gone before it is seen that the channel is closed; then there is no receiver. */
function tell(message: FromArchivist): void {
  if (process.connected) process.send?.(message, (error) => error && process.exit(0));
}
