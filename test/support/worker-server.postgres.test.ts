/** The server of a worker is not left behind, however the worker ends. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { hasPostgres } from "./postgres.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "./until.ts";

const WORKER = join(import.meta.dirname, "worker-that-has-a-server.ts");
const workerTest = test.skipIf(!hasPostgres());

/** A worker, the directory of its server, and the server's process. */
async function begin() {
  const worker = spawn(process.execPath, ["--import", "tsx", WORKER], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  onTestFinished(() => void worker.kill("SIGKILL"));
  const lines = createInterface(worker.stdout ?? expect.fail("no output"));
  const [directory] = (await once(lines, "line")) as [string];
  const [pid] = readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n");
  return { worker, directory, pid: Number(pid) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

type End = (worker: ChildProcess, serverPid: number) => void;
const ends: readonly (readonly [string, End])[] = [
  ["that is told to end, as vitest tells it,", (worker) => void worker.kill("SIGTERM")],
  ["of a vitest that was killed", (worker) => worker.disconnect()],
  [
    "that is killed while the server stands still",
    (worker, serverPid) => {
      process.kill(serverPid, "SIGSTOP");
      worker.kill("SIGKILL");
    },
  ],
];

workerTest.each(ends)(
  "a worker %s leaves neither its server nor its directory",
  async (_, end) => {
    const { worker, directory, pid } = await begin();
    expect(isAlive(pid)).toBe(true);

    end(worker, pid);

    await expect.poll(() => isAlive(pid), UNTIL_SEEN).toBe(false);
    await expect.poll(() => existsSync(dirname(directory)), UNTIL_SEEN).toBe(false);
  },
  PATIENCE_MS,
);
