/** The cluster as lines of text: who leads, epoch, lag, orders a second, and what happened last. */
import { letterOf } from "./cluster-keys.ts";
import type { LostFigures } from "./lost-orders.ts";
import type { LoadFigures } from "./order-load.ts";
import type { ServerRole } from "./postgres-server.ts";
import { nameOf } from "./postgres-set.ts";
import type { SeenCluster } from "./read-cluster.ts";

/** A node as it is seen from here. */
export interface NodeSight {
  readonly name: string;
  readonly port: number;
  /** "ready", or why it takes no orders. */
  readonly readiness: string;
}

/** All that is shown. */
export interface ClusterSight {
  readonly servers: readonly ServerRole[];
  readonly nodes: readonly NodeSight[];
  readonly seen: SeenCluster | undefined;
  readonly load: LoadFigures;
  /** Orders a second since the last look, by node. */
  readonly rates: readonly number[];
}

const HELP = [
  "1 2 3  kill -9 a node, or bring it back     a b c  the same for a PostgreSQL server",
  "s  pause or continue the leader     r  the leader resigns     q  end",
];
/** What a node that can do nothing says of itself. */
const AWAY = ["down", "paused"];
/** After so long without an acknowledgement it is said why. */
const SILENT_MS = 2_000;
const COLUMNS = [8, 8, 16, 10, 8, 11];

/** The whole screen. */
export function screenOf(sight: ClusterSight, happened: readonly string[]): readonly string[] {
  return [
    "Bourse: a cluster on this machine",
    "",
    ...sight.servers.map((role, index) => {
      return `  ${letterOf(index)}  PostgreSQL ${nameOf(index)}  ${role}`;
    }),
    "",
    `     ${rowOf("node", "port", "role", "position", "lag", "orders/s")}`,
    ...sight.nodes.map((node, index) => `  ${index + 1}  ${nodeRow(sight, node, index)}`),
    "",
    `  ${leaderLine(sight)}`,
    `  ${loadLine(sight)}`,
    "",
    ...HELP.map((line) => `  ${line}`),
    "",
    ...happened,
  ];
}

/** The same in one line, where there is no terminal. */
export function lineOf(sight: ClusterSight): string {
  const servers = sight.servers.map((role, index) => `${nameOf(index)} ${role}`);
  const nodes = sight.nodes.map((node) => `${node.name} ${roleOf(sight, node)}`);
  return `${servers.join(", ")} | ${nodes.join(", ")} | ${leaderLine(sight)} | ${loadLine(sight)}`;
}

function nodeRow(sight: ClusterSight, node: NodeSight, index: number): string {
  const { seen } = sight;
  const own = seen?.nodes.find(({ name }) => name === node.name);
  const isLeader = isLeading(sight, node);
  const known = own?.position ?? (isLeader ? seen?.position : undefined);
  const position = node.readiness === "down" ? undefined : known;
  const lag = position === undefined || !seen ? "" : Math.max(0, seen.position - position);
  const rate = `${Math.round(sight.rates[index] ?? 0)}`;
  return rowOf(node.name, `${node.port}`, roleOf(sight, node), `${position ?? ""}`, `${lag}`, rate);
}

/** What it does; of one that does nothing, why. */
function roleOf(sight: ClusterSight, node: NodeSight): string {
  const { name, readiness } = node;
  if (AWAY.includes(readiness)) return readiness;
  if (isLeading(sight, node)) return readiness === "ready" ? "leads" : `leads, ${readiness}`;
  return sight.seen?.nodes.find((each) => each.name === name)?.role ?? readiness;
}

function isLeading({ seen }: ClusterSight, { name }: NodeSight): boolean {
  return seen?.leader === name;
}

function leaderLine({ seen, nodes }: ClusterSight): string {
  if (!seen) return "PostgreSQL does not say who leads";
  const leader = nodes.find(({ name }) => name === seen.leader);
  const isThere = leader && !AWAY.includes(leader.readiness);
  const says = isThere ? `${leader.name} leads` : `nobody leads (last: ${seen.leader || "none"})`;
  return `${says}, epoch ${seen.epoch}, position ${seen.position}`;
}

function loadLine({ load, rates }: ClusterSight): string {
  const total = load.acknowledged.reduce((sum, each) => sum + each, 0);
  const rate = Math.round(rates.reduce((sum, each) => sum + each, 0));
  const why = load.silentMs > SILENT_MS && load.lastRefusal ? `; ${load.lastRefusal}` : "";
  const silence = `last ${seconds(load.silentMs)} ago, longest gap ${seconds(load.longestGapMs)}`;
  return `${rate} orders/s, ${total} acknowledged, ${load.refused} refused, ${sayLost(load.lost)}; ${silence}${why}`;
}

/** Of the answers that were lost, what became of their orders. */
function sayLost({ open, done, notDone }: LostFigures): string {
  const count = open + done + notDone;
  return count === 0 ? "0 lost" : `${count} lost (${done} done, ${notDone} not, ${open} unknown)`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function rowOf(...cells: string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(COLUMNS[index] ?? 0))
    .join(" ")
    .trimEnd();
}
