/**
 * Rounds of measurements, interleaved: A B C, A B C, and so on, each in a process of its own. The
 * machine's speed changes from minute to minute, so contenders are compared within the same
 * minutes, and the best round of each counts: noise only ever makes slower.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

const CHILD = "child.mjs";
const FLAGS = ["--expose-gc", "--max-old-space-size=4096"];

/** Runs each task once per round; the results of each task, by round. */
export async function interleave(tasks, rounds) {
  const results = tasks.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, task] of tasks.entries()) results[index].push(await measure(task));
  }
  return results;
}

/** One measurement in a new process; a task may name another program than the engine's, and more flags. */
export async function measure(task) {
  const program = join(import.meta.dirname, task.program ?? CHILD);
  const child = spawn(
    process.execPath,
    [...FLAGS, ...(task.nodeFlags ?? []), program, JSON.stringify(task)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0)
    throw new Error(`measuring ${task.measure} of ${task.contender} failed (${code})`);
  return JSON.parse(output);
}

export function highest(results, key) {
  return Math.max(...results.map((result) => result[key]));
}

export function lowest(results, key) {
  return Math.min(...results.map((result) => result[key]));
}
