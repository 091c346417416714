/**
 * The programs of a trial, each in a process of its own: the server as `npm start` runs it, the echo
 * beside it, and what sends the load, whose CPU is not counted.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const SANDBOX = ["--no-demo", "--sandbox", "--port", "0", "--operator-port", "0"];

/** Starts the exchange on a directory, with its rate limits on. */
export async function startServer({ dist, directory, args = [], flags = [] }) {
  const main = join(dist, "main.js");
  const command = ["--enable-source-maps", ...flags, main, ...SANDBOX, "--data", directory];
  const { output, ...program } = await startListening([...command, ...args]);
  return {
    ...program,
    archivistPid: Number(/archivist pid (\d+)/.exec(output)[1]),
    gatewayPids: [...output.matchAll(/gateway \d+ pid (\d+)/g)].map(([, pid]) => Number(pid)),
    operatorPort: Number(/operator on http:\/\/[^ "\n]+:(\d+)/.exec(output)[1]),
    operatorToken: readFileSync(join(directory, "operator-token"), "utf8").trim(),
  };
}

export function startEcho(flags = []) {
  return startListening([...flags, join(import.meta.dirname, "echo.mjs")]);
}

/** Starts a program and waits until it says where it listens. */
async function startListening(command) {
  const child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  // Nothing is left behind by a benchmark that fails.
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  let output = "";
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (piece) => {
      output += piece;
      if (/listening on .*\n/.test(output)) resolve(undefined);
    });
    child.on("exit", (code) => reject(new Error(`${command[0]} ended (${code}): ${output}`)));
  });
  const port = Number(/listening on http:\/\/[^ "\n]+:(\d+)/.exec(output)[1]);
  const stop = async () => {
    process.off("exit", kill);
    child.kill("SIGTERM");
    await ended;
  };
  return { pid: child.pid, port, output, stop };
}

/** Runs a program of this folder to its end; its result is JSON on stdout. */
export async function runProgram(name, task) {
  const program = join(import.meta.dirname, name);
  const child = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (piece) => {
    output += piece;
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${name} failed (${code})`);
  return JSON.parse(output);
}
