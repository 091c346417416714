/**
 * LOG-LOCK-2: a lock of the kernel on the directory itself, beside the socket's name: names belong to a
 * network namespace, so containers do not see each other's, but they see the same file. Node cannot
 * lock, so `flock` of util-linux does it to our open file in a child: the lock belongs to the open file,
 * and stays with us when the child has gone. On macOS a file is locked by being opened so.
 */
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";

/** What macOS calls O_EXLOCK. */
const OPEN_LOCKED = 0x20;
/** The descriptor of the child under which it finds our file. */
const PASSED = 3;
const HELD_BY_ANOTHER = 1;

export interface FileLock {
  release(): void;
}

/** The lock; or that another has it, or that there is nothing here to lock with. */
export function lockFile(path: string, platform: string): FileLock | "held" | "unavailable" {
  if (platform === "darwin") return openLocked(path);
  return platform === "linux" ? lockByFlock(path) : "unavailable";
}

function lockByFlock(path: string): FileLock | "held" | "unavailable" {
  const descriptor = openSync(path, constants.O_RDONLY);
  const { status } = spawnSync("flock", ["-n", "-x", `${PASSED}`], {
    stdio: ["ignore", "ignore", "ignore", descriptor],
  });
  if (status === 0) return { release: () => closeSync(descriptor) };
  closeSync(descriptor);
  return status === HELD_BY_ANOTHER ? "held" : "unavailable";
}

function openLocked(path: string): FileLock | "held" | "unavailable" {
  try {
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | OPEN_LOCKED;
    const descriptor = openSync(path, flags);
    return { release: () => closeSync(descriptor) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EAGAIN" || code === "EWOULDBLOCK") return "held";
    return code === "ENOTSUP" || code === "EOPNOTSUPP" ? "unavailable" : raise(error);
  }
}

function raise(error: unknown): never {
  throw error;
}
