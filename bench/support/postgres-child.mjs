/**
 * The sequencer over a log in PostgreSQL, in a process of its own, `node postgres-child.mjs JSON`: so many commands always
 * wait that every batch is full.
 */
import { performance } from "node:perf_hooks";
import { commandOf } from "./contenders.mjs";
import {
  crowd,
  demandDone,
  loaderOf,
  openingCommands,
  openSequencer,
  submitAll,
  withDirectory,
} from "./service.mjs";
import { Workload } from "./workload.mjs";

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await withDirectory((directory) => round(task, directory))));
}

async function round(task, directory) {
  const load = loaderOf(task.dist);
  const { realDisk } = await load("log/real-disk.js");
  const { initCluster } = await load("cluster/init-cluster.js");
  const { openLogInCluster } = await load("cluster/open-log-in-cluster.js");
  const { pgDatabase } = await load("log/postgres/pg-database.js");
  const { systemTimer } = await load("log/system-timer.js");
  const { url, isSingle } = task;
  await initCluster({ url, isSingle, segmentBytes: 64 * 1024 * 1024 });
  const database = pgDatabase({ url, name: "bourse bench", timer: systemTimer });
  const openLog = openLogInCluster({ database, isSingle, node: "bench", address: "here:1" });
  const sequencer = await openSequencer({ load, directory, disk: realDisk(directory), openLog });
  const workload = new Workload(task);
  const commands = (count) => Array.from({ length: count }, () => commandOf(workload.next()));
  await submitAll(sequencer, await openingCommands(load, task.users));
  const resting = Array.from({ length: task.resting }, () => commandOf(workload.rest()));
  await submitAll(sequencer, resting);
  await timed(sequencer, commands(task.warmUp), task.waiting);
  const result = await timed(sequencer, commands(task.commands), task.waiting);
  await sequencer.stop();
  return result;
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
