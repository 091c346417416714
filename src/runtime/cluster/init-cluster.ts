/** Makes a cluster: its tables, and the origin of its log. The server is looked at first, as a node would. */
import type { OnProgress } from "../../core/base/progress.ts";
import type { Disk } from "../../log/disk.ts";
import { isCopy, LogIsCopy } from "../../log/file/copy-mark.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { witnessesOf } from "../../log/file/witness.ts";
import { GENESIS } from "../../log/log.ts";
import { checkNoCluster, makeCluster, PARTITION_ROWS } from "../../log/postgres/schema.ts";
import { chooseSnapshot } from "../replica/restore.ts";
import { type Moved, moveIn } from "./moves/move-in.ts";
import { type ClusterPlace, withCluster } from "./moves/with-cluster.ts";

const NAME = "bourse cluster init";

export interface InitOptions extends ClusterPlace {
  readonly segmentBytes: number;
}

/** An empty one. */
export async function initCluster({ segmentBytes, ...place }: InitOptions): Promise<void> {
  const terms = { origin: GENESIS, segmentBytes, partitionRows: PARTITION_ROWS };
  await withCluster(place, NAME, (session) => makeCluster(session, terms));
}

/**
 * CLUSTER-INIT-1: of a directory that no server has open. `prove` is called when the database may be used and before
 * anything is written there.
 */
export async function initClusterFrom<T>(
  place: ClusterPlace,
  disk: Disk,
  { prove, onProgress }: { prove: () => Promise<T>; onProgress?: OnProgress | undefined },
): Promise<{ readonly proof: T; readonly moved: Moved }> {
  if (isCopy(disk)) {
    throw new LogIsCopy(
      "The log in this directory is a copy of a cluster's, which may lack its end: bourse cluster export makes a directory of the whole; where the database is lost, so does a backup of this one that is restored.",
    );
  }
  return withCluster(place, NAME, async (session) => {
    await checkNoCluster(session);
    const proof = await prove();
    const from = chooseSnapshot(disk).snapshot?.cursor;
    const log = await openFileLog({ disk, readOnly: true, from, witnesses: witnessesOf(disk) });
    const moved = await moveIn(session, { disk, end: log.end, onProgress });
    log.close();
    return { proof, moved };
  });
}
