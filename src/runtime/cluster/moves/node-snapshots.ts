/** What a node does with the snapshots of its cluster: it begins at one, and puts its own in. */
import { pgDatabase } from "../../../log/postgres/pg-database.ts";
import { realDisk } from "../../../log/real-disk.ts";
import { systemTimer } from "../../../log/system-timer.ts";
import { beginCopy } from "./begin-copy.ts";
import { SnapshotPublisher } from "./publish-snapshot.ts";
import type { ClusterPlace } from "./with-cluster.ts";

export interface NodePlace extends ClusterPlace {
  readonly node: string;
}

type Report = (sentence: string) => void;

/** Before the directory is opened. */
export async function beginNode(
  place: NodePlace,
  directory: string,
  report: Report,
): Promise<void> {
  await beginCopy({ ...partsOf(place, directory), directory, report });
}

export function publisherOf(
  place: NodePlace,
  directory: string,
  report: Report,
): SnapshotPublisher {
  const now = () => performance.now();
  return new SnapshotPublisher({ ...partsOf(place, directory), now, report });
}

/** CLUSTER-SECRET-1: the name of the session says which node it is, and nothing else. */
function partsOf({ url, node, isSingle }: NodePlace, directory: string) {
  const database = pgDatabase({ url, name: `bourse snapshots ${node}`, timer: systemTimer });
  return { database, isSingle, disk: realDisk(directory) };
}
