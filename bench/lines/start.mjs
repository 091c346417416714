/**
 * From `npm start` to the first request that would be answered: an installed tree, a built `dist`
 * and a demo directory that exists, as on every day but the first. It runs the tree it stands in,
 * whatever `--dist` says.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { below } from "../support/result-line.mjs";
import { withDirectory } from "../support/service.mjs";

const ROOT = join(import.meta.dirname, "../..");
const SECONDS_MAX = 2;

/** @param {import("../run.mjs").Bench} bench */
export async function start({ size }) {
  const { runs } = size;
  return withDirectory(async (root) => {
    const data = join(root, "data");
    await startOnce(data); // Builds, and makes the directory: the one start that is not timed.
    const times = [];
    for (let run = 0; run < runs; run++) times.push(await startOnce(data));
    const median = times.sort((a, b) => a - b)[runs >> 1];
    return [below(`start: npm start serves, median of ${runs}`, median, "s", SECONDS_MAX)];
  });
}

/** Starts, waits for the line that says it listens, and stops. */
async function startOnce(data) {
  const begin = performance.now();
  const server = spawn("npm", ["start", "--", "--port", "0", "--data", data], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => server.on("close", resolve));
  const seconds = await new Promise((resolve, reject) => {
    let output = "";
    server.stdout.on("data", (chunk) => {
      output += chunk;
      if (output.includes("listening on")) resolve((performance.now() - begin) / 1000);
    });
    server.on("exit", (code) => reject(new Error(`npm start ended (${code}): ${output}`)));
  });
  process.kill(-server.pid, "SIGTERM"); // npm and the server below it
  await ended;
  return seconds;
}
