/**
 * What a run of tests leaves behind: a process, or a file where temporary files go. Every run has a
 * directory for these, which all that it starts is told by TMPDIR; so what is left can be told from what
 * others on the machine do. What was left is told, ended and removed, and the run has failed.
 * A port is held by a process; those of the workers themselves are looked at in leave-no-port.ts.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** What tools keep for their next run. */
const KEPT_BY_TOOLS = /^(?:tsx-|node-compile-cache)/;
/** Workers and their browsers are told to end when the last test is over, and take a moment. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 50;
/** Of what is in a directory that was left. */
const NAMES_TOLD = 6;
/** PostgreSQL runs as somebody else, who has to find its directory below this one. */
const MAY_BE_PASSED = 0o711;

/** Begins a run in this process; a worker, which has loaded the same config, is part of a run already. */
export function beginRun(): void {
  if (process.env["BOURSE_RUN_DIRECTORY"] !== undefined) return;
  const directory = mkdtempSync(join(tmpdir(), "bourse-run-"));
  chmodSync(directory, MAY_BE_PASSED);
  process.env["BOURSE_RUN_DIRECTORY"] = directory;
  process.env["TMPDIR"] = directory;
  process.on("exit", () => endRun(directory));
}

function endRun(directory: string): void {
  awaitEnd(directory, PATIENCE_MS);
  const processes = leftProcesses(directory);
  const files = leftFiles(directory).map((name) => told(directory, name));
  removeWhole(directory);
  if (processes.length + files.length === 0) return;
  process.exitCode = 1;
  const lines = [...processes.map(({ pid, command }) => `process ${pid}: ${command}`), ...files];
  console.error(["The tests left behind:", ...lines].join("\n  "));
}

/** Until none of its processes runs, or so long. This process ends now, so nothing but a look from time to time is possible. */
function awaitEnd(directory: string, patienceMs: number): void {
  const clock = new Int32Array(new SharedArrayBuffer(4));
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += LOOK_MS) {
    if (leftProcesses(directory).length === 0) return;
    Atomics.wait(clock, 0, 0, LOOK_MS);
  }
}

/** Ends the processes that name a directory, and removes it; none of them can make it anew. */
export function removeWhole(directory: string): void {
  for (const { pid } of leftProcesses(directory)) endProcess(pid);
  awaitEnd(directory, PATIENCE_MS);
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: LOOK_MS });
}

/** Processes that were told this directory, or name it; elsewhere than on Linux none is found. */
export function leftProcesses(directory: string): LeftProcess[] {
  const pids = namesIn("/proc").filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  );
  return pids
    .map((pid) => ({ pid: Number(pid), command: read(`/proc/${pid}/cmdline`) }))
    .filter(({ pid, command }) => {
      return command !== "" && (command + read(`/proc/${pid}/environ`)).includes(directory);
    })
    .map(({ pid, command }) => ({ pid, command: command.replaceAll("\0", " ").trim() }));
}

export function leftFiles(directory: string): string[] {
  return namesIn(directory).filter((name) => !KEPT_BY_TOOLS.test(name));
}

/** With some of what is in it, to know who made it. */
function told(directory: string, name: string): string {
  const inside = namesIn(join(directory, name)).slice(0, NAMES_TOLD);
  return inside.length === 0 ? name : `${name} (${inside.join(", ")})`;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

/** Empty when it is gone, or somebody else's. */
function read(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

/** kill -9, if it is still there. */
function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
}
