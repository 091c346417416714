/**
 * The sequencer over the real log, beside a bare loop that writes and syncs the same bytes. Each round
 * measures both in one process, one after the other, in the same seconds.
 */
import { atLeast, below, noted } from "../support/result-line.mjs";
import { highest, interleave, lowest } from "../support/rounds.mjs";

const WAITING = 128;

/** @param {import("../run.mjs").Bench} bench */
export async function log({ dist, against }) {
  const shape = { resting: 10_000, users: 1_000, spread: 1_000, waiting: WAITING };
  const amount = { warmUp: 60_000, commands: 100_000 };
  const task = { program: "log-child.mjs", measure: "log", dist, ...shape, ...amount };
  const older = against && { ...task, dist: against.dist };
  const [rounds, before] = await interleave(older ? [task, older] : [task]);

  const speed = highest(rounds, "commandsPerSecond");
  const bare = highest(rounds, "barePerSecond");
  const size = highest(rounds, "commandsPerBatch").toFixed(0);
  const at = `log, ${WAITING} waiting`;
  const cpuUs = lowest(rounds, "cpuUs");
  return [
    atLeast(`${at}: speed, on a quiet machine`, speed, "commands/s", 250_000),
    noted(`${at}: the bare loop, ${size} commands a batch`, bare, "commands/s"),
    atLeast(`${at}: as a share of the bare loop's`, speed / bare, "x", 0.5),
    below(`${at}: p99, on a quiet machine`, lowest(rounds, "p99Ms"), "ms", 5),
    noted(`${at}: CPU of the process`, cpuUs, "us/command"),
    noted(`${at}: a bare flush`, lowest(rounds, "batchUs"), "us"),
    ...(before
      ? [noted(`${at}: CPU times that of ${against.ref}`, cpuUs / lowest(before, "cpuUs"), "x")]
      : []),
  ];
}
