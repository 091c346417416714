/**
 * A data directory that was read once and is used many times, each time from memory: what is written to a
 * copy is in that copy alone, and the copy knows what was changed. Syncs cost nothing, so thousands of
 * starts take minutes.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Disk, DiskFile, OpenMode } from "../../../src/log/disk.ts";

/** Files by their paths below the directory. */
export type Files = ReadonlyMap<string, Uint8Array>;

export function readFiles(directory: string, folders: readonly string[]): Files {
  const files = new Map<string, Uint8Array>();
  for (const folder of folders) {
    for (const entry of entriesOf(join(directory, folder))) {
      if (!entry.isFile()) continue;
      const path = `${folder}/${entry.name}`;
      files.set(path, readFileSync(join(directory, path)));
    }
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

export class CopiedDisk implements Disk {
  readonly #files: Map<string, Uint8Array>;
  /** Paths that were written, made, renamed or removed. */
  readonly changed = new Set<string>();

  constructor(files: Files) {
    this.#files = new Map(files);
  }

  list(directory: string): readonly string[] {
    const paths = [...this.#files.keys()].filter((path) => dirname(path) === directory);
    return paths.map((path) => path.slice(directory.length + 1)).sort();
  }

  makeDirectory(): void {}

  open(path: string, mode: OpenMode): DiskFile {
    const found = this.#files.get(path);
    if (mode === "create" && found) throw new Error(`${path} is there`);
    if (mode === "create") this.#set(path, new Uint8Array(0));
    else if (!found) throw Object.assign(new Error(`${path} is not there`), { code: "ENOENT" });
    const write = (offset: number, bytes: Uint8Array) => this.#write(path, offset, bytes);
    return {
      size: () => this.#get(path).length,
      read: (offset, length) => this.#get(path).slice(offset, offset + length),
      write,
      sync: () => {},
      writeDurable: (offset, bytes, done) => {
        write(offset, bytes);
        queueMicrotask(() => done(undefined));
      },
      close: () => {},
    };
  }

  #get(path: string): Uint8Array {
    return this.#files.get(path) ?? new Uint8Array(0);
  }

  #set(path: string, bytes: Uint8Array): void {
    this.changed.add(path);
    this.#files.set(path, bytes);
  }

  /** The bytes that were read belong to all copies. What is there already is not written. */
  #write(path: string, offset: number, bytes: Uint8Array): void {
    const before = this.#get(path);
    const end = offset + bytes.length;
    if (end <= before.length && Buffer.compare(before.subarray(offset, end), bytes) === 0) return;
    const after = new Uint8Array(Math.max(before.length, end));
    after.set(before);
    after.set(bytes, offset);
    this.#set(path, after);
  }

  rename(from: string, to: string): void {
    this.#set(to, this.#get(from));
    this.remove(from);
  }

  remove(path: string): void {
    this.changed.add(path);
    this.#files.delete(path);
  }

  syncDirectory(): void {}
}
