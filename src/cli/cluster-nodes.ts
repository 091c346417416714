/** `bourse cluster status`, `resign` and `forget`: the nodes of a cluster, by what its database has of them. */
import { directoryName } from "../app/directory-name.ts";
import type { ClusterStatus } from "../runtime/cluster/cluster-status.ts";
import { placeOf, SINGLE_OPTION } from "./cluster.ts";
import { command, JSON_OPTION } from "./terminal/command.ts";
import { align } from "./terminal/layout.ts";

/** A node says every second how it stands. */
const SILENT_MS = 5_000;

export const clusterStatus = command({
  name: "cluster status",
  says: "show who leads a cluster, and how its nodes stand",
  takes: ["URL"],
  options: { ...SINGLE_OPTION, ...JSON_OPTION },
  async run({ URL: written, ...options }, terminal) {
    const place = await placeOf(written, options["--single-postgres"]);
    const { withCluster } = await import("../runtime/cluster/moves/with-cluster.ts");
    const { readClusterStatus } = await import("../runtime/cluster/cluster-status.ts");
    const status = await withCluster(place, "bourse cluster status", readClusterStatus);
    if (options["--json"] !== undefined) terminal.out(JSON.stringify(status));
    else for (const line of linesOf(status)) terminal.out(line);
  },
});

function linesOf({ leader, epoch, position, nodes }: ClusterStatus): string[] {
  const who = leader === "" ? "nobody leads" : `${leader} leads`;
  const rows = nodes.map(({ name, role, address, version, ...node }) => {
    const isSilent = node.heardMsAgo > SILENT_MS;
    const heard = isSilent ? `silent for ${Math.round(node.heardMsAgo / 1_000)} s` : role;
    const behind = Math.max(0, position - node.position);
    return [name, heard, `position ${node.position}`, `${behind} behind`, address, version];
  });
  return [`${who}, epoch ${epoch}, position ${position}`, ...align(rows)];
}

export const clusterResign = command({
  name: "cluster resign",
  says: "let the leader of a cluster resign, and wait until another node leads",
  takes: ["URL"],
  options: { ...SINGLE_OPTION, ...JSON_OPTION },
  async run({ URL: written, ...options }, terminal) {
    const place = await placeOf(written, options["--single-postgres"]);
    const { withCluster } = await import("../runtime/cluster/moves/with-cluster.ts");
    const { changeLeader } = await import("../runtime/cluster/cluster-status.ts");
    const { setTimeout: pause } = await import("node:timers/promises");
    const change = await withCluster(place, "bourse cluster resign", (session) =>
      changeLeader(session, { pause, now: () => performance.now() }),
    );
    const { from, to, epoch } = change;
    if (options["--json"] !== undefined) terminal.out(JSON.stringify(change));
    else terminal.out(`${from} has resigned; ${to} leads in epoch ${epoch}`);
  },
});

export const clusterForget = command({
  name: "cluster forget",
  says: "let go of a node that is gone for ever, so that another may have its place",
  takes: ["URL", "NODE"],
  options: SINGLE_OPTION,
  async run({ URL: written, NODE: node, ...options }, terminal) {
    const place = await placeOf(written, options["--single-postgres"]);
    const { withCluster } = await import("../runtime/cluster/moves/with-cluster.ts");
    const { forgetNode } = await import("../log/postgres/node-table.ts");
    const { NotOurs } = await import("../log/postgres/schema.ts");
    const isForgotten = await withCluster(place, "bourse cluster forget", (session) =>
      forgetNode(session, node),
    );
    if (!isForgotten) {
      throw new NotOurs(`The cluster has no node ${node} that was silent for the last minute.`);
    }
    terminal.out(`forgotten: ${node}`);
  },
});

export const clusterTrim = command({
  name: "cluster trim",
  says: "drop old rows of a cluster's log that no node needs to start; nodes have them in their directories",
  retyped: {
    says: "the name of the database or the file",
    gone: "old rows of the log in PostgreSQL",
    of: ({ URL: url }) => lastOf(url),
  },
  takes: ["URL"],
  options: SINGLE_OPTION,
  async run({ URL: written, ...options }, terminal) {
    const place = await placeOf(written, options["--single-postgres"]);
    const { withCluster } = await import("../runtime/cluster/moves/with-cluster.ts");
    const { trimCluster } = await import("../runtime/cluster/moves/trim.ts");
    const { partitions, firstNumber } = await withCluster(
      place,
      "bourse cluster trim",
      trimCluster,
    );
    if (partitions === 0) terminal.out("nothing is old enough to be dropped");
    else terminal.out(`dropped ${partitions} partitions; the log begins at batch ${firstNumber}`);
  },
});

/** `bourse` of `postgres://bourse@one,two/bourse?ssl=on`, or what a file that has such a URL is called; never a password. */
function lastOf(written: string): string {
  return directoryName(written.replace(/\?.*$/s, "").replace(/^.*@/s, ""));
}
