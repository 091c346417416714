/** `bourse cluster ...`: the log in PostgreSQL, as seen from a terminal. */

import type { Disk } from "../log/disk.ts";
import type { ClusterPlace } from "../runtime/cluster/moves/with-cluster.ts";
import type { VerifyReport } from "../tools/audit/verify.ts";
import { command, JSON_OPTION, type Terminal } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";
import { checkSnapshots, printReport, verifyAll } from "./verify.ts";

const SEGMENT_MIB = 64;
const SEGMENT_MIB_MAX = 1_024;
export const SINGLE_OPTION = {
  "--single-postgres": { says: "accept a PostgreSQL without a standby" },
} as const;

export const clusterInit = command({
  name: "cluster init",
  says: "make a cluster in an empty PostgreSQL database, from nothing or from a stopped directory",
  takes: ["URL"],
  options: {
    "--from": { value: "DIR", says: "move the log of a stopped data directory in" },
    "--segment-mib": {
      value: "N",
      says: `size of a file of the log on every node; ${SEGMENT_MIB} without it, with --from that of DIR`,
    },
    ...SINGLE_OPTION,
  },
  async run(values, terminal) {
    const { URL: written, "--segment-mib": mib, "--from": directory } = values;
    const place = await placeOf(written, values["--single-postgres"]);
    if (directory !== undefined) {
      if (mib !== undefined) throw new UsageError("with --from, segments are as large as DIR's");
      await initFrom(place, directory, terminal);
      return;
    }
    const segmentBytes = readMib(mib) * 1024 * 1024;
    const { initCluster } = await import("../runtime/cluster/init-cluster.ts");
    await initCluster({ ...place, segmentBytes });
    terminal.out("made: the cluster is empty; start its nodes with --cluster");
  },
});

/** CLUSTER-INIT-1: proved before anything is written, and the directory stays as it is. */
async function initFrom(place: ClusterPlace, directory: string, terminal: Terminal): Promise<void> {
  const { offline } = await import("./offline.ts");
  const { initClusterFrom } = await import("../runtime/cluster/init-cluster.ts");
  const { proof, moved } = await offline(directory, (disk) =>
    initClusterFrom(place, disk, {
      prove: () => proveDirectory(directory, disk, terminal),
      onProgress: terminal.progress?.("moving", "commands"),
    }),
  );
  printReport(proof, terminal);
  const size = `in ${moved.rows} rows, with segments of ${moved.segmentBytes / 1024 ** 2} MiB`;
  terminal.out(`made: the cluster has the log up to position ${proof.position}, ${size}`);
  if (moved.from > 0) terminal.out(historySentence(moved.from, directory));
  terminal.out(
    `keep ${directory} as it is and do not start it: the log goes on in the cluster; its nodes need its master key`,
  );
}

async function proveDirectory(
  directory: string,
  disk: Disk,
  terminal: Terminal,
): Promise<VerifyReport> {
  const report = await verifyAll(directory, disk, terminal.progress?.("verifying", "commands"));
  await checkSnapshots(report);
  return report;
}

/** CLUSTER-HIST-1 */
function historySentence(position: number, directory: string): string {
  return `what ended up to position ${position} is in ${directory}/history only: a node has it when that is copied into its directory before its first start`;
}

export const clusterExport = command({
  name: "cluster export",
  says: "write the log of a cluster as a data directory that goes on alone",
  takes: ["URL", "DIR"],
  options: { ...SINGLE_OPTION, ...JSON_OPTION },
  async run({ URL: written, DIR: directory, ...options }, terminal) {
    const place = await placeOf(written, options["--single-postgres"]);
    const { exportTo } = await import("./cluster-export.ts");
    const { copied, report } = await exportTo(place, directory, terminal);
    if (options["--json"] !== undefined) {
      terminal.out(JSON.stringify({ ...copied, directory, stateHash: report.stateHash }));
      return;
    }
    printReport(report, terminal);
    terminal.out(`exported: ${directory}, up to position ${copied.position}`);
    terminal.out(
      "what the cluster takes from now on is not in it: to go on with it alone, stop the nodes first; it needs their master key",
    );
  },
});

export const clusterVerify = command({
  name: "cluster verify",
  says: "read the log of a cluster out of PostgreSQL, replay it and check everything in it",
  takes: ["URL"],
  options: { ...SINGLE_OPTION, ...JSON_OPTION },
  async run({ URL: written, ...options }, terminal) {
    const place = await placeOf(written, options["--single-postgres"]);
    const { withCluster } = await import("../runtime/cluster/moves/with-cluster.ts");
    const { openStream } = await import("../runtime/cluster/moves/open-stream.ts");
    const { verifyStream } = await import("../tools/audit/verify-stream.ts");
    const onProgress = terminal.progress?.("verifying", "commands");
    const report = await withCluster(place, "bourse cluster verify", async (session) =>
      verifyStream(await openStream(session), onProgress),
    );
    if (options["--json"] === undefined) printReport(report, terminal);
    else terminal.out(JSON.stringify(report));
    await checkSnapshots(report);
  },
});

/** Where a cluster is, as it was typed. */
export async function placeOf(written: string, single: string | undefined): Promise<ClusterPlace> {
  const { readClusterUrl } = await import("../runtime/cluster/cluster-url.ts");
  return { url: readClusterUrl(written), isSingle: single !== undefined };
}

function readMib(written: string | undefined): number {
  const mib = Number(written ?? SEGMENT_MIB);
  if (Number.isInteger(mib) && mib >= 1 && mib <= SEGMENT_MIB_MAX) return mib;
  throw new UsageError(`--segment-mib is a whole number from 1 to ${SEGMENT_MIB_MAX}`);
}
