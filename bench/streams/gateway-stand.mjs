/** A server with two gateways, the first for the clients of the streams and the second for the orders, and its rounds. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { cpuSecondsOf } from "../http/process-cpu.mjs";
import { runProgram, startServer } from "../http/programs.mjs";
import { copyOf } from "../http/provision.mjs";
import { CONNECTIONS } from "../http/trial.mjs";
import { SYMBOLS } from "./channels.mjs";
import { openWatchers, turnsBetween, whileQuiet } from "./stand.mjs";

const TURN_SECONDS = 0.005;
const LOOK_MS = 5;

export async function openStand({ accountsFile, ...provisioned }, { dist, root }) {
  process.env.BENCH_LOOP_DIRECTORY = root;
  const server = await startServer({
    dist,
    directory: copyOf(provisioned, join(root, "trial")),
    args: ["--gateways", "2"],
    flags: ["--import", join(import.meta.dirname, "../support/loop-delay.mjs")],
  });
  const [watched, ordered] = server.gatewayPids;
  const processes = { core: server.pid, watched, ordered, archivist: server.archivistPid };
  return { server: { ...server, watched: "gateway-1" }, root, accountsFile, processes, serial: 0 };
}

/** Orders at an even pace, with so many clients there; nothing moves while they come and are counted. */
export async function round(stand, { clients, ...pace }) {
  const { server, processes } = stand;
  if (clients === 0) return orders(stand, pace);
  const watchers = await openWatchers({ port: server.port, clients, apart: [processes.ordered] });
  const { figures: before } = await whileQuiet(server, () => watchers.begin());
  const run = await orders(stand, pace);
  const { figures: after, seen: got } = await whileQuiet(server, () => watchers.count());
  await watchers.leave();
  if (got.closed > 0 || got.gaps > 0) throw new Error(`the clients: ${JSON.stringify(got)}`);
  const turns = turnsBetween(before, after, TURN_SECONDS);
  return { ...run, got, turns, shares: { ...run.shares, clients: got.cpu / pace.seconds } };
}

async function orders(stand, { seconds, perSecond }) {
  const { server, processes, accountsFile } = stand;
  const task = { port: server.port, accountsFile, seconds, perSecond };
  await loopOf(stand); // From here on.
  const before = used(processes);
  const run = await runProgram("load.mjs", {
    ...task,
    name: `r${stand.serial++}`,
    symbols: SYMBOLS,
    script: "markets",
    connections: CONNECTIONS,
    apart: [processes.watched],
  });
  const after = used(processes);
  const loop = await loopOf(stand);
  if (run.statuses[200] !== run.requests) {
    throw new Error(`not all was answered with 200: ${JSON.stringify(run.statuses)} ${run.sample}`);
  }
  const names = Object.keys(processes);
  const shares = Object.fromEntries(
    names.map((name) => [name, (after[name] - before[name]) / run.seconds]),
  );
  const coreUs = ((after.core - before.core) * 1e6) / run.requests;
  return { ...run, loop, coreUs, shares: { ...shares, load: run.cpu / run.seconds } };
}

function used(processes) {
  return Object.fromEntries(
    Object.entries(processes).map(([name, pid]) => [name, cpuSecondsOf(pid)]),
  );
}

/** How late the loop of the core was since this was last asked. */
async function loopOf({ server, root }) {
  const path = join(root, `loop-${server.pid}.json`);
  rmSync(path, { force: true });
  process.kill(server.pid, "SIGUSR2");
  for (;;) {
    try {
      return JSON.parse(readFileSync(path, "utf8"));
    } catch {
      await sleep(LOOK_MS);
    }
  }
}
