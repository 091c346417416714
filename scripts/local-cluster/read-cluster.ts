/** What the database of a cluster says of its nodes: who leads, since when, and how far each of them is. */
import type { PostgresServer } from "./postgres-server.ts";

export interface SeenNode {
  readonly name: string;
  readonly role: string;
  readonly position: number;
}

export interface SeenCluster {
  readonly epoch: number;
  /** The name of the node that leads; empty when none does. */
  readonly leader: string;
  /** Of the last command in the log. */
  readonly position: number;
  readonly nodes: readonly SeenNode[];
}

const PATIENCE_MS = 1_000;
const LEADER = `select epoch, node, (
    select first_position + count - 1 from bourse.log order by number desc limit 1
  )::text as position, to_regclass('bourse.node') is not null as has_nodes from bourse.leader`;
const NODES = "select name, role, position::text as position from bourse.node";

/** Undefined when it does not answer in time, or has no cluster. */
export async function readCluster(primary: PostgresServer): Promise<SeenCluster | undefined> {
  if (!primary.isRunning) return undefined;
  try {
    const [row = {}] = await primary.sql(LEADER, PATIENCE_MS);
    const rows = row["has_nodes"] === true ? await primary.sql(NODES, PATIENCE_MS) : [];
    return {
      epoch: Number(row["epoch"]),
      leader: `${row["node"]}`,
      position: Number(row["position"]),
      nodes: rows.map(({ name, role, position }) => {
        return { name: `${name}`, role: `${role}`, position: Number(position) };
      }),
    };
  } catch {
    return undefined;
  }
}
