/**
 * The few things the log and the snapshots need of a disk, so that a simulated one fits in tests.
 * All paths are relative to the data directory. Everything is synchronous but `writeDurable`:
 * only the sequencer must not wait for the disk.
 */

/** `create` makes an empty file and fails if it exists; `cached` is for what is written without being made durable. */
export type OpenMode = "read" | "write" | "create" | "cached";

export interface Disk {
  /** Names in a directory, sorted; empty when the directory does not exist. */
  list(directory: string): readonly string[];
  makeDirectory(directory: string): void;
  open(path: string, mode: OpenMode): DiskFile;
  /** Renames within the data directory. Durable only after `syncDirectory` of both directories. */
  rename(from: string, to: string): void;
  remove(path: string): void;
  syncDirectory(directory: string): void;
  /** How much may still be written, where that is known. */
  freeBytes?(): number;
}

export interface DiskFile {
  size(): number;
  /** Reads up to `length` bytes at `offset`; shorter at the end of the file. */
  read(offset: number, length: number): Uint8Array;
  /** Writes into the cache of the system; durable after `sync`. */
  write(offset: number, bytes: Uint8Array): void;
  sync(): void;
  /** Writes and makes durable without holding up the thread; `done` gets the error, if any. */
  writeDurable(offset: number, bytes: Uint8Array, done: (error: Error | undefined) => void): void;
  close(): void;
}

/** Thrown by a disk that has no space left. */
export class DiskFull extends Error {
  override readonly name = "DiskFull";
}

/** LOG-FULL-2: thrown where a file cannot be opened because too many are open already. */
export class NoDescriptors extends Error {
  override readonly name = "NoDescriptors";
}

/** Whether waiting helps: there may be space, or descriptors, later. */
export function isShortage(error: unknown): error is DiskFull | NoDescriptors {
  return error instanceof DiskFull || error instanceof NoDescriptors;
}
