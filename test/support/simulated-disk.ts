/**
 * A disk in memory that loses what a real one may lose: sectors that were not synced, names whose
 * directory was not synced, and every open handle at a crash. It can stop at any operation, refuse
 * a durable write, and run out of space and of descriptors. A durable write completes when the test's scheduler says
 * so, so a test can crash between its beginning and its end. The same seed gives the same run.
 */
import { dirname } from "node:path";
import {
  type Disk,
  type DiskFile,
  DiskFull,
  NoDescriptors,
  type OpenMode,
} from "../../src/log/disk.ts";
import { SimulatedSectors } from "./simulated-sectors.ts";

/** Thrown by every call after the machine has gone down. */
export class MachineDown extends Error {
  override readonly name = "MachineDown";
}

type Names = Map<string, SimulatedSectors | "directory">;

/** A change of names that a crash may still undo. */
interface NameChange {
  readonly unsynced: Set<string>;
  readonly apply: (names: Names) => void;
}

export interface SimulatedDiskOptions {
  /** Runs the completion of a durable write; by default at once, after the caller has returned. */
  readonly schedule?: (task: () => void) => void;
  readonly spaceBytes?: number;
  /** Whether it says how much is free; else, as with a quota, only the write that fails says so. */
  readonly tellsFreeBytes?: boolean;
}

export class SimulatedDisk implements Disk {
  /** All files together may not grow beyond this. */
  spaceBytes: number;
  /** The next durable write fails with this error; what it wrote may or may not be there. */
  nextWriteError: Error | undefined;
  /** The machine goes down when this many more operations have been done. */
  operationsLeft = Number.POSITIVE_INFINITY;
  /** So many files may be open at a time; a look into a directory, or a sync of one, takes one, too. */
  descriptorsMax = Number.POSITIVE_INFINITY;
  #openFiles = 0;
  readonly #schedule: (task: () => void) => void;
  readonly #tellsFreeBytes: boolean;
  #boot = 0;
  #seen: Names = new Map([[".", "directory"]]);
  #durable: Names = new Map([[".", "directory"]]);
  #changes: NameChange[] = [];

  constructor(options: SimulatedDiskOptions = {}) {
    this.#schedule = options.schedule ?? queueMicrotask;
    this.spaceBytes = options.spaceBytes ?? Infinity;
    this.#tellsFreeBytes = options.tellsFreeBytes ?? false;
  }

  /** Another disk with the same files, all of them durable: what many tests begin with is made once. */
  copy(): SimulatedDisk {
    const disk = new SimulatedDisk();
    for (const [path, entry] of this.#seen) {
      disk.#seen.set(path, entry === "directory" ? entry : entry.copy());
    }
    disk.#durable = new Map(disk.#seen);
    return disk;
  }

  freeBytes(): number {
    return this.#tellsFreeBytes ? this.spaceBytes - this.#usedBytes() : Infinity;
  }

  /** How many files are open. */
  get openFiles(): number {
    return this.#openFiles;
  }

  list(directory: string): readonly string[] {
    this.#operate();
    this.#needDescriptor();
    const paths = [...this.#seen.keys()].filter(
      (path) => path !== "." && dirname(path) === directory,
    );
    return paths.map((path) => path.slice(directory === "." ? 0 : directory.length + 1)).sort();
  }

  makeDirectory(directory: string): void {
    this.#operate();
    if (this.#seen.has(directory)) return;
    this.#change([dirname(directory)], (names) => names.set(directory, "directory"));
  }

  open(path: string, mode: OpenMode): DiskFile {
    this.#operate();
    this.#needDescriptor();
    if (mode !== "create") return this.#handle(this.sectorsOf(path));
    if (this.#seen.has(path)) throw new Error(`EEXIST: ${path}`);
    if (!this.#seen.has(dirname(path))) throw new Error(`ENOENT: ${dirname(path)}`);
    const sectors = new SimulatedSectors();
    this.#change([dirname(path)], (names) => names.set(path, sectors));
    return this.#handle(sectors);
  }

  rename(from: string, to: string): void {
    this.#operate();
    const sectors = this.sectorsOf(from);
    this.#change([dirname(from), dirname(to)], (names) => {
      if (names.get(from) === sectors) names.delete(from);
      names.set(to, sectors);
    });
  }

  remove(path: string): void {
    this.#operate();
    this.sectorsOf(path);
    this.#change([dirname(path)], (names) => names.delete(path));
  }

  syncDirectory(directory: string): void {
    this.#operate();
    this.#needDescriptor();
    for (const change of this.#changes) {
      change.unsynced.delete(directory);
      if (change.unsynced.size === 0) change.apply(this.#durable);
    }
    this.#changes = this.#changes.filter((change) => change.unsynced.size > 0);
  }

  /** The machine loses power and starts again. Chance decides what was on its way to the platter. */
  crash(random: () => number): void {
    this.#boot += 1;
    this.#openFiles = 0;
    this.operationsLeft = Number.POSITIVE_INFINITY;
    for (const change of this.#changes) if (random() < 0.5) change.apply(this.#durable);
    this.#changes = [];
    this.#seen = new Map([...this.#durable].filter(([path]) => this.#durable.has(dirname(path))));
    this.#durable = new Map(this.#seen);
    for (const entry of new Set(this.#seen.values())) {
      if (entry !== "directory") entry.crash(random);
    }
  }

  /** The content of a file, to look at or to damage. */
  sectorsOf(path: string): SimulatedSectors {
    const entry = this.#seen.get(path);
    if (entry === undefined || entry === "directory") throw new Error(`ENOENT: ${path}`);
    return entry;
  }

  #change(directories: readonly string[], apply: (names: Names) => void): void {
    apply(this.#seen);
    this.#changes.push({ unsynced: new Set(directories), apply });
  }

  #operate(): void {
    if (this.operationsLeft <= 0) throw new MachineDown("the machine is down");
    this.operationsLeft -= 1;
  }

  #needDescriptor(): void {
    if (this.#openFiles < this.descriptorsMax) return;
    throw new NoDescriptors("EMFILE: too many open files");
  }

  #useSpace(sectors: SimulatedSectors, size: number): void {
    const more = Math.max(0, size - sectors.size);
    if (more > 0 && this.#usedBytes() + more > this.spaceBytes) {
      throw new DiskFull("no space on the disk");
    }
  }

  #usedBytes(): number {
    const files = new Set([...this.#seen.values()].filter((entry) => entry !== "directory"));
    return [...files].reduce((sum, file) => sum + file.size, 0);
  }

  #handle(sectors: SimulatedSectors): DiskFile {
    const boot = this.#boot;
    let isOpen = true;
    this.#openFiles += 1;
    const operate = () => {
      if (boot !== this.#boot || !isOpen) throw new MachineDown("the handle is dead");
      this.#operate();
    };
    const write = (offset: number, bytes: Uint8Array) => {
      operate();
      this.#useSpace(sectors, offset + bytes.length);
      sectors.write(offset, bytes);
    };
    return {
      size: () => sectors.size,
      read(offset, length) {
        operate();
        return sectors.read(offset, length);
      },
      write,
      sync() {
        operate();
        sectors.sync();
      },
      writeDurable: (offset, bytes, done) => {
        write(offset, bytes);
        this.#schedule(() => {
          if (boot !== this.#boot || this.operationsLeft <= 0) return;
          const error = this.nextWriteError;
          this.nextWriteError = undefined;
          if (!error) sectors.syncRange(offset, bytes.length);
          done(error);
        });
      },
      close: () => {
        if (isOpen && boot === this.#boot) this.#openFiles -= 1;
        isOpen = false;
      },
    };
  }
}
