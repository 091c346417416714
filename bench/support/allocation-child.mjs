/**
 * How many bytes a command allocates: `node allocation-child.mjs JSON`. The young generation is so large
 * that nothing is collected in a stretch of commands, so what the heap has grown by is what they
 * allocated; a stretch in which the collector ran all the same does not count. The bytes of typed arrays lie
 * outside of this heap and are not in it.
 */
import { PerformanceObserver, performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import { BATCH_MS, openMemorySequencer, START_MS } from "./memory-sequencer.mjs";
import { openingCommands } from "./service.mjs";
import { middleOf } from "./size.mjs";
import { Workload } from "./workload.mjs";

/** Of a sequencer that is busy: one batch. */
const BATCH = 64;
const STRETCHES_MIN = 5;

const PATHS = { engine: openEngine, sequencer: openSequencer };

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await allocation(task)));
}

/** Bytes per command of each kind, the middle one of the stretches. */
async function allocation(task) {
  const load = loaderOf(task.dist);
  const run = await PATHS[task.path](load);
  await run(await openingCommands(load, task.users));
  const workload = new Workload(task);
  await fill(run, workload, task.resting);
  await run(commands(task.warmUp, () => workload.next()));
  const collections = watchCollector();
  const bytes = { rest: [], cancel: [], trade: [], mix: [] };
  for (let at = 0; at < task.stretches; at++) {
    for (const [kind, next] of kindsOf(workload)) {
      const stretch = commands(task.commands, next);
      const grown = await grownBy(() => run(stretch), collections);
      if (grown !== undefined) bytes[kind].push(grown / task.commands);
      await fill(run, workload, task.resting);
    }
  }
  return Object.fromEntries(
    Object.entries(bytes).map(([kind, found]) => [kind, judged(kind, found)]),
  );
}

/** Those that rest come before those that are canceled or taken. */
function kindsOf(workload) {
  return [
    ["rest", () => workload.rest()],
    ["cancel", () => workload.cancel()],
    ["trade", () => workload.cross()],
    ["mix", () => workload.next()],
  ];
}

function judged(kind, found) {
  if (found.length < STRETCHES_MIN)
    throw new Error(`${kind}: the collector ran in nearly all stretches`);
  return middleOf(found);
}

async function fill(run, workload, resting) {
  const missing = resting - workload.ids.length;
  if (missing > 0) await run(commands(missing, () => workload.rest()));
  if (missing < 0) await run(commands(-missing, () => workload.cancel()));
}

function commands(count, next) {
  return Array.from({ length: count }, () => commandOf(next()));
}

/** Undefined when the collector ran meanwhile. */
async function grownBy(run, collections) {
  globalThis.gc({ type: "minor" });
  globalThis.gc();
  const begunAt = performance.now();
  const before = process.memoryUsage().heapUsed;
  await run();
  const grown = process.memoryUsage().heapUsed - before;
  const endedAt = performance.now();
  await setImmediate();
  const isCollected = collections().some((at) => at >= begunAt && at <= endedAt);
  return isCollected ? undefined : grown;
}

/** When the collector began, as it was observed. */
function watchCollector() {
  const begun = [];
  const take = (list) => begun.push(...list.getEntries().map(({ startTime }) => startTime));
  const observer = new PerformanceObserver(take);
  observer.observe({ entryTypes: ["gc"] });
  return () => {
    take({ getEntries: () => observer.takeRecords() });
    return begun;
  };
}

/** The engine alone: a context for each command and a list of events, as the sequencer has them. */
async function openEngine(load) {
  const { apply } = await load("core/engine/engine.js");
  const { emptyState } = await load("core/engine/state.js");
  const list = await eventList(load);
  const state = emptyState();
  let count = 0;
  return async (stretch) => {
    for (let at = 0; at < stretch.length; at++) {
      const timeMs = START_MS + Math.floor(count++ / BATCH) * BATCH_MS;
      const events = list === undefined ? [] : list;
      const outcome = apply(state, stretch[at], { timeMs, events });
      if (!outcome.ok) throw new Error(`${stretch[at].type}: ${outcome.reason}`);
      list?.drain(forget);
    }
  };
}

function forget() {}

/** The list that is used for all commands; undefined of a commit that made one for each. */
async function eventList(load) {
  try {
    const { EventList } = await load("core/base/event-list.js");
    return new EventList();
  } catch {
    return undefined;
  }
}

/** The sequencer on a log in memory: encode, append, apply, views, unarchived records, the tripwire, the answer. */
async function openSequencer(load) {
  const { carryOut } = await openMemorySequencer(load, { keepsRecords: true });
  return (stretch) => carryOut(stretch, BATCH);
}

await main();
