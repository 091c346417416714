/**
 * The log in PostgreSQL beside the log in files, on the same machine: orders over HTTP with the one, with one PostgreSQL and with
 * one that has a synchronous standby, in turns; and the sequencer alone with full batches. All of them share the cores.
 */
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startServer } from "../http/programs.mjs";
import { provision } from "../http/provision.mjs";
import { costUnder, warmUp } from "../http/trial.mjs";
import { loaderOf } from "../support/built.mjs";
import { needPostgres, needProc } from "../support/needs.mjs";
import { atLeast, noted } from "../support/result-line.mjs";
import { highest, lowest, measure } from "../support/rounds.mjs";
import { scripted } from "../support/scripted.mjs";
import { withDirectory } from "../support/service.mjs";

const SEGMENT_BYTES = 64 * 1024 * 1024;
const SHARE = 0.6;
const ALONE_MIN = 100_000;

/** @param {import("../run.mjs").Bench} bench */
export async function postgres({ dist, size }) {
  const programs = await needPostgres();
  needProc();
  const place = { dist, size, programs, started: [] };
  return withDirectory(async (root) => {
    // PostgreSQL runs as another user, who must get there.
    chmodSync(root, 0o755);
    try {
      return [...(await orderLines(root, place)), ...(await aloneLines(root, place))];
    } finally {
      for (const server of place.started) await server.stop();
    }
  });
}

/** PostgreSQL with as many standbys as are asked for, and a file that has its URL. */
async function openServers(root, { programs, started, standbys }) {
  const { PostgresServer } = await scripted("local-cluster/postgres-server.ts");
  const primary = await PostgresServer.start({ directory: join(root, "primary"), programs });
  const servers = [primary];
  started.push(primary);
  if (standbys > 0) {
    const plan = { directory: join(root, "standby"), programs };
    const standby = await PostgresServer.startStandby(primary, plan, "s1");
    servers.push(standby);
    started.push(standby);
    await primary.set("synchronous_standby_names", "s1");
  }
  const urlFile = join(root, "url");
  writeFileSync(urlFile, primary.url, { mode: 0o600 });
  const stop = async () => {
    for (const server of servers) await server.stop();
  };
  return { url: primary.url, urlFile, primary, isSingle: standbys === 0, stop };
}

async function orderLines(root, place) {
  const { rounds, seconds } = place.size;
  const stands = [
    await openStand("the log in files", join(root, "files"), place),
    await openStand("one PostgreSQL", join(root, "one"), { ...place, standbys: 0 }),
    await openStand("PostgreSQL with a standby", join(root, "two"), { ...place, standbys: 1 }),
  ];
  for (let round = 0; round < rounds; round++) {
    for (const stand of stands) stand.rounds.push(await ordersOf(stand, `r${round}`, seconds));
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
async function openStand(name, root, place) {
  const { dist, size } = place;
  const servers = place.standbys === undefined ? undefined : await openServers(root, place);
  const args = servers ? await nodeArgs(servers, dist) : [];
  const provisioned = await provision(root, { dist, users: size.users, args });
  const server = await startServer({ dist, directory: provisioned.directory, args });
  const { accountsFile } = provisioned;
  const stand = { name, server, load: { accountsFile, script: "orders" }, rounds: [] };
  await warmUp(server, { ...stand.load, seconds: size.warmSeconds });
  const close = async () => {
    await server.stop();
    await servers?.stop();
    rmSync(root, { recursive: true });
  };
  return { ...stand, close };
}

async function nodeArgs({ url, urlFile, isSingle }, dist) {
  const { initCluster } = await loaderOf(dist)("runtime/cluster/init-cluster.js");
  await initCluster({ url, isSingle, segmentBytes: SEGMENT_BYTES });
  const node = ["--cluster", urlFile, "--node", "bench", "--advertise", "127.0.0.1:0"];
  return isSingle ? [...node, "--single-postgres"] : node;
}

async function ordersOf({ server, load }, name, seconds) {
  const full = await costUnder(server, { ...load, name, seconds });
  const pace = { perSecond: full.perSecond / 2, seconds };
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
async function aloneLines(root, place) {
  const { dist, size } = place;
  const task = { program: "postgres-child.mjs", measure: "postgres", dist, ...size.alone };
  const rounds = [];
  for (let round = 0; round < size.rounds; round++) {
    const servers = await openServers(join(root, `alone${round}`), { ...place, standbys: 1 });
    const { url, isSingle } = servers;
    rounds.push(await measure({ ...task, url, isSingle }));
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
