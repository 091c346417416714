/** What may befall a cluster under traffic. Each is undone before it answers; all say when the first request sent after it was acknowledged. */
import {
  furthest,
  type WatchedServer,
} from "../../../scripts/local-cluster/postgres-supervisor.ts";
import { standStill } from "../../support/stand-still.ts";
import { untilSeen } from "../../support/until.ts";
import type { ClusterTraffic } from "./cluster-traffic.ts";
import type { FailureDesk } from "./failure-desk.ts";
import { stopSending, whenWaiting } from "./replication.ts";

export interface Struck {
  /** From the fault to the first acknowledgement of what was sent after it. */
  readonly firstMs: number;
  /** Of that, what it took to promote a standby. */
  readonly promotionMs?: number;
  /** Who led before. */
  readonly leader: number;
}

export type Fault = (desk: FailureDesk, traffic: ClusterTraffic) => Promise<Struck>;

export const killLeader: Fault = async (desk, traffic) => {
  const leader = await desk.leader();
  await desk.cluster.killNode(leader);
  const firstMs = await traffic.firstAfter(performance.now());
  desk.cluster.reviveNode(leader);
  await desk.allReady();
  return { firstMs, leader };
};

/** It stands still until another leads, and has requests at its sockets when it wakes. */
export const stopLeader: Fault = async (desk, traffic) => {
  const leader = await desk.leader();
  const { pid = 0 } = desk.cluster.node(leader);
  desk.cluster.pauseNode(leader);
  await standStill(pid);
  const firstMs = await traffic.firstAfter(performance.now());
  const waiting = traffic.readAt(leader);
  await traffic.more(1);
  desk.cluster.resumeNode(leader);
  await waiting;
  await whenFollowing(desk, leader);
  return { firstMs, leader };
};

/** A standby that has everything takes its place; the old primary becomes a standby, made anew. */
export const killPrimary: Fault = async (desk, traffic) => {
  const { postgres } = desk.cluster;
  const [leader, primary] = [await desk.leader(), postgres.primaryIndex];
  await postgres.kill(primary);
  const atMs = performance.now();
  await promoteFurthest(desk);
  const promotionMs = Math.round(performance.now() - atMs);
  const firstMs = await traffic.firstAfter(atMs);
  await desk.cluster.revivePostgres(primary);
  return { firstMs, promotionMs, leader };
};

/** The same, where the primary has a commit that no standby got. */
export const killPrimaryUnsent: Fault = async (desk, traffic) => {
  await stopSending(desk.cluster);
  await whenWaiting(desk.cluster, desk.cluster.node(await desk.leader()).plan.name);
  return await killPrimary(desk, traffic);
};

/** Nothing gets through between the leader and PostgreSQL, and nobody is told. A read waits at it when it is heard again. */
export const partitionLeader: Fault = async (desk, traffic) => {
  let waiting = Promise.resolve();
  const struck = await partitioned(desk, traffic, async (leader) => {
    waiting = traffic.readAt(leader);
  });
  await waiting;
  return struck;
};

/** The same; something is done when another leads and has acknowledged what the one of before cannot know. */
export async function partitioned(
  desk: FailureDesk,
  traffic: ClusterTraffic,
  meanwhile: (leader: number) => Promise<void>,
): Promise<Struck> {
  const leader = await desk.leader();
  const ways = desk.ways.ofNode(leader);
  const atMs = performance.now();
  for (const way of ways) way.cut();
  const next = await desk.leader(leader);
  const firstMs = await traffic.firstAfter(atMs);
  await traffic.more(20, next);
  await meanwhile(leader);
  for (const way of ways) way.heal();
  await whenFollowing(desk, leader);
  return { firstMs, leader };
}

/** LOG-PG-8: a reload takes the standbys away, as Patroni does without its strict mode; orders go on when they are back. */
export const reloadSettings: Fault = async (desk, traffic) => {
  const { primary } = desk.cluster.postgres;
  const leader = await desk.leader();
  const [{ names } = { names: "" }] = await primary.sql(
    `select current_setting('${STANDBYS}') as names`,
  );
  await primary.set(STANDBYS, "");
  await untilSeen("the leader trusts it no more", async () => {
    return (await desk.cluster.node(leader).readiness()).includes("in_doubt") || undefined;
  });
  const waiting = traffic.readAt(leader);
  await primary.set(STANDBYS, `${names}`);
  const firstMs = await traffic.firstAfter(performance.now());
  await waiting;
  await desk.allReady();
  return { firstMs, leader };
};

const STANDBYS = "synchronous_standby_names";

/** Of the standbys that run the one that has everything becomes the primary. */
export async function promoteFurthest({ cluster }: FailureDesk): Promise<void> {
  const servers: readonly WatchedServer[] = cluster.postgres.servers;
  const running = servers.filter(({ isRunning }) => isRunning);
  await cluster.promote(servers.indexOf(await furthest(running)));
}

/** The node has noticed that another leads, and is fed by it. */
export async function whenFollowing(desk: FailureDesk, index: number): Promise<void> {
  const { name } = desk.cluster.node(index).plan;
  await untilSeen(`${name} follows`, async () => {
    const seen = await desk.cluster.look();
    const [own, other] = [seen?.nodes.find((it) => it.name === name), seen?.leader !== name];
    return other && own?.role === "following" ? true : undefined;
  });
  await desk.allReady();
}
