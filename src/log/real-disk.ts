/**
 * The disk of the machine, below one data directory. Linux makes a write durable with `O_DSYNC`
 * in one call; elsewhere it takes a write and fdatasync (which is F_FULLFSYNC on macOS). A file
 * opened to be created is filled in bulk, so it goes without `O_DSYNC`. "No space" has two names
 * in POSIX and one here, and so have "no more descriptors".
 */
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statfsSync,
  statSync,
  unlinkSync,
  write,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { type Disk, type DiskFile, DiskFull, NoDescriptors, type OpenMode } from "./disk.ts";
import type { SpareDescriptor } from "./spare-descriptor.ts";

const FILE_MODE = 0o600;
const DIRECTORY_MODE = 0o700;
const READ_PIECE_MAX = 1024 ** 3;
/** Read without a look at the file's size: every append reads what stands around its end. */
const FEW_BYTES = 8_192;

const hasDurableOpen = process.platform === "linux";

/** With a descriptor to spare it can open one more file than the process may have (LOG-FULL-2). */
export function realDisk(root: string, spare?: SpareDescriptor): Disk {
  return {
    list: (directory) => briefly(spare, () => namesIn(join(root, directory))),
    makeDirectory: (directory) =>
      named(() => void mkdirSync(join(root, directory), { recursive: true, mode: DIRECTORY_MODE })),
    open: (path, mode) => new RealFile(join(root, path), mode, spare),
    rename: (from, to) => named(() => renameSync(join(root, from), join(root, to))),
    remove: (path) => named(() => unlinkSync(join(root, path))),
    syncDirectory: (directory) => briefly(spare, () => syncDirectory(join(root, directory))),
    freeBytes: () => freeBytesAt(root),
  };
}

/**
 * Makes a data directory with the parents it lacks, and syncs each parent that gets an entry: what
 * is durable in a directory is lost all the same when its name is. One that is there is left alone.
 */
export function makeDataDirectory(
  path: string,
  sync: (directory: string) => void = syncDirectory,
): void {
  const parent = dirname(path);
  if (!existsSync(path) && parent !== path) makeDataDirectory(parent, sync);
  if (makeOne(path)) sync(parent);
}

/** The path given cannot be a directory: called wrongly. The message is for people. */
export class NoDirectory extends Error {
  override readonly name = "NoDirectory";
}

/** Not `recursive`: where nothing can be made, as in /proc, Node would try for ever. */
function makeOne(path: string): boolean {
  try {
    named(() => mkdirSync(path, { mode: DIRECTORY_MODE }));
    return true;
  } catch (error) {
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    if (isThere) return false;
    const code = codeOf(error);
    if (code === "EEXIST") throw new NoDirectory(`${path} is not a directory`);
    if (code !== "ENOENT") throw error;
    throw new NoDirectory(`${path} cannot be made: its file system takes no directories`);
  }
}

class RealFile implements DiskFile {
  readonly #descriptor: number;
  readonly #isDurable: boolean;
  readonly #spare: SpareDescriptor | undefined;

  constructor(path: string, mode: OpenMode, spare: SpareDescriptor | undefined) {
    this.#isDurable = hasDurableOpen && mode === "write";
    this.#spare = spare;
    const open = () => named(() => openSync(path, flagsOf(mode), FILE_MODE));
    this.#descriptor = spare ? spare.run(open) : open();
  }

  size(): number {
    return fstatSync(this.#descriptor).size;
  }

  read(offset: number, length: number): Uint8Array {
    const bytes = length <= FEW_BYTES ? Buffer.allocUnsafe(length) : this.#roomFor(offset, length);
    let done = 0;
    while (done < bytes.length) {
      const piece = Math.min(bytes.length - done, READ_PIECE_MAX);
      const got = readSync(this.#descriptor, bytes, done, piece, offset + done);
      if (got === 0) break;
      done += got;
    }
    return bytes.subarray(0, done);
  }

  #roomFor(offset: number, length: number): Buffer {
    return Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.size() - offset)));
  }

  write(offset: number, bytes: Uint8Array): void {
    let done = 0;
    while (done < bytes.length) {
      const rest = bytes.length - done;
      done += named(() => writeSync(this.#descriptor, bytes, done, rest, offset + done));
    }
  }

  sync(): void {
    named(() => fdatasyncSync(this.#descriptor));
  }

  writeDurable(offset: number, bytes: Uint8Array, done: (error: Error | undefined) => void): void {
    write(this.#descriptor, bytes, 0, bytes.length, offset, (error, written) => {
      if (error) return done(nameOf(error));
      if (written === 0 && bytes.length > 0) return done(new Error("the disk took no byte"));
      if (written < bytes.length) {
        return this.writeDurable(offset + written, bytes.subarray(written), done);
      }
      if (this.#isDurable) return done(undefined);
      fdatasync(this.#descriptor, (problem) => done(problem ? nameOf(problem) : undefined));
    });
  }

  close(): void {
    closeSync(this.#descriptor);
    this.#spare?.take();
  }
}

/** For what opens something and closes it again before it returns. */
function briefly<T>(spare: SpareDescriptor | undefined, call: () => T): T {
  if (!spare) return call();
  try {
    return spare.run(call);
  } finally {
    spare.take();
  }
}

function flagsOf(mode: OpenMode): number {
  if (mode === "read") return constants.O_RDONLY;
  if (mode === "create") return constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
  if (mode === "cached") return constants.O_RDWR;
  return hasDurableOpen ? constants.O_RDWR | constants.O_DSYNC : constants.O_RDWR;
}

function namesIn(directory: string): readonly string[] {
  try {
    return named(() => readdirSync(directory)).sort();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Some file systems know no sizes and say that they have no blocks at all. */
function freeBytesAt(root: string): number {
  const { blocks, bavail, bsize } = statfsSync(root);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** Windows cannot open a directory, and needs no sync of one. */
export function syncDirectory(directory: string): void {
  if (process.platform === "win32") return;
  const descriptor = named(() => openSync(directory, constants.O_RDONLY));
  try {
    named(() => fsyncSync(descriptor));
  } finally {
    closeSync(descriptor);
  }
}

/** Runs a call of the system and gives "no space" and "no descriptors" their one name. */
function named<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw nameOf(error);
  }
}

function nameOf(error: unknown): Error {
  const code = codeOf(error);
  const known = error instanceof Error ? error : new Error(String(error));
  if (code === "ENOSPC" || code === "EDQUOT") return new DiskFull(known.message, { cause: known });
  if (code !== "EMFILE" && code !== "ENFILE") return known;
  return new NoDescriptors(known.message, { cause: known }); // LOG-FULL-2
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
