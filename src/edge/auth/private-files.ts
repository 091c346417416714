/**
 * Small files that only the service may read: the master key, the keys of a demo. A file is there
 * whole or not at all, and durable when `create` returns. The disk is handed in (auth has no file
 * system of its own) and makes its files with mode 0600.
 */

/** The part of the log's `Disk` that is needed. */
export interface KeyDisk {
  list(directory: string): readonly string[];
  makeDirectory(directory: string): void;
  open(path: string, mode: "read" | "create"): KeyFile;
  rename(from: string, to: string): void;
  remove(path: string): void;
  syncDirectory(directory: string): void;
}

export interface KeyFile {
  size(): number;
  read(offset: number, length: number): Uint8Array;
  write(offset: number, bytes: Uint8Array): void;
  sync(): void;
  close(): void;
}

export interface PrivateFiles {
  read(name: string): Uint8Array | undefined;
  create(name: string, bytes: Uint8Array): void;
}

const HERE = ".";

export function privateFiles(disk: KeyDisk): PrivateFiles {
  return {
    read(name) {
      if (!disk.list(HERE).includes(name)) return undefined;
      const file = disk.open(name, "read");
      try {
        return file.read(0, file.size());
      } finally {
        file.close();
      }
    },
    create: (name, bytes) => createFile(disk, name, bytes),
  };
}

function createFile(disk: KeyDisk, name: string, bytes: Uint8Array): void {
  const unfinished = `${name}.tmp`;
  disk.makeDirectory(HERE);
  if (disk.list(HERE).includes(unfinished)) disk.remove(unfinished);
  const file = disk.open(unfinished, "create");
  try {
    file.write(0, bytes);
    file.sync();
  } finally {
    file.close();
  }
  disk.rename(unfinished, name);
  disk.syncDirectory(HERE);
}
