/**
 * What PostgreSQL says of a commit, and what it is worth: rows that no standby has, waits that were cancelled, a primary that comes
 * back, standbys that are slow. Real servers, real nodes, the checker of the kill tests.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { hasPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";
import { acknowledgedBeforeStandby } from "../desk/cancelled-wait.ts";
import { FailureDesk } from "../desk/failure-desk.ts";
import { promoteFurthest } from "../desk/faults.ts";
import { slowDown, stopSending, whenWaiting } from "../desk/replication.ts";
import { sendOrder, statusOf } from "../desk/single-orders.ts";

const SEED = 2202;
const PATIENCE_MS = 180_000;
const SOON_MS = 30_000;
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
    const [old, epoch, leader] = [postgres.primaryIndex, await desk.epoch(), await desk.leader()];
    await desk.underTraffic(async (traffic) => {
      await stopSending(desk.cluster);
      await whenWaiting(desk.cluster, nameOf(leader));
      const atMs = performance.now();
      await postgres.kill(old);
      await promoteFurthest(desk);
      await traffic.firstAfter(atMs);
    });
    expect(await desk.epoch()).toBe(epoch);

    // As it was, and not as a standby: it believes that it is the primary.
    await postgres.at(old).begin();
    expect(await postgres.at(old).role()).toBe("primary");
    const [lost] = await postgres.at(old).sql(LAST_ROW);
    expect(await postgres.primary.sql(rowAt(lost?.["number"]))).toEqual([{ hash: lost?.["hash"] }]);
    await postgres.primary.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'bourse n%'",
    );
    postgres.primary.pause();
    await until("it is refused", SOON_MS, async () => {
      const { output } = desk.cluster.node(leader);
      return output.includes("it is a primary of before a failover") || undefined;
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

rowTest(
  "LOG-PG-4 a primary restarts with a row that is on no standby: nobody is shown it before a standby has it",
  async () => {
    const { postgres, nodes } = desk.cluster;
    const [primary, leader] = [postgres.primaryIndex, await desk.leader()];
    const standbys = postgres.servers.filter((_, index) => index !== primary);
    await stopSending(desk.cluster);
    const order = sendOrder(desk, leader, "unseen");
    await whenWaiting(desk.cluster, nameOf(leader));
    await postgres.kill(primary);
    for (const standby of standbys) standby.pause();
    await postgres.at(primary).begin();
    const [row] = await postgres.primary.sql(LAST_ROW);
    await desk.cluster.killNode(leader);
    desk.cluster.reviveNode(leader);

    // Another would lead by now, and one has started again, if they believed what they read.
    const endMs = performance.now() + 6_000;
    const shown = new Set<number>();
    while (performance.now() < endMs) {
      for (const index of nodes.keys()) shown.add(await statusOf(desk, index, "unseen"));
    }
    expect([...shown]).not.toContain(200);
    expect(order.answer() === "none" || (await order.answered)?.status !== 200).toBe(true);
    for (const standby of standbys) standby.resume();
    // One that cannot ask PostgreSQL at its start ends with a sentence.
    await desk.again();
    expect(await postgres.primary.sql(rowAt(row?.["number"]))).toEqual([{ hash: row?.["hash"] }]);
    for (const index of nodes.keys()) expect(await statusOf(desk, index, "unseen")).toBe(200);
    await order.answered;
    await desk.prove();
  },
  PATIENCE_MS,
);

rowTest(
  "standbys that answer 50 ms later: orders are slower, and none is refused",
  async () => {
    const undo = await slowDown(desk.cluster, 25);
    const before = new Map(desk.claims.statuses);
    const epoch = await desk.epoch();
    const took = await desk.underTraffic(async (traffic) => {
      await traffic.more(200, 60_000);
      const atMs = performance.now();
      const leader = await desk.leader();
      for (const id of ["slow-1", "slow-2", "slow-3"]) await sendOrder(desk, leader, id).answered;
      return (performance.now() - atMs) / 3;
    });
    await undo();

    expect(took).toBeGreaterThan(50);
    for (const status of [0, 503, 504]) {
      expect(desk.claims.statuses.get(status) ?? 0, `${status}`).toBe(before.get(status) ?? 0);
    }
    expect(await desk.epoch()).toBe(epoch);
    await desk.prove();
  },
  PATIENCE_MS,
);
