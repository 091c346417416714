/**
 * The log in PostgreSQL beside the log in files, on the same machine: orders over HTTP with the one, with one PostgreSQL and with
 * one that has a synchronous standby, in turns; and the sequencer alone with full batches. All of them share the cores.
 */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canMeasureOthers } from "../http/process-cpu.mjs";
import { startServer } from "../http/programs.mjs";
import { provision } from "../http/provision.mjs";
import { costUnder } from "../http/trial.mjs";
import { atLeast, noted } from "../support/result-line.mjs";
import { highest, lowest, measure, ROUNDS } from "../support/rounds.mjs";
import { loaderOf, withDirectory } from "../support/service.mjs";

const WARM_SECONDS = 3;
const SECONDS = 3;
const USERS = 1_000;
const SEGMENT_BYTES = 64 * 1024 * 1024;
const ALONE = {
  program: "postgres-child.mjs",
  measure: "postgres",
  ...{ resting: 10_000, users: 1_000, spread: 1_000, waiting: 1_024 },
  ...{ warmUp: 60_000, commands: 100_000 },
};
const SHARE = 0.6;
const ALONE_MIN = 100_000;

/** @param {import("../run.mjs").Bench} bench */
export async function postgres({ dist }) {
  const { postgresPrograms } = await loaderOf(dist)("local-cluster/programs.js");
  if (!canMeasureOthers || !postgresPrograms()) {
    console.error("postgres is left out: there is no PostgreSQL here, or no /proc");
    return [];
  }
  return withDirectory(async (root) => {
    // PostgreSQL runs as another user, who must get there.
    chmodSync(root, 0o755);
    return [...(await orderLines(root, dist)), ...(await aloneLines(root, dist))];
  });
}

/** PostgreSQL with as many standbys as are asked for, and a file that has its URL. */
async function openServers(root, { dist, standbys }) {
  const { PostgresServer } = await loaderOf(dist)("local-cluster/postgres-server.js");
  const primary = await PostgresServer.start({ directory: join(root, "primary") });
  const servers = [primary];
  if (standbys > 0) {
    const place = { directory: join(root, "standby") };
    servers.push(await PostgresServer.startStandby(primary, place, "s1"));
    await primary.set("synchronous_standby_names", "s1");
  }
  const urlFile = join(root, "url");
  writeFileSync(urlFile, primary.url, { mode: 0o600 });
  const stop = async () => {
    for (const server of servers) await server.stop();
  };
  return { url: primary.url, urlFile, primary, isSingle: standbys === 0, stop };
}

async function orderLines(root, dist) {
  const stands = [
    await openStand("the log in files", join(root, "files"), { dist }),
    await openStand("one PostgreSQL", join(root, "one"), { dist, standbys: 0 }),
    await openStand("PostgreSQL with a standby", join(root, "two"), { dist, standbys: 1 }),
  ];
  for (let round = 0; round < ROUNDS; round++) {
    for (const stand of stands) stand.rounds.push(await ordersOf(stand, `r${round}`));
  }
  for (const stand of stands) await stand.close();
  const best = stands.map(({ rounds }) => highest(rounds, "perSecond"));
  const share = (best[2] ?? 0) / (best[0] ?? 1);
  return [
    ...stands.flatMap(linesOf),
    atLeast("postgres: orders/s with a standby, as a share of files", share, "x", SHARE),
  ];
}

/** A server that stays up for all rounds: a database is not copied for each. */
async function openStand(name, root, { dist, standbys }) {
  const servers = standbys === undefined ? undefined : await openServers(root, { dist, standbys });
  const args = servers ? await nodeArgs(servers, dist) : [];
  const provisioned = await provision(root, { dist, users: USERS, args });
  const server = await startServer({ dist, directory: provisioned.directory, args });
  const { accountsFile } = provisioned;
  const stand = { name, server, load: { accountsFile, script: "orders" }, rounds: [] };
  await costUnder(server, { ...stand.load, name: "warm", seconds: WARM_SECONDS });
  const close = async () => {
    await server.stop();
    await servers?.stop();
    rmSync(root, { recursive: true });
  };
  return { ...stand, close };
}

async function nodeArgs({ url, urlFile, isSingle }, dist) {
  const { initCluster } = await loaderOf(dist)("cluster/init-cluster.js");
  await initCluster({ url, isSingle, segmentBytes: SEGMENT_BYTES });
  const node = ["--cluster", urlFile, "--node", "bench", "--advertise", "127.0.0.1:0"];
  return isSingle ? [...node, "--single-postgres"] : node;
}

async function ordersOf({ server, load }, name) {
  const full = await costUnder(server, { ...load, name, seconds: SECONDS });
  const pace = { perSecond: full.perSecond / 2, seconds: SECONDS };
  const half = await costUnder(server, { ...load, name: `${name}h`, ...pace });
  return { ...full, p50Ms: half.p50Ms, p99Ms: half.p99Ms };
}

function linesOf({ name, rounds }) {
  const at = `postgres, ${name}: `;
  return [
    noted(`${at}orders at the highest load`, highest(rounds, "perSecond"), "orders/s"),
    noted(`${at}CPU of the node for an order`, lowest(rounds, "cpuUs"), "us"),
    noted(`${at}p50 of an order at half of that`, lowest(rounds, "p50Ms"), "ms"),
    noted(`${at}p99 of an order at half of that`, lowest(rounds, "p99Ms"), "ms"),
  ];
}

/** The sequencer with 512 commands in every batch, and nothing over HTTP. */
async function aloneLines(root, dist) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const servers = await openServers(join(root, `alone${round}`), { dist, standbys: 1 });
    const { url, isSingle } = servers;
    rounds.push(await measure({ ...ALONE, dist, url, isSingle }));
    await servers.stop();
  }
  const at = "postgres, with a standby, 512 in a batch: ";
  const speed = highest(rounds, "commandsPerSecond");
  return [
    atLeast(`${at}the sequencer alone`, speed, "commands/s", ALONE_MIN),
    noted(`${at}CPU of the process`, lowest(rounds, "cpuUs"), "us/command"),
    noted(
      "postgres: a node with nothing fetches and replays",
      highest(rounds, "caughtUpPerSecond"),
      "commands/s",
    ),
  ];
}
