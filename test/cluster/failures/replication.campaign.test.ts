/**
 * What PostgreSQL says of a commit, and what it is worth: rows that no standby has, waits that were cancelled, a primary that comes
 * back, standbys that are slow. Real servers, real nodes, the checker of the kill tests.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import { PATIENCE_MS, untilSeen } from "../../support/until.ts";
import { acknowledgedBeforeStandby } from "../desk/cancelled-wait.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import { promoteFurthest } from "../desk/faults.ts";
import { standbysThroughWay, stopSending, whenWaiting } from "../desk/replication.ts";
import { sendOrder, statusAt, statusOf } from "../desk/single-orders.ts";

const SEED = 2202;
const isHere = hasPostgres();
const rowTest = test.skipIf(!isHere);
let desk: FailureDesk;

beforeAll(async () => {
  if (isHere) desk = await FailureDesk.start({ seed: SEED, nodeFlags: ["--gateways", "1"] });
}, PATIENCE_MS);
beforeEach(() => desk?.again());
afterAll(() => desk?.end());

const nameOf = (index: number) => desk.cluster.node(index).plan.name;
const LAST_ROW =
  "select number, encode(hash, 'hex') as hash from bourse.log order by number desc limit 1";
const rowAt = (number: unknown) =>
  `select encode(hash, 'hex') as hash from bourse.log where number = ${number}`;

rowTest(
  "LOG-PG-3 a batch that no standby had is inserted again, once; LOG-PG-5 the old primary that has it comes back and is refused",
  async () => {
    const { postgres } = desk.cluster;
    const [old, leader] = [postgres.primaryIndex, await desk.leader()];
    await desk.underTraffic(async (traffic) => {
      await stopSending(desk.cluster);
      await whenWaiting(desk.cluster, nameOf(leader));
      await postgres.kill(old);
      const atMs = performance.now();
      await promoteFurthest(desk);
      await traffic.firstAfter(atMs);
    });

    // As it was, and not as a standby: it believes that it is the primary.
    await postgres.at(old).begin();
    expect(await postgres.at(old).isStandby()).toBe(false);
    const [lost] = await postgres.at(old).sql(LAST_ROW);
    expect(await postgres.primary.sql(rowAt(lost?.["number"]))).toEqual([{ hash: lost?.["hash"] }]);
    await postgres.primary.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bourse n%'",
    );
    postgres.primary.pause();
    await untilSeen("it is refused", async () => {
      const said = desk.cluster.nodes.map(({ output }) => output).join();
      return said.includes("it is a primary of before a failover") || undefined;
    });
    postgres.primary.resume();
    await desk.allReady();
    expect(await postgres.at(old).sql(LAST_ROW)).toEqual([lost]);
    await postgres.kill(old);
    await postgres.revive(old);
    await desk.prove();
  },
  PATIENCE_MS,
);

rowTest(
  "LOG-PG-2 a cancelled wait for a standby is no commit: nothing is acknowledged until a standby is back",
  async () => {
    const { isAcknowledged, order } = await acknowledgedBeforeStandby(desk, "cancelled");

    expect(isAcknowledged).toBe(false);
    const told = await order.answered;
    expect([200, 504], JSON.stringify(told?.json)).toContain(told?.status);
    await desk.prove();
  },
  PATIENCE_MS,
);

/** Whether the last row has an order, by its name. */
const hasOrder = (id: string) =>
  `select position('${id}'::bytea in bytes) > 0 as has from bourse.log order by number desc limit 1`;

/** A primary that has restarted with an order that no standby has; the standbys stand still. */
async function restartedWithOrder(id: string) {
  const { postgres } = desk.cluster;
  const [primary, leader] = [postgres.primaryIndex, await desk.leader()];
  const standbys = postgres.servers.filter((_, index) => index !== primary);
  await stopSending(desk.cluster);
  const order = sendOrder(desk, leader, id);
  await whenWaiting(desk.cluster, nameOf(leader));
  await postgres.kill(primary);
  for (const standby of standbys) standby.pause();
  await postgres.at(primary).begin();
  const [row] = await postgres.primary.sql(hasOrder(id));
  const resume = () => {
    for (const standby of standbys) standby.resume();
  };
  return { id, order, leader, isThere: row?.["has"] === true, resume };
}

/** A second that ticked just then may have been what was waited for: then it is done again. */
async function restarted(tries = 1): ReturnType<typeof restartedWithOrder> {
  const done = await restartedWithOrder(`unseen-${tries}`);
  if (done.isThere) return done;
  done.resume();
  await done.order.answered;
  await desk.again();
  return await restarted(tries + 1);
}

rowTest(
  "LOG-PG-4 a primary restarts with a row that is on no standby: nobody is shown it before a standby has it",
  async () => {
    const { postgres, nodes } = desk.cluster;
    const { id, order, leader, resume } = await restarted();
    const [row] = await postgres.primary.sql(LAST_ROW);
    await desk.cluster.killNode(leader);
    desk.cluster.reviveNode(leader);

    // All have read the row, one of them at its start, and wait for a standby to have what they write behind it.
    const shown = new Set<number>();
    for (const index of nodes.keys()) {
      const purpose = index === leader ? "%" : "log";
      const last = await whenWaiting(desk.cluster, nameOf(index), { purpose });
      shown.add(await statusOf(desk, index, id));
      if (index === leader) continue;
      await whenWaiting(desk.cluster, nameOf(index), { purpose, last });
      shown.add(await statusOf(desk, index, id));
    }
    expect([...shown]).not.toContain(200);
    expect(order.answer() === "none" || (await order.answered)?.status !== 200).toBe(true);
    resume();
    // One that cannot ask PostgreSQL at its start ends with a sentence.
    await desk.again();
    expect(await postgres.primary.sql(rowAt(row?.["number"]))).toEqual([{ hash: row?.["hash"] }]);
    for (const index of nodes.keys()) expect(await statusAt(desk, index, id)).toBe(200);
    await order.answered;
    await desk.prove();
  },
  PATIENCE_MS,
);

rowTest(
  "LOG-PG-2 an order is acknowledged when a standby has it, however late that says so, and not before",
  async () => {
    const { way, undo } = await standbysThroughWay(desk.cluster);
    const leader = await desk.leader();
    for (const id of ["late-1", "late-2", "late-3"]) {
      way.cut("there");
      const order = sendOrder(desk, leader, id);
      await whenWaiting(desk.cluster, nameOf(leader));
      expect(order.answer()).toBe("none");
      way.heal();
      // Without a word for ten seconds, on a busy machine, the outcome is not known.
      expect([200, 504]).toContain((await order.answered)?.status);
    }
    await desk.underTraffic((traffic) => traffic.more(50));
    await undo();
    await desk.prove();
  },
  PATIENCE_MS,
);
