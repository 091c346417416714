/**
 * A disk whose power can be cut, with an ext4 on it: two images, one within the other.
 *
 * `medium.img` is what the disk holds without power. On it lies `disk.img`, the disk that the exchange
 * has, with its own ext4. What a program has written and not synced is in the cache of the inner file
 * system, which commits on its own only after ten minutes; what that has sent to its disk without a flush
 * is in the cache of the outer one, as in the cache of a drive. A flush of the inner disk is an fsync of
 * `disk.img`. With `hasCache: false` the inner disk writes past the outer cache: a drive that has none.
 *
 * The cut shuts the outer file system down at one instant and without its journal (FS_IOC_SHUTDOWN): from
 * then on it sends nothing to `medium.img`. That file is then copied. A loop device writes into the file
 * itself and a copy reads what was written there, so it has every block that arrived and none that was still
 * in either cache; and no process writes while it is copied, so it is the state of one moment. The copy is
 * mounted, both journals are replayed, and what is found is what a machine finds after a power cut.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const MIB = 1024 * 1024;
const MEDIUM_MIB = 64;
const DISK_MIB = 44;
/** What is renamed is not synced by the file system on its own, as some others would not either. */
const OPTIONS = "commit=600,noauto_da_alloc,noatime";
/** _IOR('X', 125, __u32), and the flag that leaves the journal as it is. */
const SHUTDOWN = [
  "-e",
  'my $how = pack("L", 2); open(my $d, "<", $ARGV[0]) or die $!; ioctl($d, 0x8004587d, $how) or die $!',
];
/** Everything there is busy until its last process is gone. */
const UNMOUNT_TRIES = 100;
const UNMOUNT_PAUSE_MS = 50;

export class CutDisk {
  readonly #place: string;
  readonly #number: number;
  readonly #mounted: string[] = [];

  private constructor(place: string, number: number) {
    this.#place = place;
    this.#number = number;
  }

  /** A new one below a place that is empty. */
  static make(place: string, hasCache: boolean): CutDisk {
    const disk = new CutDisk(place, 1);
    run("truncate", "-s", `${MEDIUM_MIB * MIB}`, disk.#image);
    format(disk.#image);
    disk.#mountMedium();
    // Every block of it is there, so that a write to it changes nothing but its bytes.
    run("dd", "if=/dev/zero", `of=${disk.#inner}`, "bs=1M", `count=${DISK_MIB}`, "status=none");
    format(disk.#inner);
    run("sync", "-f", disk.#inner);
    disk.#mountFiles(hasCache);
    return disk;
  }

  /** Where the exchange's files are. */
  get directory(): string {
    return join(this.#folder, "files", "exchange");
  }

  get #folder(): string {
    return join(this.#place, `${this.#number}`);
  }

  get #image(): string {
    return join(this.#place, `${this.#number}-medium.img`);
  }

  get #inner(): string {
    return join(this.#folder, "medium", "disk.img");
  }

  #mountMedium(): void {
    mkdirSync(join(this.#folder, "medium"), { recursive: true });
    this.#mount(this.#image, "medium", true);
  }

  #mountFiles(hasCache: boolean): void {
    mkdirSync(join(this.#folder, "files"));
    this.#mount(this.#inner, "files", hasCache);
  }

  #mount(image: string, name: string, hasCache: boolean): void {
    const path = join(this.#folder, name);
    const direct = hasCache ? [] : ["--direct-io=on"];
    const device = run("losetup", "--find", "--show", ...direct, image).trim();
    try {
      run("mount", "-t", "ext4", "-o", OPTIONS, device, path);
      this.#mounted.push(path);
    } finally {
      // It goes when its file system does.
      run("losetup", "--detach", device);
    }
  }

  /** Now. A process that writes meanwhile goes on until a write fails. */
  async cut(): Promise<void> {
    await promisify(execFile)("perl", [...SHUTDOWN, join(this.#folder, "medium")]);
  }

  /** What is found when the power is back; no process may use the disk of before any more. */
  async powerOn(hasCache: boolean): Promise<CutDisk> {
    const disk = new CutDisk(this.#place, this.#number + 1);
    run("cp", "--sparse=always", this.#image, disk.#image);
    await this.remove();
    disk.#mountMedium();
    disk.#mountFiles(hasCache);
    return disk;
  }

  async remove(): Promise<void> {
    for (let path = this.#mounted.at(-1); path; path = this.#mounted.at(-1)) {
      await unmount(path);
      this.#mounted.pop();
    }
    rmSync(this.#image, { force: true });
  }
}

function format(image: string): void {
  run("mkfs.ext4", "-q", "-F", "-b", "4096", "-m", "0", "-E", "nodiscard", image);
}

async function unmount(path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      run("umount", path);
      return;
    } catch (error) {
      if (tries === UNMOUNT_TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, UNMOUNT_PAUSE_MS));
    }
  }
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
}

/** Why this machine cannot; undefined when it can, which is tried. */
export async function whyNoCuts(): Promise<string | undefined> {
  if (process.platform !== "linux") return "only Linux has loop devices";
  if (process.getuid?.() !== 0) return "only root may mount";
  if (!existsSync("/dev/loop-control")) return "there are no loop devices";
  const place = mkdtempSync(join(tmpdir(), "bourse-cut-"));
  let disk: CutDisk | undefined;
  try {
    disk = CutDisk.make(place, false);
    await disk.cut();
    return undefined;
  } catch (error) {
    return (error as Error).message.split("\n").slice(0, 2).join(" ");
  } finally {
    await disk?.remove();
    rmSync(place, { recursive: true, force: true });
  }
}
