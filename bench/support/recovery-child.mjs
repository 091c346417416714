/**
 * What a restart costs, each step in a process of its own: `node recovery-child.mjs JSON`. One
 * writes a directory through the real log, the others find it on the disk like any start.
 */
import { performance } from "node:perf_hooks";
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import { openingCommands } from "./service.mjs";
import { Workload } from "./workload.mjs";

const MEASURES = { writeDirectory, restoreLog, loadSnapshot };
/** A lively hour: 128 commands a second, each second one batch. */
const BATCH = 128;
const BATCH_MS = 1_000;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await MEASURES[task.measure](task)));
}

/**
 * A log of so many commands: the opening, a book that is filled, then trading. With `snapshot` the
 * state at its end is written as well.
 */
async function writeDirectory(task) {
  const load = loaderOf(task.dist);
  const { openFileLog } = await load("log/file/file-log.js");
  const { realDisk } = await load("log/real-disk.js");
  const { EPOCH } = await load("runtime/replica/open-log.js");
  const { Replica, digestOf } = await load("runtime/replica/replay.js");
  const { writeSnapshot } = await load("log/file/snapshot-files.js");
  const disk = realDisk(task.directory);
  const log = await openFileLog({ disk });
  log.claim(EPOCH);
  const replica = Replica.start(undefined);
  // The log ends about now: a start finds no hours that were missed.
  const startMs = Date.now() - Math.ceil(task.commands / BATCH) * BATCH_MS;
  const writer = await writerOf(load, { log, replica, epoch: EPOCH, digestOf, startMs });

  const opening = await openingCommands(load, task.users);
  const workload = new Workload(task);
  for (let count = 0; count < task.commands; ) {
    const batch = [];
    for (; batch.length < BATCH && count < task.commands; count++) {
      if (count < opening.length) batch.push(opening[count]);
      else if (count < opening.length + task.resting) batch.push(commandOf(workload.rest()));
      else batch.push(commandOf(workload.next()));
    }
    await writer(batch);
  }
  const { state } = replica;
  const head = { cursor: log.end, timeMs: state.timeMs, digest: digestOf(state) };
  if (task.snapshot) writeSnapshot(disk, head, replica.write());
  log.close();
  return { position: state.position, open: state.orders.byId.size };
}

/** Appends a batch and applies it, as the sequencer does. */
async function writerOf(load, { log, replica, epoch, digestOf, startMs }) {
  const { ByteWriter } = await load("core/base/records/bytes.js");
  const { encodeCommand } = await load("core/engine/codec.js");
  const { apply } = await load("core/engine/engine.js");
  const { state, views } = replica;
  const out = new ByteWriter();
  let timeMs = startMs;
  return async (commands) => {
    timeMs += BATCH_MS;
    out.reset();
    for (const command of commands) encodeCommand(out, command);
    const digest = { digestPosition: state.position, digest: digestOf(state) };
    const draft = { timeMs, count: commands.length, ...digest, payload: out.view() };
    const appended = await log.append(state.position + 1, epoch, draft);
    if (appended !== "durable") throw new Error(`the append was ${appended}`);
    for (const command of commands) {
      const events = [];
      const outcome = apply(state, command, { timeMs, events });
      if (!outcome.ok) throw new Error(`${command.type}: ${outcome.reason}`);
      for (const event of events) views.fold(event);
    }
  };
}

/** From an empty memory to the state at the end of the log, as at a start without a snapshot. */
async function restoreLog({ dist, directory }) {
  const load = loaderOf(dist);
  const { openFileLog } = await load("log/file/file-log.js");
  const { realDisk } = await load("log/real-disk.js");
  const { restore } = await load("runtime/replica/restore.js");
  const clock = startClock();
  const log = await openFileLog({ disk: realDisk(directory) });
  const opened = clock();
  const { state } = restore(log, undefined);
  const restored = clock();
  log.close();
  return { ...restored, openSeconds: opened.seconds, position: state.position };
}

/** The file is read, its hash checked, and the state and the views are filled from it. */
async function loadSnapshot({ dist, directory }) {
  const load = loaderOf(dist);
  const { realDisk } = await load("log/real-disk.js");
  const { Replica } = await load("runtime/replica/replay.js");
  const { chooseSnapshot } = await load("runtime/replica/restore.js");
  const clock = startClock();
  const { snapshot } = chooseSnapshot(realDisk(directory));
  const checked = clock();
  const { state } = Replica.start(snapshot);
  return { ...clock(), readSeconds: checked.seconds, open: state.orders.byId.size };
}

/** Seconds that passed, and CPU seconds that the process used, all its threads together. */
function startClock() {
  const start = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - start) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}

await main();
