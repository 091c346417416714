/**
 * Whose a PostgreSQL server is: it refuses to run as root, so there it runs as the user that Debian's package has made, or
 * as nobody.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Where a program is started: the directory that this process is in may be root's alone. */
export const ANYWHERE = "/";
const OTHERS = ["postgres", "nobody"];
const owner: Owner | undefined = process.getuid?.() === 0 ? otherUser() : undefined;

/** What is to be run for a program to belong to the owner. */
export function asOwner(path: string, args: readonly string[]): [string, string[]] {
  if (!owner) return [path, [...args]];
  const who = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  return ["setpriv", [...who, path, ...args]];
}

/** Whether a program of PostgreSQL and the libraries that it names can be read by the owner. */
export function canOwnerRun(path: string): boolean {
  if (!owner) return true;
  const { status } = spawnSync(...asOwner(path, ["--version"]), { cwd: ANYWHERE, stdio: "ignore" });
  return status === 0;
}

export function makeOwned(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!owner) return;
  chownSync(directory, owner.uid, owner.gid);
  // The directory around it may be root's alone.
  chmodSync(dirname(directory), 0o755);
}

export function giveToOwner(path: string): void {
  if (owner) chownSync(path, owner.uid, owner.gid);
}

function otherUser(): Owner {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of OTHERS) {
    const [, , uid, gid] = (lines.find((line) => line.startsWith(`${name}:`)) ?? "").split(":");
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${OTHERS.join(" or ")}`);
}
