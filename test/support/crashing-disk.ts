/**
 * A simulated disk as one process sees it, with a name for every moment at which that process can
 * be struck: before each operation the watcher is told the name of the moment, and may throw. After
 * that nothing of the process reaches the disk or hears from it.
 */
import { dirname } from "node:path";
import type { Disk, DiskFile, OpenMode } from "../../src/log/disk.ts";

export const CRASH_POINTS = [
  "before a batch is written",
  "while a batch is on its way",
  "between a durable batch and its answer",
  "before a segment is made",
  "while a segment is filled",
  "before a segment gets its name",
  "between a segment's name and the sync of its directory",
  "before a snapshot is begun",
  "while a snapshot is written",
  "before a snapshot gets its name",
  "between a snapshot's name and the sync of its directory",
  "before an old snapshot is removed",
  "between a snapshot's removal and the sync of its directory",
  "before a segment is retired",
  "between a segment's retirement and the sync of its directory",
  "while the log is recovered",
  "while the log is repaired",
  "while the archivist reads",
  "before history is written",
  "between history and the snapshot behind it",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

/** Told of every moment; throws to strike. The name is missing where none is of interest. */
export type Watcher = (point: CrashPoint | undefined) => void;

export class CrashingDisk implements Disk {
  readonly #disk: Disk;
  readonly #watch: Watcher;
  /** Reads during a start are recovery; later ones are the archivist's. */
  isStarting = true;
  #synced = new Map<string, CrashPoint>();

  constructor(disk: Disk, watch: Watcher) {
    this.#disk = disk;
    this.#watch = watch;
  }

  list(directory: string): readonly string[] {
    this.#watch(this.#reading());
    return this.#disk.list(directory);
  }

  makeDirectory(directory: string): void {
    this.#watch(undefined);
    this.#disk.makeDirectory(directory);
  }

  open(path: string, mode: OpenMode): DiskFile {
    this.#watch(mode === "create" ? beginning(path) : this.#reading());
    return this.#handle(path, this.#disk.open(path, mode));
  }

  rename(from: string, to: string): void {
    const isRetired = to.startsWith("archive/");
    this.#watch(isRetired ? "before a segment is retired" : naming(from));
    this.#disk.rename(from, to);
    const after = isRetired
      ? "between a segment's retirement and the sync of its directory"
      : named(from);
    for (const directory of [dirname(from), dirname(to)]) this.#synced.set(directory, after);
  }

  remove(path: string): void {
    const isSnapshot = path.endsWith(".snap");
    const isRetired = path.endsWith(".log");
    if (isSnapshot) this.#watch("before an old snapshot is removed");
    else this.#watch(isRetired ? "before a segment is retired" : undefined);
    this.#disk.remove(path);
    const of = isSnapshot ? "a snapshot's removal" : "a segment's retirement";
    if (isSnapshot || isRetired) {
      this.#synced.set(dirname(path), `between ${of} and the sync of its directory`);
    }
  }

  syncDirectory(directory: string): void {
    const point = this.#synced.get(directory);
    this.#synced.delete(directory);
    this.#watch(point);
    this.#disk.syncDirectory(directory);
  }

  #reading(): CrashPoint {
    return this.isStarting ? "while the log is recovered" : "while the archivist reads";
  }

  #handle(path: string, file: DiskFile): DiskFile {
    return {
      size: () => file.size(),
      read: (offset, length) => {
        this.#watch(this.#reading());
        return file.read(offset, length);
      },
      write: (offset, bytes) => {
        this.#watch(writing(path));
        file.write(offset, bytes);
      },
      sync: () => {
        this.#watch(writing(path));
        file.sync();
      },
      writeDurable: (offset, bytes, done) => {
        this.#watch("before a batch is written");
        file.writeDurable(offset, bytes, (error) => {
          if (this.#survives("between a durable batch and its answer")) done(error);
        });
      },
      close: () => file.close(),
    };
  }

  #survives(point: CrashPoint): boolean {
    try {
      this.#watch(point);
      return true;
    } catch {
      return false;
    }
  }
}

function isSegment(path: string): boolean {
  return path.startsWith("log/");
}

function beginning(path: string): CrashPoint {
  return isSegment(path) ? "before a segment is made" : "before a snapshot is begun";
}

function writing(path: string): CrashPoint {
  if (path.endsWith(".log")) return "while the log is repaired";
  return isSegment(path) ? "while a segment is filled" : "while a snapshot is written";
}

function naming(path: string): CrashPoint {
  return isSegment(path) ? "before a segment gets its name" : "before a snapshot gets its name";
}

function named(path: string): CrashPoint {
  const what = isSegment(path) ? "a segment" : "a snapshot";
  return `between ${what}'s name and the sync of its directory`;
}
