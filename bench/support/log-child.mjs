/**
 * One round of the log, in a process of its own: `node log-child.mjs JSON`. First the sequencer, with
 * callers that always have a command waiting; then the bare loop, which writes the bytes that the
 * sequencer wrote, batch by batch, into a file made the same way, and does nothing else.
 */
import { constants, openSync, readSync, write } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import {
  crowd,
  demandDone,
  openingCommands,
  openSequencer,
  segmentsAhead,
  submitAll,
  withDirectory,
} from "./service.mjs";
import { Workload } from "./workload.mjs";

const SEGMENT = "log/00000001.log";
const COPY_ID = 9;
const COPY = "log/00000009.log";

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  const result = await withDirectory((directory) => round(task, directory));
  console.log(JSON.stringify(result));
}

async function round(task, directory) {
  const load = loaderOf(task.dist);
  const { realDisk } = await load("log/real-disk.js");
  const { makeSegment, SEGMENT_BYTES } = await load("log/segment/segments.js");
  const real = realDisk(directory);
  const { disk, written } = recording(real);
  const sequencer = await openSequencer({ load, directory, disk });
  const workload = new Workload(task);
  const commands = (count) => Array.from({ length: count }, () => commandOf(workload.next()));
  await submitAll(sequencer, await openingCommands(load, task.users));
  await submitAll(
    sequencer,
    Array.from({ length: task.resting }, () => commandOf(workload.rest())),
  );
  await segmentsAhead(directory);
  await timed(sequencer, commands(task.warmUp), task.waiting);
  const speeds = commands(task.commands);
  const latencies = commands(task.commands);
  globalThis.gc?.();

  const first = written.length;
  const { seconds, cpuSeconds } = await timed(sequencer, speeds, task.waiting);
  const batches = written.slice(first);
  const times = await clocked(sequencer, latencies, task.waiting);
  await sequencer.stop();

  makeSegment(real, COPY_ID, SEGMENT_BYTES);
  const bareSeconds = await bareLoop(directory, batches);
  return {
    commandsPerSecond: task.commands / seconds,
    cpuUs: (cpuSeconds / task.commands) * 1e6,
    barePerSecond: task.commands / bareSeconds,
    p99Ms: times[Math.floor(times.length * 0.99)],
    commandsPerBatch: task.commands / batches.length,
    batchUs: (bareSeconds / batches.length) * 1e6,
  };
}

/** The disk, and the place of every batch that is written on it. */
function recording(real) {
  const written = [];
  const open = (path, mode) => {
    const file = real.open(path, mode);
    const writeDurable = file.writeDurable.bind(file);
    file.writeDurable = (offset, bytes, done) => {
      written.push({ path, offset, length: bytes.length });
      writeDurable(offset, bytes, done);
    };
    return file;
  };
  return { disk: { ...real, open }, written };
}

async function timed(sequencer, commands, size) {
  const start = performance.now();
  const before = process.cpuUsage();
  await crowd(sequencer, commands, { size, answered: demandDone });
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** How long each caller waited for its answer, sorted. All of them ask again at once. */
async function clocked(sequencer, commands, size) {
  const times = new Float64Array(commands.length);
  const asked = new Float64Array(commands.length).fill(performance.now(), 0, size);
  let next = size;
  const answered = (submitted, index) => {
    demandDone(submitted);
    const now = performance.now();
    times[index] = now - asked[index];
    if (next < asked.length) asked[next++] = now;
  };
  await crowd(sequencer, commands, { size, answered });
  return times.sort();
}

/** One durable write of each batch, one outstanding. */
async function bareLoop(directory, batches) {
  const source = openSync(join(directory, SEGMENT), "r");
  const begin = batches[0].offset;
  const end = batches.at(-1).offset + batches.at(-1).length;
  if (batches.some(({ path }) => path !== SEGMENT)) throw new Error("a round fits in a segment");
  const bytes = Buffer.alloc(end - begin);
  readSync(source, bytes, 0, bytes.length, begin);
  const target = openSync(join(directory, COPY), constants.O_RDWR | constants.O_DSYNC);

  const start = performance.now();
  await new Promise((resolve, reject) => {
    const step = (index) => {
      if (index === batches.length) return resolve(undefined);
      const { offset, length } = batches[index];
      write(target, bytes, offset - begin, length, offset - begin, (error) =>
        error ? reject(error) : step(index + 1),
      );
    };
    step(0);
  });
  return (performance.now() - start) / 1000;
}

await main();
