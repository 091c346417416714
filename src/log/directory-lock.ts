/**
 * LOG-LOCK-1: one process per data directory. The lock is a socket name that the kernel gives back when its
 * holder dies, however it dies; so there is never a lock file to delete by hand. The name is made
 * of the device and the inode of the directory: two paths to one directory meet. Whoever finds
 * the name taken connects to it, and the holder tells its pid.
 *
 * Linux has abstract socket names and Windows has pipes. Elsewhere it is a socket file, which
 * outlives its holder: one that nobody answers is stale and is removed.
 */
import { statSync, unlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";

export interface DirectoryLock {
  release(): Promise<void>;
}

/** Another process works on the directory. */
export class DirectoryLocked extends Error {
  override readonly name = "DirectoryLocked";
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    super(`${directory} is in use by the process with pid ${pid ?? "unknown"}`);
    this.pid = pid;
  }
}

type Answer = number | "silent" | "gone" | "stale";

const ATTEMPTS_MAX = 5;
const ANSWER_MS = 1000;

/** Takes the lock of a directory that exists, or throws `DirectoryLocked`. */
export async function lockDirectory(
  directory: string,
  platform: string = process.platform,
): Promise<DirectoryLock> {
  const { dev, ino } = statSync(directory, { bigint: true });
  const name = lockName(`${dev}:${ino}`, platform);

  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const server = await listenOn(name);
    if (server) return { release: () => closed(server) };
    const answer = await askHolder(name);
    if (answer === "silent") throw new DirectoryLocked(directory, undefined);
    if (typeof answer === "number") throw new DirectoryLocked(directory, answer);
    if (answer === "stale" && name.startsWith("/")) removeStale(name);
  }
  throw new DirectoryLocked(directory, undefined);
}

function lockName(id: string, platform: string): string {
  if (platform === "linux") return `\0bourse:${id}`;
  if (platform === "win32") return `\\\\.\\pipe\\bourse-${id.replace(":", "-")}`;
  return `/tmp/bourse-${id.replace(":", "-")}.lock`;
}

/** The server that holds the name; undefined when it is taken. */
function listenOn(name: string): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on("error", () => {}); // A starter that hangs up early is no concern of the holder.
    socket.unref();
    socket.end(String(process.pid), () => socket.destroy());
  });
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen(name, () => {
      server.unref();
      server.on("error", () => {}); // A failed accept does not loosen the lock.
      resolve(server);
    });
  });
}

/**
 * Asks the holder for its pid. One that is too busy to answer is silent but alive, one that dies
 * while it is asked is gone, and a name that refuses to be asked is stale.
 */
function askHolder(name: string): Promise<Answer> {
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(name);
    const settle = (answer: Answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding("utf8");
    socket.setTimeout(ANSWER_MS, () => settle("silent"));
    socket.on("data", (piece) => {
      text += piece;
    });
    socket.on("end", () => settle(text === "" ? "gone" : Number(text)));
    socket.on("error", (error: NodeJS.ErrnoException) =>
      settle(error.code === "ECONNREFUSED" ? "stale" : "gone"),
    );
  });
}

function removeStale(name: string): void {
  try {
    unlinkSync(name);
  } catch {
    // Another starter was faster; the next attempt to listen decides.
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
