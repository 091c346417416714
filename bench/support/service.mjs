/**
 * The service as `run-server.ts` puts it together, without its API: a sequencer over the real log on the disk
 * of this machine, in a directory that is removed at the end.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setUp } from "./contenders.mjs";

/** How many of a list of commands wait in the sequencer at a time when nothing is measured. */
const CROWD = 1_000;

/** Runs `work` with a directory of its own, which is gone afterwards. */
export async function withDirectory(work, parent = tmpdir()) {
  const directory = mkdtempSync(join(parent, "bourse-bench-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** A sequencer over the log in `directory`; `disk` may stand in for the real one. */
export async function openSequencer({ load, directory, disk }) {
  const { openExchange } = await load("runtime/sequencer/open-exchange.js");
  const { systemTime } = await load("runtime/sequencer/clock.js");
  const timer = await timerOf(load);
  const { workerSegmentMaker } = await load("log/segment/worker-segment-maker.js");
  const opened = await openExchange({
    disk,
    segmentMaker: workerSegmentMaker(directory),
    time: systemTime,
    timer,
    // As a commit from before the rename calls it.
    alarm: timer,
    acceptsClockBehind: false,
    onBroken: stopAtOnce,
    report: () => undefined,
  });
  // A commit from before the rename has it as `line`.
  return opened.sequencer ?? opened.line;
}

/** A commit from before the rename has it as an alarm. */
export async function timerOf(load) {
  const older = async () => (await load("log/segment/segment-supply.js")).systemAlarm;
  return load("log/system-timer.js").then(({ systemTimer }) => systemTimer, older);
}

/** Waits until the segment after the first is made: its making would be in the figures. */
export async function segmentsAhead(directory) {
  while (!existsSync(join(directory, "log/00000002.log"))) await sleep(10);
}

/** The commands that open a directory with one pair and traders who can pay for everything. */
export async function openingCommands(load, users) {
  const commands = [];
  await setUp({ apply: (command) => commands.push(command) }, load, users);
  return commands;
}

/** Submits all, in order, so many at a time that the disk does not matter. */
export async function submitAll(sequencer, commands) {
  await crowd(sequencer, commands, { size: CROWD, answered: demandDone });
}

/**
 * So many callers, each of which always has one command waiting; they are taken in order. No async
 * function for each command: what the callers cost would be in the figures.
 */
export async function crowd(sequencer, commands, { size, answered }) {
  let next = 0;
  const caller = () =>
    new Promise((resolve, reject) => {
      let asked = 0;
      const ask = () => {
        if (next === commands.length) return resolve(undefined);
        asked = next++;
        sequencer.submit(commands[asked]).then(took, reject);
      };
      const took = (submitted) => {
        answered(submitted, asked);
        ask();
      };
      ask();
    });
  await Promise.all(Array.from({ length: size }, caller));
}

/** A step that fails is an error of the benchmark. */
export function demandDone(submitted) {
  if (submitted.kind === "done" && submitted.outcome.ok) return;
  throw new Error(`a command was not done: ${JSON.stringify(submitted)}`);
}

function stopAtOnce(reason) {
  console.error(reason);
  process.exit(1);
}
