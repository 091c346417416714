/**
 * The sequencer over the real log, beside a bare loop that writes and syncs the same bytes. Each round
 * measures both in one process, one after the other, in the same seconds.
 */
import { atLeast, below, noted } from "../support/result-line.mjs";
import { highest, interleave, lowest } from "../support/rounds.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function log({ dist, against, size }) {
  const task = { program: "log-child.mjs", measure: "log", dist, ...size };
  const older = against && { ...task, dist: against.dist };
  const [rounds, before] = await interleave(older ? [task, older] : [task], size.rounds);

  const speed = highest(rounds, "commandsPerSecond");
  const bare = highest(rounds, "barePerSecond");
  const batch = highest(rounds, "commandsPerBatch").toFixed(0);
  const at = `log, ${size.waiting} waiting`;
  const cpuUs = lowest(rounds, "cpuUs");
  return [
    atLeast(`${at}: speed, on a quiet machine`, speed, "commands/s", 170_000),
    noted(`${at}: the bare loop, ${batch} commands a batch`, bare, "commands/s"),
    atLeast(`${at}: as a share of the bare loop's`, speed / bare, "x", 0.5),
    below(`${at}: p99, on a quiet machine`, lowest(rounds, "p99Ms"), "ms", 5),
    noted(`${at}: CPU of the process`, cpuUs, "us/command"),
    noted(`${at}: a bare flush`, lowest(rounds, "batchUs"), "us"),
    ...(before
      ? [noted(`${at}: CPU times that of ${against.ref}`, cpuUs / lowest(before, "cpuUs"), "x")]
      : []),
  ];
}
