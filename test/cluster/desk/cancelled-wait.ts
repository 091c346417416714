/**
 * Standbys stand still, and an administrator cancels the waits of an append for them: PostgreSQL says that it is done, with a
 * warning (LOG-PG-2). Done with the program as it is, and with one that does not heed the warning.
 */
import type { FailureDesk } from "./failure-desk.ts";
import { type StandbyWait, whenWaiting } from "./replication.ts";
import { type SentOrder, sendOrder, statusOf } from "./single-orders.ts";

const CANCELLED = 3;

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
  const { name } = desk.cluster.node(leader).plan;
  let wait: StandbyWait | undefined = await whenWaiting(desk.cluster, name);
  for (let times = 0; times < CANCELLED && wait; times++) {
    await postgres.primary.sql(`select pg_cancel_backend(${wait.pid})`);
    // Either it is waited for a standby again, or the order has an answer.
    const again = whenWaiting(desk.cluster, name, { last: wait });
    wait = await Promise.race([again, order.answered.then(() => undefined)]);
  }
  const isAnswered = order.answer() !== "none" && (await order.answered)?.status === 200;
  const shown = await Promise.all(
    [...nodes.keys()].map((index) => statusOf(desk, index, clientId)),
  );
  for (const standby of standbys) standby.resume();
  return { isAcknowledged: isAnswered || shown.includes(200), order };
}
