/**
 * Lets a process stand still (SIGSTOP) and go on. A signal that was sent has not arrived yet: what is
 * sent to the process, or done to it, is certain to meet it at rest only when the kernel says so.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const LOOK_MS = 1;
/** What the kernel calls a thread that was stopped. */
const STOPPED = "T";
/** Of a process that is gone, which does nothing either. */
const GONE = ["ESRCH", "ENOENT"];

/** Answers when no thread of it runs any more. */
export async function standStill(pid: number): Promise<void> {
  unlessGone(() => process.kill(pid, "SIGSTOP"));
  while (!unlessGone(() => stands(pid))) await sleep(LOOK_MS);
}

export function goOn(pid: number): void {
  unlessGone(() => process.kill(pid, "SIGCONT"));
}

function stands(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.every((thread) => stateOf(`/proc/${pid}/task/${thread}/stat`) === STOPPED);
}

/** It stands behind the name, which may have blanks and brackets. */
function stateOf(path: string): string | undefined {
  return readFileSync(path, "utf8").replace(/^.*\) /s, "")[0];
}

function unlessGone(look: () => boolean): boolean {
  try {
    return look();
  } catch (error) {
    if (GONE.includes((error as NodeJS.ErrnoException).code ?? "")) return true;
    throw error;
  }
}
