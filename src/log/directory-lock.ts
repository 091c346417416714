/**
 * LOG-LOCK-1: one process per data directory. The lock is a socket that the kernel closes when its
 * holder dies, however it dies; so there is never a lock file to delete by hand. Its name is made
 * of the device and the inode of the directory: two paths to one directory meet. A process that finds a
 * holder connects to it, and is told its pid.
 *
 * The name of Linux belongs to a network namespace, so where it can be had a lock on the directory
 * itself is taken as well (file-lock.ts): two containers on one volume see that. Two machines on a network
 * file system may not. There, the volume must have one user only.
 */
import { randomBytes } from "node:crypto";
import { readdirSync, renameSync, statSync, unlinkSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { lockFile } from "./file-lock.ts";

export interface DirectoryLock {
  /** Whether the directory itself is locked, too, which other containers see. */
  readonly isOnFile: boolean;
  release(): Promise<void>;
}

/** Another process works on the directory. */
export class DirectoryLocked extends Error {
  override readonly name = "DirectoryLocked";
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | "elsewhere" | undefined) {
    super(
      pid === "elsewhere"
        ? `${directory} is in use by another container`
        : `${directory} is in use by the process with pid ${pid ?? "unknown"}`,
    );
    this.pid = typeof pid === "number" ? pid : undefined;
  }
}

/** What a name answers: the pid of its owner; nothing, though the owner is alive; or that there is no owner. */
type Answer = { readonly pid: number; readonly isHolder: boolean } | "silent" | "gone" | "dead";

const SOCKET_FILES = "/tmp";
const ATTEMPTS_MAX = 5;
const ANSWER_MS = 1000;
const DECISION_MS = 5000;
const PAUSE_MS = 5;

/** Takes the lock of a directory that exists, or throws `DirectoryLocked`. */
export async function lockDirectory(
  directory: string,
  platform: string = process.platform,
): Promise<DirectoryLock> {
  const named = await lockName(directory, platform);
  const file = lockFile(directory, process.platform);
  if (file === "held") {
    await named.release();
    throw new DirectoryLocked(directory, "elsewhere");
  }
  const release = async () => {
    if (file !== "unavailable") file.release();
    await named.release();
  };
  return { isOnFile: file !== "unavailable", release };
}

type NameLock = Pick<DirectoryLock, "release">;

async function lockName(directory: string, platform: string): Promise<NameLock> {
  const { dev, ino } = statSync(directory, { bigint: true });
  if (platform === "linux") return await lockByName(directory, `\0bourse:${dev}:${ino}`);
  if (platform === "win32") {
    return await lockByName(directory, `\\\\.\\pipe\\bourse-${dev}-${ino}`);
  }
  return await lockByFile(directory, `bourse-${dev}-${ino}.`);
}

/** Linux has abstract socket names and Windows has pipes: a name has one owner at a time. */
async function lockByName(directory: string, name: string): Promise<NameLock> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const server = await listenOn(name, () => true);
    if (server) return { release: () => closed(server) };
    const answer = await ask(name);
    if (answer === "silent") throw new DirectoryLocked(directory, undefined);
    if (typeof answer === "object") throw new DirectoryLocked(directory, answer.pid);
  }
  throw new DirectoryLocked(directory, undefined);
}

/**
 * Elsewhere it is a socket file, which outlives its holder. A name that is used again could be
 * removed as stale by one starter just after another made it anew; so every starter has a name of
 * its own, shown only once it answers, and a name that refuses to answer is dead for ever. A
 * starter first shows its name and then looks at all others: of two, at least one sees the other.
 * It gives way to a holder and to a starter with a lower name, and waits until those with higher
 * names have decided. So one gets the lock and no two do, among the processes that share `/tmp`.
 */
async function lockByFile(directory: string, prefix: string): Promise<NameLock> {
  let isHolder = false;
  const own = `${prefix}${randomBytes(8).toString("hex")}.lock`;
  const server = await showName(own, () => isHolder);
  const release = async () => {
    removeName(own);
    await closed(server);
  };
  try {
    for (const other of othersOf(prefix, own)) await outlast(directory, { own, other });
    isHolder = true;
    return { release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** A socket refuses between its making and its listening; no other process may see it until then. */
async function showName(name: string, isHolder: () => boolean): Promise<Server> {
  const draft = join(SOCKET_FILES, name.replace(/\.lock$/, ".new"));
  const server = await listenOn(draft, isHolder);
  if (!server) throw new Error(`${draft} exists although it was just made up`);
  renameSync(draft, join(SOCKET_FILES, name));
  return server;
}

function othersOf(prefix: string, own: string): readonly string[] {
  const isOther = (name: string) =>
    name.startsWith(prefix) && name.endsWith(".lock") && name !== own;
  return readdirSync(SOCKET_FILES).filter(isOther);
}

/** Returns when the other starter is gone, and throws when the other comes first. */
async function outlast(
  directory: string,
  { own, other }: { readonly own: string; readonly other: string },
): Promise<void> {
  let pid: number | undefined;
  for (let waitedMs = 0; waitedMs < DECISION_MS; waitedMs += PAUSE_MS) {
    const answer = await ask(join(SOCKET_FILES, other));
    if (answer === "dead") return removeName(other);
    if (answer === "silent") break;
    if (answer !== "gone") pid = answer.pid;
    if (answer !== "gone" && (answer.isHolder || other < own)) break;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new DirectoryLocked(directory, pid);
}

/** The server that has the name; undefined when it is taken. */
function listenOn(name: string, isHolder: () => boolean): Promise<Server | undefined> {
  const server = createServer((socket) => {
    socket.on("error", () => {}); // A starter that hangs up early is no concern of the holder.
    socket.unref();
    socket.end(`${process.pid} ${isHolder() ? "holds" : "asks"}`, () => socket.destroy());
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
 * Asks a name for its pid. An owner that is too busy to answer is silent but alive, one that ends while
 * it is asked is gone and may be asked again, and one that refuses to be asked is dead.
 */
function ask(name: string): Promise<Answer> {
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
    socket.on("end", () => settle(text === "" ? "gone" : parseAnswer(text)));
    socket.on("error", ({ code = "" }: NodeJS.ErrnoException) => settle(failedAnswer(code)));
  });
}

function parseAnswer(text: string): Answer {
  const [pid, word] = text.split(" ");
  return { pid: Number(pid), isHolder: word !== "asks" };
}

function failedAnswer(code: string): Answer {
  if (code === "ECONNREFUSED" || code === "ENOENT") return "dead";
  return code === "ECONNRESET" || code === "EPIPE" ? "gone" : "silent";
}

/** Only for the process's own name or a dead one, so there is nothing to lose when it does not work. */
function removeName(name: string): void {
  try {
    unlinkSync(join(SOCKET_FILES, name));
  } catch {
    // Another starter was faster, or it belongs to another user; it is dead all the same.
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
