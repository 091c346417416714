/** `bourse cluster ...`: the log in PostgreSQL, as seen from a terminal. */
import { command } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";

const SEGMENT_MIB = 64;
const SEGMENT_MIB_MAX = 1_024;

export const clusterInit = command({
  name: "cluster init",
  says: "make a cluster in an empty PostgreSQL database",
  takes: ["URL"],
  options: {
    "--segment-mib": {
      value: "N",
      says: `size of a file of the log on every node; ${SEGMENT_MIB} without it`,
    },
    "--single-postgres": { says: "accept a PostgreSQL without a standby" },
  },
  async run({ URL: written, "--segment-mib": mib, "--single-postgres": single }, terminal) {
    const segmentBytes = readMib(mib) * 1024 * 1024;
    const { readClusterUrl } = await import("../cluster/cluster-url.ts");
    const { initCluster } = await import("../cluster/init-cluster.ts");
    const url = readClusterUrl(written);
    await initCluster({ url, segmentBytes, isSingle: single !== undefined });
    terminal.out("made: the cluster is empty; start its nodes with --cluster");
  },
});

function readMib(written: string | undefined): number {
  const mib = Number(written ?? SEGMENT_MIB);
  if (Number.isInteger(mib) && mib >= 1 && mib <= SEGMENT_MIB_MAX) return mib;
  throw new UsageError(`--segment-mib is a whole number from 1 to ${SEGMENT_MIB_MAX}`);
}
