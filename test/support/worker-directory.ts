/**
 * A directory that lives as long as this worker, for what its files share. However the worker ends, told to or killed, its
 * directory and every process that names it on its command line end with it: a shell beside it waits for the end of a pipe
 * that only the worker holds. Nothing in it is for later, so it is in memory where there is room: no server waits for a disk.
 */
import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
const ROOM_BYTES = 2 * 1024 ** 3;
const PREFIX = "bourse-worker-";
/** No run of tests takes so long. */
const OLD_MS = 43_200_000;

/** One that stands still hears nothing; PostgreSQL, told to quit, leaves nothing in the system; others may not listen. */
const GUARD = `
trap '' HUP INT QUIT TERM
cat > /dev/null
pkill -CONT -f -- "$DIRECTORY"
pkill -QUIT -f -- "$DIRECTORY"
left=100
while [ $left -gt 0 ] && pgrep -f -- "$DIRECTORY" > /dev/null; do sleep 0.1; left=$((left - 1)); done
pkill -KILL -f -- "$DIRECTORY"
rm -rf "$DIRECTORY"
`;

let directory: string | undefined;

export function workerDirectory(): string {
  directory ??= makeDirectory(hasRoom(MEMORY) ? MEMORY : tmpdir());
  return directory;
}

function hasRoom(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}

function makeDirectory(place: string): string {
  for (const left of leftIn(place)) guard(left, "ignore");
  const made = mkdtempSync(join(place, PREFIX));
  // A server of PostgreSQL may run as another user.
  chmodSync(made, 0o755);
  const held = guard(made, "pipe");
  // Neither keeps this process from its end.
  (held as unknown as { unref(): void } | null)?.unref();
  // A server keeps its worker alive, also when whoever runs the tests is gone.
  process.once("disconnect", () => process.kill(process.pid, "SIGKILL"));
  return made;
}

/** What is there of a worker that was killed together with the shell beside it. */
function leftIn(place: string): readonly string[] {
  const paths = readdirSync(place).filter((name) => name.startsWith(PREFIX));
  return paths
    .map((name) => join(place, name))
    .filter((path) => {
      const { mtimeMs = Date.now() } = statSync(path, { throwIfNoEntry: false }) ?? {};
      return Date.now() - mtimeMs > OLD_MS;
    });
}

/** In a session of its own: what a terminal says to the worker is not for it. Its command line does not name the directory. */
function guard(guarded: string, input: "pipe" | "ignore") {
  const child = spawn("sh", ["-c", GUARD], {
    env: { ...process.env, DIRECTORY: guarded },
    detached: true,
    stdio: [input, "ignore", "ignore"],
  });
  child.unref();
  return child.stdin;
}
