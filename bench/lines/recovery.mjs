/**
 * What a restart costs, and what making it cheap costs the live loop. The directories are written
 * once through the real log; every start that is measured is a process of its own.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { below, grouped, noted } from "../support/result-line.mjs";
import { interleave, lowest, measure } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";

const program = "recovery-child.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function recovery({ dist, size }) {
  return withDirectory(async (root) => {
    const trading = await write(root, { ...size.trading, dist });
    const commands = commandsFor(size.crowded);
    const crowded = await write(root, { ...size.crowded, dist, commands, snapshot: true });
    const [replays, loads] = await interleave(
      [
        { program, measure: "restoreLog", dist, directory: trading },
        { program, measure: "loadSnapshot", dist, directory: crowded },
      ],
      size.rounds,
    );
    return [...restartLines(replays, loads, size), ...(await stalls(crowded, { dist, size }))];
  });
}

/** The opening of a directory: itself, two assets, a pair; four commands for each user. */
function commandsFor({ users, resting }) {
  return 4 + 4 * users + resting;
}

function restartLines(replays, loads, { trading, crowded }) {
  const replayed = `recovery: ${grouped(trading.commands)} commands replayed, with views`;
  const loaded = `recovery: a snapshot of ${grouped(crowded.resting)} orders loaded`;
  return [
    below(replayed, lowest(replays, "seconds"), "s", 4),
    noted("recovery: the CPU it took, in all threads", lowest(replays, "cpuSeconds"), "cpu-s"),
    noted("recovery: of it, reading the log to its end", lowest(replays, "openSeconds"), "s"),
    below(loaded, lowest(loads, "seconds"), "s", 2),
    noted("recovery: the CPU it took, in all threads", lowest(loads, "cpuSeconds"), "cpu-s"),
    noted("recovery: of it, reading and checking the file", lowest(loads, "readSeconds"), "s"),
  ];
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
async function stalls(directory, { dist, size }) {
  const { users, spread } = size.crowded;
  const task = {
    program: "stall-child.mjs",
    measure: "stall",
    dist,
    directory,
    spread,
    users,
    position: commandsFor(size.crowded),
    ...size.stall,
  };
  const without = await measure({ ...task, snapshotEvery: 1e9 });
  const during = await measure({ ...task, isMaking: true });
  return [
    below("recovery: longest stall while a snapshot is made", during.longestMs, "ms", 25),
    noted("recovery: longest stall without one", without.longestMs, "ms"),
    noted("recovery: p99 of the loop's delay while one is made", during.p99Ms, "ms"),
    noted("recovery: the same without one", without.p99Ms, "ms"),
  ];
}
