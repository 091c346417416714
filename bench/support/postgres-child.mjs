/**
 * The sequencer over a log in PostgreSQL, in a process of its own, `node postgres-child.mjs JSON`: so many commands always
 * wait that every batch is full.
 */
import { uptime } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import { crowd, demandDone, openingCommands, submitAll, withDirectory } from "./service.mjs";
import { Workload } from "./workload.mjs";

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await withDirectory((directory) => round(task, directory))));
}

async function round(task, directory) {
  const load = loaderOf(task.dist);
  const { initCluster } = await load("runtime/cluster/init-cluster.js");
  const { url, isSingle } = task;
  await initCluster({ url, isSingle, segmentBytes: 64 * 1024 * 1024 });
  const sequencer = await leadOn(load, { ...task, directory });
  const workload = new Workload(task);
  const commands = (count) => Array.from({ length: count }, () => commandOf(workload.next()));
  const resting = Array.from({ length: task.resting }, () => commandOf(workload.rest()));
  await submitAll(sequencer, resting);
  await timed(sequencer, commands(task.warmUp), task.waiting);
  const result = await timed(sequencer, commands(task.commands), task.waiting);
  await sequencer.stop();
  const caughtUpPerSecond = await caughtUp({ load, task, root: directory });
  return { ...result, caughtUpPerSecond };
}

/** Commands a second of a node that begins with nothing: fetched, into the copy, and replayed. */
async function caughtUp({ load, task, root }) {
  const directory = join(root, "another");
  const { makeDataDirectory } = await load("log/real-disk.js");
  makeDataDirectory(directory);
  const start = performance.now();
  const node = await openOn(load, { ...task, directory, name: "another" });
  const seconds = (performance.now() - start) / 1_000;
  const { position } = node.state;
  await node.stop();
  return position / seconds;
}

/** A node with all that is in the log; it follows nobody yet. */
async function openOn(load, { url, isSingle, directory, name }) {
  const { openNode } = await load("runtime/cluster/open-node.js");
  const { realDisk } = await load("log/real-disk.js");
  const { pgDatabase } = await load("log/postgres/pg-database.js");
  const { systemTimer } = await load("log/system-timer.js");
  const { workerSegmentMaker } = await load("log/segment/worker-segment-maker.js");
  const { TouchedUsers } = await load("runtime/replica/touched-users.js");
  const { systemTime } = await load("runtime/sequencer/clock.js");
  const { node } = await openNode({
    disk: realDisk(directory),
    segmentMaker: workerSegmentMaker(directory),
    database: (session) => pgDatabase({ url, name: session, timer: systemTimer }),
    node: name,
    isSingle,
    program: "bench",
    touched: new TouchedUsers(),
    dial: () => ({ send() {}, waiting: 0, close() {}, end() {} }),
    clocks: { ...systemTime, bootMs: () => uptime() * 1_000 },
    // By its name of before, for a build that is older.
    time: systemTime,
    clockwork: { now: () => performance.now(), timer: systemTimer, makeWay: setImmediate },
    acceptsClockBehind: false,
    onBroken: stopAtOnce,
    report: () => undefined,
  });
  return node;
}

function stopAtOnce(error) {
  throw error;
}

/** A node that is alone, so it leads. */
async function leadOn(load, task) {
  const node = await openOn(load, { ...task, name: "bench" });
  const opening = await openingCommands(load, task.users);
  const lead = () => submitAll(node, opening);
  await node.start({ address: "127.0.0.1:1", lead, follow: () => undefined });
  return node;
}

async function timed(sequencer, commands, size) {
  const start = performance.now();
  const before = process.cpuUsage();
  await crowd(sequencer, commands, { size, answered: demandDone });
  const { user, system } = process.cpuUsage(before);
  const seconds = (performance.now() - start) / 1000;
  return {
    commandsPerSecond: commands.length / seconds,
    cpuUs: (user + system) / commands.length,
  };
}

await main();
