/**
 * Standbys stand still, and an administrator cancels the waits of an append for them: PostgreSQL says that it is done, with a
 * warning (LOG-PG-2). Done with the program as it is, and with one that does not heed the warning.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { FailureDesk } from "./failure-desk.ts";
import { whenWaiting } from "./replication.ts";
import { type SentOrder, sendOrder, statusOf } from "./single-orders.ts";

const CANCELLED = 3;
const SETTLE_MS = 300;

export interface CancelledWait {
  /** Whether anybody was told that the order is there while no standby had it. */
  readonly isAcknowledged: boolean;
  readonly order: SentOrder;
}

export async function acknowledgedBeforeStandby(
  desk: FailureDesk,
  clientId: string,
): Promise<CancelledWait> {
  const { postgres, nodes } = desk.cluster;
  const leader = await desk.leader();
  const standbys = postgres.servers.filter((server) => server !== postgres.primary);
  for (const standby of standbys) standby.pause();
  const order = sendOrder(desk, leader, clientId);
  for (let times = 0; times < CANCELLED; times++) {
    const pid = await whenWaiting(desk.cluster, desk.cluster.node(leader).plan.name);
    await postgres.primary.sql(`select pg_cancel_backend(${pid})`);
    await sleep(SETTLE_MS);
  }
  const isAnswered = order.answer() !== "none" && (await order.answered)?.status === 200;
  const shown = await Promise.all(
    [...nodes.keys()].map((index) => statusOf(desk, index, clientId)),
  );
  for (const standby of standbys) standby.resume();
  return { isAcknowledged: isAnswered || shown.includes(200), order };
}
