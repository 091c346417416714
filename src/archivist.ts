/**
 * Entry of the second process: the archivist. It runs at low priority, leaves signals to the server
 * (a terminal sends them to the whole group) and ends when told, or when the server is gone.
 */
import { constants, setPriority } from "node:os";
import { realDisk } from "./log/real-disk.ts";
import { Archivist, SNAPSHOT_EVERY, SNAPSHOT_EVERY_MS } from "./service/archivist.ts";
import type { FromArchivist, ToArchivist } from "./service/archivist-process.ts";
import { DigestDiffers } from "./service/replay.ts";

const [directory = "", snapshotEvery = `${SNAPSHOT_EVERY}`] = process.argv.slice(2);
const options = {
  disk: realDisk(directory),
  snapshotEvery: Number(snapshotEvery),
  snapshotEveryMs: SNAPSHOT_EVERY_MS,
  // A sandbox may forget its past; a production directory never does.
  keepsArchive: (kind: string) => kind !== "sandbox",
};

let archivist: Archivist | undefined;

process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit(0));
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on("message", (message: ToArchivist) => {
  try {
    follow(message);
  } catch (error) {
    if (!(error instanceof DigestDiffers)) throw error;
    tell({ type: "differs", sentence: error.message });
  }
});

function follow({ type, position }: ToArchivist): void {
  archivist ??= new Archivist(options, position);
  archivist.advance(position);
  if (type === "finish") {
    archivist.takeSnapshot();
    process.disconnect();
    return;
  }
  tell({ type: "archived", position: archivist.position, snapshot: archivist.snapshotPosition });
}

function tell(message: FromArchivist): void {
  if (process.connected) process.send?.(message);
}
