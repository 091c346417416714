/**
 * How long a cluster answers no order: three nodes and three PostgreSQL servers on this machine, with a few clients on all of them. The
 * leader is killed, the primary is killed and a standby promoted, the leader resigns; each so often, in turns.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { needPostgres } from "../support/needs.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { scripted } from "../support/scripted.mjs";

const LEADER_MAX_S = 4;
const FAILOVER_MAX_S = 1;
const RESIGN_MAX_S = 1;
const PATIENCE_MS = 30_000;
const LOOK_MS = 5;
/** With an order acknowledged within so long, they flow. */
const FLOWING_MS = 200;

/** @param {import("../run.mjs").Bench} bench */
export async function cluster({ size }) {
  const programs = await needPostgres();
  const { LocalCluster } = await scripted("local-cluster/local-cluster.ts");
  const { OrderLoad } = await scripted("local-cluster/order-load.ts");
  const local = await LocalCluster.start({ postgres: 3, nodes: 3, programs });
  try {
    const [login] = Object.values(local.logins());
    const orders = new OrderLoad({ ports: local.ports, login, clients: size.clients });
    const { furthest } = await scripted("local-cluster/postgres-supervisor.ts");
    const lines = await linesOf({ local, orders, furthest }, size.runs);
    await orders.stop();
    return lines;
  } finally {
    await local.stop();
  }
}

async function linesOf(stand, runs) {
  const [killed, promoted, resigned] = [[], [], []];
  for (let run = 0; run < runs; run++) {
    killed.push(await killLeader(stand));
    promoted.push(await failOver(stand));
    resigned.push(await resign(stand));
  }
  return [
    ...summed("cluster, kill -9 of the leader", killed, LEADER_MAX_S),
    ...summed("cluster, a failover of PostgreSQL, from the promotion on", promoted, FAILOVER_MAX_S),
    ...summed("cluster, a leader that resigns", resigned, RESIGN_MAX_S),
  ];
}

/** @param {number[]} seconds */
function summed(name, seconds, bound) {
  const sorted = seconds.toSorted((one, other) => one - other);
  const at = `${name}: first order acknowledged after`;
  return [
    noted(`${at}, shortest`, sorted[0], "s"),
    noted(`${at}, median`, sorted[Math.floor(sorted.length / 2)], "s"),
    atMost(`${at}, longest`, sorted.at(-1), "s", bound),
  ];
}

async function killLeader({ local, orders }) {
  const index = await leaderOf(local);
  const seconds = await longestGap(orders, async () => {
    const { epoch } = (await local.look()) ?? { epoch: 0 };
    await local.killNode(index);
    while (((await local.look())?.epoch ?? 0) <= epoch) await sleep(LOOK_MS);
  });
  local.reviveNode(index);
  await allServe(local);
  return seconds;
}

/** Of the two standbys only one may have what was confirmed last. */
async function failOver({ local, orders, furthest }) {
  const { servers, primaryIndex: primary } = local.postgres;
  await local.killPostgres(primary);
  const standby = await furthest(servers.filter(({ isRunning }) => isRunning));
  await local.promote(servers.indexOf(standby));
  const startMs = performance.now();
  const seconds = await acknowledged(orders, startMs);
  await local.revivePostgres(primary);
  await allServe(local);
  return seconds;
}

async function resign({ local, orders }) {
  const seconds = await longestGap(orders, () => {
    return local.bourse("cluster", "resign", local.urlFile);
  });
  await allServe(local);
  return seconds;
}

/** The longest time without an acknowledgement from when the work begins until orders flow behind it. */
async function longestGap(orders, work) {
  let longestMs = 0;
  let isDone = false;
  const worked = work().finally(() => {
    isDone = true;
  });
  for (;;) {
    const { silentMs } = orders.figures;
    longestMs = Math.max(longestMs, silentMs);
    if (isDone && silentMs < FLOWING_MS) break;
    await sleep(LOOK_MS);
  }
  await worked;
  return longestMs / 1_000;
}

/** Seconds until an order is acknowledged; before, none could be. */
async function acknowledged(orders, startMs) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const lastMs = performance.now() - orders.figures.silentMs;
    if (lastMs > startMs) return (lastMs - startMs) / 1_000;
    await sleep(LOOK_MS);
  }
  throw new Error("no order is acknowledged any more");
}

async function leaderOf(local) {
  for (;;) {
    const leader = (await local.look())?.leader;
    const index = local.nodes.findIndex(({ plan }) => plan.name === leader);
    if (index >= 0) return index;
    await sleep(LOOK_MS);
  }
}

/** Every node takes orders again. */
async function allServe(local) {
  for (const node of local.nodes) await local.whenReady([node]);
}
