/**
 * Folders that are being made. Copying does not listen to signals: an interrupt ends it at once, and
 * what it was making stays. So a draft has the machine and the process in its name, and the next
 * process that works in that place removes those of the dead. Rule LOG-BACKUP-5.
 */
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { namesIn } from "./place.ts";

/** The name of a draft of this process; `title` tells it from its other drafts. */
export function draftName(title: string): string {
  return `${title}.${hostname()}.${process.pid}.tmp`;
}

/** Removes what processes that are gone have left of drafts with such titles. */
export function sweepDrafts(folder: string, title: RegExp): void {
  for (const name of namesIn(folder).filter((each) => title.test(each) && isAbandoned(each))) {
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // It belongs to another user, whose next process removes it; this work does not need it gone.
    }
  }
}

const OWNER = /^(.+)\.(\d+)\.tmp$/;

/** Whether a process on another machine lives is unknown here. */
function isAbandoned(name: string): boolean {
  const [, title = "", pid = ""] = OWNER.exec(name) ?? [];
  return title.endsWith(`.${hostname()}`) && !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}
