/**
 * Whose a PostgreSQL server is: it refuses to run as root, so there it runs as the user that Debian's package has made, or
 * as nobody.
 */
import { chmodSync, chownSync, mkdirSync, readFileSync } from "node:fs";
import { chown } from "node:fs/promises";
import { dirname } from "node:path";

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

const OTHERS = ["postgres", "nobody"];
const owner: Owner | undefined = process.getuid?.() === 0 ? otherUser() : undefined;

/** What is to be run for a program to belong to the owner. */
export function asOwner(path: string, args: readonly string[]): [string, string[]] {
  if (!owner) return [path, [...args]];
  const who = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, "--clear-groups"];
  return ["setpriv", [...who, path, ...args]];
}

export function makeOwned(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (!owner) return;
  chownSync(directory, owner.uid, owner.gid);
  // The directory around it may be root's alone.
  chmodSync(dirname(directory), 0o755);
}

export async function giveToOwner(path: string): Promise<void> {
  if (owner) await chown(path, owner.uid, owner.gid);
}

function otherUser(): Owner {
  const lines = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of OTHERS) {
    const [, , uid, gid] = (lines.find((line) => line.startsWith(`${name}:`)) ?? "").split(":");
    if (Number(uid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and there is no user ${OTHERS.join(" or ")}`);
}
