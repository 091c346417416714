/**
 * A real file system of its own, an ext4 image behind a loop device, that can be frozen as a disk that
 * stands still is: writes wait in the kernel, reads go on. It is mounted in a mount namespace that lives
 * as long as a process of ours; that ends when its input is closed, so that nothing is left mounted or
 * frozen, however the tests end. It takes root, and is told apart from a machine that cannot.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { hasProgram, runToEnd } from "./run-to-end.ts";

const IMAGE_MIB = 96;
const MOUNT = 'mount -o loop "$1" "$2" && chmod 700 "$2" && echo ready && cat >&2';
/** The directory is held open: the way to thaw it does not depend on any path. */
const FREEZE = 'exec 9<"$1"; fsfreeze -f /dev/fd/9 && echo ready && cat >&2; fsfreeze -u /dev/fd/9';

export class LoopDisk {
  /** Where the server finds it, in its own namespace. */
  readonly path: string;
  readonly #keeper: ChildProcess;

  private constructor(path: string, keeper: ChildProcess) {
    this.path = path;
    this.#keeper = keeper;
  }

  /** Whether this machine lets us: tried with a whole disk, mounted, frozen and thawed. */
  static async isPossible(): Promise<boolean> {
    const isHere = await Promise.all(
      ["nsenter", "fsfreeze", "mkfs.ext4", "unshare"].map((program) =>
        hasProgram("which", program),
      ),
    );
    if (isHere.includes(false)) return false;
    const directory = mkdtempSync(join(tmpdir(), "bourse-loop-disk-"));
    try {
      const disk = await LoopDisk.make(directory);
      await (await disk.freeze())();
      await disk.close();
      return true;
    } catch {
      return false;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  /** Makes and mounts one below a directory. */
  static async make(directory: string): Promise<LoopDisk> {
    const [image, path] = [join(directory, "image"), join(directory, "disk")];
    mkdirSync(path, { recursive: true });
    for (const command of [
      ["truncate", "-s", `${IMAGE_MIB}M`, image],
      ["mkfs.ext4", "-q", "-F", image],
    ]) {
      const { code, output } = await runToEnd(command);
      if (code !== 0) throw new Error(output);
    }
    const apart = ["--mount", "--propagation", "private", "sh", "-c", MOUNT, "sh", image, path];
    return new LoopDisk(path, await begin("unshare", apart));
  }

  /** What runs a command with this disk in its place. */
  get entry(): readonly string[] {
    return ["nsenter", "-t", `${this.#keeper.pid}`, "-m", "--"];
  }

  /** The same place for a process outside of the namespace. */
  get seenFromOutside(): string {
    return join(`/proc/${this.#keeper.pid}/root`, this.path);
  }

  /** Lets it stand still until what this answers is called. */
  async freeze(): Promise<() => Promise<void>> {
    const holder = await begin("sh", ["-c", FREEZE, "sh", this.seenFromOutside]);
    return () => end(holder);
  }

  async close(): Promise<void> {
    await end(this.#keeper);
  }
}

/** Starts a program and waits until it says that it is ready. */
async function begin(program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "ignore"] });
  const said = createInterface(child.stdout);
  const [line] = await Promise.race([once(said, "line"), once(child, "close")]);
  if (line !== "ready") throw new Error(`${program} could not: ${line}`);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const closed = once(child, "close");
  child.stdin?.end();
  await closed;
}
