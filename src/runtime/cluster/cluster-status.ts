/** A cluster as its database has it: who leads, how far the log is, and what each node last said of itself. */
import type { Session } from "../../log/postgres/database.ts";
import { askToResign, lookAtLeader } from "../../log/postgres/leader-table.ts";
import { listNodes, type NodeRow } from "../../log/postgres/node-table.ts";
import { NotOurs, readTerms } from "../../log/postgres/schema.ts";

export interface ClusterStatus {
  /** "" when nobody leads. */
  readonly leader: string;
  readonly epoch: number;
  /** Of the last command in the log. */
  readonly position: number;
  readonly nodes: readonly NodeRow[];
}

export async function readClusterStatus(session: Session): Promise<ClusterStatus> {
  await readTerms(session);
  const { node, epoch, position } = await lookAtLeader(session);
  return { leader: node, epoch, position, nodes: await listNodes(session) };
}

/** CLUSTER-RESIGN-1: who took over, and in which epoch. */
export interface Succession {
  readonly from: string;
  readonly to: string;
  readonly epoch: number;
}

export interface SuccessionOptions {
  readonly pause: (ms: number) => Promise<void>;
  readonly now: () => number;
}

const LOOK_MS = 50;
const PATIENCE_MS = 10_000;

/** Asks the leader to resign and waits until another leads. Throws when nobody leads, or nobody takes over. */
export async function changeLeader(
  session: Session,
  { pause, now }: SuccessionOptions,
): Promise<Succession> {
  await readTerms(session);
  const asked = await askToResign(session);
  if (!asked) throw new NotOurs("Nobody leads the cluster.");
  const endMs = now() + PATIENCE_MS;
  while (now() < endMs) {
    const { node, epoch } = await lookAtLeader(session);
    if (epoch > asked.epoch && node !== "") return { from: asked.node, to: node, epoch };
    await pause(LOOK_MS);
  }
  throw new NotOurs(
    `${asked.node} was asked to resign, and no other node has taken over within ${PATIENCE_MS / 1_000} s.`,
  );
}
