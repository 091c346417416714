/**
 * What a restart costs, and what making it cheap costs the live loop. The directories are written
 * once through the real log; every start that is measured is a process of its own.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { below, noted } from "../support/result-line.mjs";
import { interleave, lowest, measure } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";

const ROUNDS = 3;
const MILLION = 1_000_000;
const program = "recovery-child.mjs";
const TRADING = { users: 1_000, spread: 1_000, resting: 10_000 };
const CROWDED = { users: 10_000, spread: 100_000, resting: MILLION };
/** The opening of a directory: itself, two assets, a pair; four commands for each user. */
const CROWDED_COMMANDS = 4 + 4 * CROWDED.users + CROWDED.resting;

/** @param {import("../run.mjs").Bench} bench */
export async function recovery({ dist }) {
  return withDirectory(async (root) => {
    const trading = await write(root, { ...TRADING, dist, commands: MILLION });
    const crowded = await write(root, {
      ...CROWDED,
      dist,
      commands: CROWDED_COMMANDS,
      snapshot: true,
    });
    const [replays, loads] = await interleave(
      [
        { program, measure: "restoreLog", dist, directory: trading },
        { program, measure: "loadSnapshot", dist, directory: crowded },
      ],
      ROUNDS,
    );
    return [
      below(
        "recovery: 1,000,000 commands replayed, with views",
        lowest(replays, "seconds"),
        "s",
        2.5,
      ),
      noted("recovery: the CPU it took, in all threads", lowest(replays, "cpuSeconds"), "cpu-s"),
      noted("recovery: of it, reading the log to its end", lowest(replays, "openSeconds"), "s"),
      below("recovery: a snapshot of 1,000,000 orders loaded", lowest(loads, "seconds"), "s", 2),
      noted("recovery: the CPU it took, in all threads", lowest(loads, "cpuSeconds"), "cpu-s"),
      noted("recovery: of it, reading and checking the file", lowest(loads, "readSeconds"), "s"),
      ...(await stalls(dist, crowded)),
    ];
  });
}

async function write(root, task) {
  const directory = join(root, `${task.resting}`);
  mkdirSync(directory);
  const { position, open } = await measure({
    program,
    measure: "writeDirectory",
    directory,
    ...task,
  });
  if (position !== task.commands || open < task.resting * 0.98) {
    throw new Error(`the directory holds ${position} commands and ${open} orders`);
  }
  return directory;
}

/** The directory grows by what each run adds, so the one without a snapshot goes first. */
async function stalls(dist, directory) {
  const task = {
    program: "stall-child.mjs",
    measure: "stall",
    dist,
    directory,
    spread: CROWDED.spread,
    users: CROWDED.users,
    position: CROWDED_COMMANDS,
    perSecond: 2_000,
    seconds: 6,
  };
  const without = await measure({ ...task, snapshotEvery: 1e9 });
  const during = await measure({ ...task, snapshotEvery: 10_000, isMaking: true });
  return [
    below("recovery: longest stall while a snapshot is made", during.longestMs, "ms", 25),
    noted("recovery: longest stall without one", without.longestMs, "ms"),
    noted("recovery: p99 of the loop's delay while one is made", during.p99Ms, "ms"),
    noted("recovery: the same without one", without.p99Ms, "ms"),
  ];
}
