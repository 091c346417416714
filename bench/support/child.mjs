/**
 * One measurement in a process of its own: `node child.mjs JSON`, the result is JSON on stdout. A
 * contender never shares a heap, compiled code or caches with another, and the CPU time of the
 * process is all it cost: garbage collection and compilation in other threads are in it.
 */
import { performance } from "node:perf_hooks";
import { byTurns } from "./by-turns.mjs";
import { openContender } from "./contenders.mjs";
import { Workload } from "./workload.mjs";

const MEASURES = { speed, fromBytes, bytesPerOrder, endurance, tripwire };

/** Commands of a batch of the log. */
const BATCH = 64;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await MEASURES[task.measure](task)));
}

/** Commands per CPU second, then on as many more commands the time of each. */
async function speed(task) {
  const { contender, workload } = await filled(task);
  run(contender, commandsOf(contender, workload, task.warmUp));
  const timed = commandsOf(contender, workload, task.commands);
  const clocked = commandsOf(contender, workload, task.commands);
  globalThis.gc?.();

  const before = process.cpuUsage();
  run(contender, timed);
  const { user, system } = process.cpuUsage(before);
  const times = clock(contender, clocked);
  demandSameBook(contender, workload);

  const cpuSeconds = (user + system) / 1e6;
  return { commandsPerCpuSecond: task.commands / cpuSeconds, p99Us: quantile(times, 0.99) };
}

/** Commands per CPU second when they are read from the bytes of a log first: what recovery, verify and replay feel. */
async function fromBytes(task) {
  const { contender, workload } = await filled(task);
  const { encodeCommand, decodeCommands } = await contender.load("core/engine/codec.js");
  const { ByteWriter } = await contender.load("core/base/records/bytes.js");
  const batchesOf = (count) =>
    Array.from({ length: count / BATCH }, () => {
      const out = new ByteWriter();
      for (const command of commandsOf(contender, workload, BATCH)) encodeCommand(out, command);
      return out.view().slice();
    });
  const replay = (batches) => {
    for (const batch of batches) {
      for (const command of decodeCommands(batch, BATCH)) contender.apply(command);
    }
  };
  replay(batchesOf(task.warmUp));
  const timed = batchesOf(task.commands);
  globalThis.gc?.();

  const before = process.cpuUsage();
  replay(timed);
  const { user, system } = process.cpuUsage(before);
  demandSameBook(contender, workload);
  return { commandsPerCpuSecond: (timed.length * BATCH) / ((user + system) / 1e6) };
}

/** A contender whose book holds what the task asks for. */
async function filled(task) {
  const contender = await openContender(task.contender, task);
  const workload = new Workload(task);
  while (workload.ids.length < task.resting) contender.apply(contender.commandFor(workload.rest()));
  return { contender, workload };
}

function commandsOf(contender, workload, count) {
  return Array.from({ length: count }, () => contender.commandFor(workload.next()));
}

function run(contender, commands) {
  for (let i = 0; i < commands.length; i++) contender.apply(commands[i]);
}

function clock(contender, commands) {
  const times = new Float64Array(commands.length);
  let before = performance.now();
  for (let i = 0; i < commands.length; i++) {
    contender.apply(commands[i]);
    const after = performance.now();
    times[i] = (after - before) * 1000;
    before = after;
  }
  return times.sort();
}

function quantile(sorted, share) {
  return sorted[Math.floor(sorted.length * share)];
}

function demandSameBook(contender, workload) {
  const had = contender.resting();
  const needed = workload.ids.length;
  if (had !== needed) throw new Error(`${had} orders rest, the workload left ${needed}`);
}

/** A command with a look of the tripwire after every `batch`, and without any. */
async function tripwire(task) {
  const { contender, workload } = await filled(task);
  const { inspectTouched } = await contender.load("core/engine/invariants/tripwire.js");
  return byTurns({
    stretches: task.stretches,
    commands: task.stretch,
    prepare: () => commandsOf(contender, workload, task.stretch),
    run(commands, isWith) {
      for (let i = 0; i < commands.length; i++) {
        contender.apply(commands[i]);
        if (isWith && (i + 1) % task.batch === 0) inspectTouched(contender.state);
      }
    },
  });
}

/**
 * What an open order with its client id costs: on the heap, and beside it in memory. Arrays that are reserved and not
 * used yet are no memory, so what the system has given counts, and not their size.
 */
async function bytesPerOrder(task) {
  const { contender, workload } = await filled({ ...task, resting: 1000 });
  const before = memory();
  // Steps that live only here, so that nothing of the workload is counted.
  for (let i = 0; i < task.resting; i++) {
    const op = workload.newOrder(
      i % 2 === 0 ? "buy" : "sell",
      i % task.spread,
      10,
      1 + (i % task.users),
    );
    const command = contender.commandFor(op);
    contender.apply(task.isUnnamed ? { ...command, clientId: "" } : command);
  }
  const after = memory();
  const heap = (after.heapUsed - before.heapUsed) / task.resting;
  return { heap, beside: (givenBeside(after) - givenBeside(before)) / task.resting };
}

function givenBeside({ rss, heapTotal }) {
  return rss - heapTotal;
}

/** Memory of the process after `first` and after `commands` commands at a constant book. */
async function endurance(task) {
  const { contender, workload } = await filled(task);
  let done = 0;
  const advance = (count) => {
    for (; done < count; done++) contender.apply(contender.commandFor(workload.next()));
    return total(memory());
  };
  const early = advance(task.first);
  const late = advance(task.commands);
  return { early, late };
}

function total(used) {
  return used.heapUsed + givenBeside(used);
}

function memory() {
  for (let i = 0; i < 3; i++) globalThis.gc?.();
  return process.memoryUsage();
}

await main();
