/** A process and what it has started, so that all of them can be signalled. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Signals a process and its children; those that are gone meanwhile are passed over. */
export function signalFamily(pid: number, signal: NodeJS.Signals): void {
  // While it stands still it starts no other.
  signalOne(pid, "SIGSTOP");
  for (const each of [...childrenOf(pid), pid]) signalOne(each, signal);
}

export function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function childrenOf(pid: number): readonly number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  if (existsSync("/proc/self"))
    return existsSync(list) ? numbersIn(readFileSync(list, "utf8")) : [];
  const lines = execFileSync("ps", ["-A", "-o", "ppid=,pid="], { encoding: "utf8" }).split("\n");
  const pairs = lines.map(numbersIn).filter(([parent]) => parent === pid);
  return pairs.flatMap(([, child]) => child ?? []);
}

function numbersIn(text: string): readonly number[] {
  return text.split(/\s+/).filter(Boolean).map(Number);
}
