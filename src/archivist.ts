/**
 * Entry of the second process: the archivist. It runs at low priority, leaves signals to the server
 * (a terminal sends them to the whole group) and ends when told, or when the server is gone.
 */
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { OneExplanation } from "./app/one-explanation.ts";
import { endDamaged, ServedArchivist } from "./app/served-archivist.ts";
import { parseLevel } from "./edge/program-log/level.ts";
import { openStandardLog } from "./edge/program-log/program-log.ts";
import { realDisk } from "./log/real-disk.ts";
import { WITNESS_EVERY_MS } from "./runtime/archivist/archivist.ts";
import type { FromArchivist, ToArchivist } from "./runtime/archivist/archivist-process.ts";
import {
  SANDBOX_SNAPSHOTS,
  SNAPSHOT_EVERY,
  SNAPSHOT_EVERY_MS,
} from "./runtime/archivist/keeping.ts";
import { openHistory } from "./runtime/history/opening/open-history.ts";
import { HISTORY_DIRECTORY } from "./runtime/history/rows/key-value-store.ts";
import { HistoryDamaged } from "./runtime/history/rows/seal.ts";
import type { HistoryStore } from "./runtime/history/store/history-store.ts";

/** Between two looks at rows of the history. */
const SCRUB_MS = 1_000;

process.umask(0o077);
const [server = "", directory = "", snapshotEvery = `${SNAPSHOT_EVERY}`, level = "", traders = ""] =
  process.argv.slice(2);
const log = openStandardLog("archivist", {
  level: parseLevel(level) ?? "info",
  isTerminal: process.stdout.isTTY === true,
});
const end = (code: number) => process.exit(code);
const disk = realDisk(directory);
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => end(0));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
// An orphan gets another parent. It may learn that before it hears that the channel is closed.
const isMine = () => process.ppid === Number(server);
const history = await openStore();
const served = new ServedArchivist({
  archivist: {
    disk,
    history,
    snapshotEvery: Number(snapshotEvery),
    snapshotEveryMs: SNAPSHOT_EVERY_MS,
    ofSandbox: SANDBOX_SNAPSHOTS,
    // A sandbox may forget its past; a production directory never does.
    keepsArchive: (kind: string) => kind !== "sandbox",
    onBusy: () => tell({ type: "busy" }),
    isMine,
  },
  log,
  forgettable: traders.split(",").filter((name) => name !== ""),
  tell,
  end,
});
const explanation = new OneExplanation({
  disk,
  history,
  directory,
  log,
  tell,
  follow: (position) => served.stateAt(position),
  state: () => served.state,
});

setInterval(() => served.witness(), WITNESS_EVERY_MS).unref();
setInterval(() => served.scrub(), SCRUB_MS).unref();
process.on("message", (message: ToArchivist) => {
  if (message.type === "ask") served.answer(message);
  else if (message.type === "explain") void explanation.make(message);
  else if (message.type === "audit") served.audit(message);
  else served.hear(message);
  // Not at once: Node 20 still writes to the channel after it has handed out what came before us.
  if (message.type === "finish") setImmediate(() => process.connected && process.disconnect());
});

async function openStore(): Promise<HistoryStore> {
  const path = join(directory, HISTORY_DIRECTORY);
  let saidAt = 0;
  try {
    return await openHistory(path, "write", (done, total) => {
      // An orphan must not put its store in the place of its successor's.
      if (!isMine()) end(0);
      tell({ type: "busy" });
      const tenths = Math.floor((10 * done) / total);
      if (tenths > saidAt) log.info(`history is brought to this version: ${10 * tenths} %`);
      saidAt = tenths;
    });
  } catch (error) {
    if (error instanceof HistoryDamaged) endDamaged(error, log, end);
    throw error;
  }
}

/** The server may be gone before it is seen that the channel is closed; then there is no receiver. */
function tell(message: FromArchivist): void {
  if (process.connected) process.send?.(message, (error) => error && end(0));
}
