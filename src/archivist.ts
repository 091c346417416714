/**
 * Entry of the second process: the archivist. It runs at low priority, leaves signals to the server
 * (a terminal sends them to the whole group) and ends when told, or when the server is gone. When
 * the log cannot be followed it says so and from then on changes nothing.
 */
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import {
  Archivist,
  isDifference,
  SNAPSHOT_EVERY,
  SNAPSHOT_EVERY_MS,
} from "./archivist/archivist.ts";
import type { FromArchivist, ToArchivist } from "./archivist/archivist-process.ts";
import { Orphaned } from "./archivist/guarded-disk.ts";
import { averagePriceOf } from "./engine/futures/contract-value.ts";
import { averagePrice } from "./engine/spot/fees.ts";
import { writeRows } from "./history/history.ts";
import { HistoryStore } from "./history/history-store.ts";
import { rowsOf } from "./history/joined-history.ts";
import { HISTORY_DIRECTORY, openLmdbShelf } from "./history/lmdb-shelf.ts";
import { contractRowWriter } from "./http/fapi-v1/history-rows.ts";
import { rowWriter } from "./http/sapi-v1/history-rows.ts";
import { realDisk } from "./log/real-disk.ts";

const [server = "", directory = "", snapshotEvery = `${SNAPSHOT_EVERY}`] = process.argv.slice(2);
const options = {
  disk: realDisk(directory),
  history: new HistoryStore(openLmdbShelf(join(directory, HISTORY_DIRECTORY))),
  snapshotEvery: Number(snapshotEvery),
  snapshotEveryMs: SNAPSHOT_EVERY_MS,
  // A sandbox may forget its past; a production directory never does.
  keepsArchive: (kind: string) => kind !== "sandbox",
  // An orphan gets another parent. It may learn that before it hears that the channel is closed.
  isMine: () => process.ppid === Number(server),
};

type FollowMessage = Exclude<ToArchivist, { type: "ask" }>;

let archivist: Archivist | undefined;
let hasDiffered = false;
let problemSaid: string | undefined;

process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on("message", (message: ToArchivist) => {
  if (message.type === "ask") {
    answer(message);
    return;
  }
  if (!hasDiffered) hear(message);
  // Not at once: Node 20 still writes to the channel after it has handed out what came before us.
  if (message.type === "finish") setImmediate(() => process.connected && process.disconnect());
});

/** What is written stays readable, also after a difference. */
function answer({ number, question }: ToArchivist & { type: "ask" }): void {
  if (!archivist) return;
  const { catalogue } = archivist;
  const pairs = rowWriter(catalogue, averagePrice);
  const contracts = contractRowWriter(catalogue, averagePriceOf);
  try {
    const found = rowsOf(archivist.find(question), writeRows(pairs, contracts));
    tell({ type: "found", number, found });
  } catch (error) {
    // One question that cannot be answered is no reason to leave the others without an answer.
    console.error(error);
    tell({ type: "found", number, found: undefined });
  }
}

function hear(message: FollowMessage): void {
  try {
    follow(message);
  } catch (error) {
    if (error instanceof Orphaned) process.exit(0);
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
  archivist.advance(position);
  sayProblem(archivist.historyProblem);
  tell({
    type: "archived",
    position: archivist.archivedPosition,
    snapshot: archivist.snapshotPosition,
  });
}

/** Once: it is tried again several times a second. */
function sayProblem(problem: string | undefined): void {
  if (problem === problemSaid) return;
  problemSaid = problem;
  console.error(problem ? `history waits: ${problem}` : "history is written again");
}

function tell(message: FromArchivist): void {
  if (process.connected) process.send?.(message);
}
