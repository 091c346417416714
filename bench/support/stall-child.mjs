/**
 * How long the live loop stands still while the archivist makes a snapshot: `node stall-child.mjs
 * JSON`. The sequencer and its archivist as in the server, on a directory with a large book, under a
 * moderate, steady load; with `snapshotEvery` out of reach the same without a snapshot.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { loaderOf } from "./built.mjs";
import { commandOf } from "./contenders.mjs";
import { demandDone, openSequencer, timerOf } from "./service.mjs";
import { Workload } from "./workload.mjs";

const PACE_MS = 10;
const PATIENCE_MS = 60_000;

async function main() {
  const task = JSON.parse(process.argv[2] ?? "{}");
  console.log(JSON.stringify(await stall(task)));
}

async function stall(task) {
  const { directory } = task;
  const load = loaderOf(task.dist);
  const { realDisk } = await load("log/real-disk.js");
  const sequencer = await openSequencer({ load, directory, disk: realDisk(directory) });
  const archivist = await startArchivist(load, sequencer, task);
  const commands = restingCommands(sequencer, task);
  const pace = setInterval(() => {
    for (let i = 0; i < task.perSecond * (PACE_MS / 1000); i++) {
      sequencer.submit(commands.next().value).then(demandDone);
    }
  }, PACE_MS);
  await until(() => archivist.archived > task.position, "the archivist follows");
  await sleep(task.settleSeconds * 1000);
  globalThis.gc?.();

  const before = newestIn(directory);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await sleep(task.seconds * 1000);
  // A snapshot that was begun is waited for: its last write is the largest.
  if (task.isMaking) await until(() => newestIn(directory) > before, "a snapshot is made");
  delay.disable();
  const made = newestIn(directory) > before;
  clearInterval(pace);
  await sequencer.stop();
  process.kill(archivist.pid, "SIGKILL");
  return { longestMs: delay.max / 1e6, p99Ms: delay.percentile(99) / 1e6, made };
}

async function startArchivist(load, sequencer, { dist, directory, snapshotEvery }) {
  const { ArchivistProcess } = await load("runtime/archivist/archivist-process.js");
  const timer = await timerOf(load);
  return new ArchivistProcess({
    entry: pathToFileURL(join(dist, "archivist.js")),
    args: [directory, `${snapshotEvery}`],
    durablePosition: () => sequencer.state.position,
    timer,
    alarm: timer,
    onArchived: () => undefined,
    onDiffers: (sentence) => {
      throw new Error(sentence);
    },
    onStart: () => undefined,
    report: (sentence) => console.error(sentence),
  });
}

/** Orders that rest, by the numbers of the book that is there: each is canceled after a while. */
function* restingCommands(sequencer, task) {
  const workload = new Workload({ ...task, resting: 1 });
  workload.idLast = sequencer.state.orders.orderIdLast;
  for (;;) {
    const open = [];
    for (let i = 0; i < 1_000; i++) {
      open.push(workload.newOrder(i % 2 === 0 ? "buy" : "sell", i % task.spread, 10, 1));
      yield commandOf(open[i]);
    }
    for (const op of open) yield commandOf({ ...op, type: "cancel" });
  }
}

/** The position of the newest snapshot. */
function newestIn(directory) {
  const names = readdirSync(join(directory, "snapshots")).filter((name) =>
    /^\d+\.snap$/.test(name),
  );
  return Number.parseInt(names.sort().at(-1) ?? "0", 10);
}

async function until(isSo, what) {
  for (let waitedMs = 0; !isSo(); waitedMs += PACE_MS) {
    if (waitedMs > PATIENCE_MS) throw new Error(`waited in vain: ${what}`);
    await sleep(PACE_MS);
  }
}

await main();
process.exit(0);
