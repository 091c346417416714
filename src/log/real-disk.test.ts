/** The disk of the machine: modes, modes of failing, and a whole log on it. */
import {
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  append,
  draft,
  EPOCH,
  numberedTexts,
  openLog,
  textsOf,
} from "../../test/support/log-desk.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import type { DiskFile } from "./disk.ts";
import { type Disk, DiskFull } from "./disk.ts";
import { GENESIS } from "./log.ts";
import { makeDataDirectory, NoDirectory, realDisk } from "./real-disk.ts";

function writeDurable(file: DiskFile, offset: number, bytes: Uint8Array) {
  return new Promise<Error | undefined>((resolve) => file.writeDurable(offset, bytes, resolve));
}

test("files and directories are for their owner only", () => {
  const directory = temporaryDirectory();
  const disk = realDisk(directory);

  disk.makeDirectory("log");
  disk.open("log/a", "create").close();

  expect(statSync(join(directory, "log")).mode & 0o777).toBe(0o700);
  expect(statSync(join(directory, "log/a")).mode & 0o777).toBe(0o600);
});

test("a data directory is made with its parents, each entry synced, for its owner only", () => {
  const root = temporaryDirectory();
  mkdirSync(join(root, "a"));
  const synced: string[] = [];

  makeDataDirectory(join(root, "a/b/c"), (directory) => synced.push(directory));

  expect(synced).toEqual([join(root, "a"), join(root, "a/b")]);
  expect(statSync(join(root, "a/b")).mode & 0o777).toBe(0o700);
  expect(statSync(join(root, "a/b/c")).mode & 0o777).toBe(0o700);
});

test("a data directory that is there is left as it is", () => {
  const root = temporaryDirectory();
  makeDataDirectory(join(root, "a/b"));
  writeFileSync(join(root, "a/b/file"), "kept");
  const synced: string[] = [];

  makeDataDirectory(join(root, "a/b"), (directory) => synced.push(directory));
  makeDataDirectory(".", (directory) => synced.push(directory));

  expect(synced).toEqual([]);
  expect(readFileSync(join(root, "a/b/file"), "utf8")).toBe("kept");
});

test("a data directory cannot be made where a file is", () => {
  const root = temporaryDirectory();
  writeFileSync(join(root, "file"), "");

  const sentence = `${join(root, "file")} is not a directory`;
  expect(() => makeDataDirectory(join(root, "file"))).toThrow(new NoDirectory(sentence));
  expect(() => makeDataDirectory(join(root, "file/below"))).toThrow(new NoDirectory(sentence));
});

test.skipIf(process.platform !== "linux")(
  "a data directory on a file system that takes none is refused, not tried for ever",
  () => {
    expect(() => makeDataDirectory("/proc/none/below")).toThrow(
      new NoDirectory("/proc/none cannot be made: its file system takes no directories"),
    );
  },
);

test("the disk tells the space that is free", () => {
  const directory = temporaryDirectory();
  const { bavail, bsize } = statfsSync(directory);

  const free = realDisk(directory).freeBytes?.() ?? 0;

  expect(free).toBeGreaterThan((bavail * bsize) / 2);
  expect(free).toBeLessThan(bavail * bsize * 2);
});

test("what is written is read, listed, renamed and removed", async () => {
  const disk = realDisk(temporaryDirectory());
  expect(disk.list("log")).toEqual([]);
  disk.makeDirectory("log");
  const file = disk.open("log/b", "create");
  file.write(2, Buffer.from("cached"));
  file.sync();
  expect(await writeDurable(file, 10, Buffer.from("durable"))).toBeUndefined();

  expect(file.size()).toBe(17);
  expect(Buffer.from(file.read(2, 6)).toString()).toBe("cached");
  expect(Buffer.from(file.read(10, 100)).toString()).toBe("durable");
  expect(file.read(100, 5)).toHaveLength(0);
  file.close();
  disk.rename("log/b", "log/a");
  disk.syncDirectory("log");
  expect(disk.list("log")).toEqual(["a"]);
  expect(() => disk.open("log/a", "create")).toThrow("EEXIST");
  expect(() => disk.open("log/c", "write")).toThrow("ENOENT");
  disk.remove("log/a");
  expect(disk.list("log")).toEqual([]);
});

test("a durable write into an existing file changes only its range", async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, "a"), "0123456789");
  const file = realDisk(directory).open("a", "write");

  expect(await writeDurable(file, 3, Buffer.from("abc"))).toBeUndefined();
  file.close();

  expect(readFileSync(join(directory, "a"), "utf8")).toBe("012abc6789");
});

/** How the kernel has a file open that this process has open. */
function flagsOf(path: string): number {
  const descriptor = readdirSync("/proc/self/fd").find((one) => isOpenAs(one, path));
  const said = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
  return Number.parseInt(/^flags:\s+(\d+)$/m.exec(said)?.[1] ?? "", 8);
}

/** One that was closed meanwhile, as that of the listing itself, is none. */
function isOpenAs(descriptor: string, path: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
  } catch {
    return false;
  }
}

test.runIf(process.platform === "linux")(
  "LOG-DUR-1 on Linux a file of the log is open so that a write that is done is on the device",
  () => {
    const directory = temporaryDirectory();
    const disk = realDisk(directory);
    disk.open("a", "create").close();

    const file = disk.open("a", "write");

    expect(flagsOf(join(directory, "a")) & constants.O_DSYNC).toBe(constants.O_DSYNC);
    file.close();
  },
);

test.runIf(process.platform === "linux")("a device without space is DiskFull", async () => {
  const disk = realDisk("/dev");
  const file = disk.open("full", "write");

  expect(() => file.write(0, Buffer.from("x"))).toThrow(DiskFull);
  expect(await writeDurable(file, 0, Buffer.from("x"))).toBeInstanceOf(DiskFull);
  file.close();
});

test("a log on the real disk is read back after a restart", async () => {
  const disk = realDisk(temporaryDirectory());
  const texts = numberedTexts(50);
  const log = await openLog({ disk });
  for (const text of texts) await append(log, text);
  log.close();

  const again = await openLog({ disk });

  expect(textsOf(again)).toEqual(texts);
  expect(again.end).toEqual(log.end);
  again.close();
});

test("a log is read in large pieces, however small its batches are", async () => {
  let reads = 0;
  const disk = realDisk(temporaryDirectory());
  const counted: Disk = {
    ...disk,
    open(path, mode) {
      const file = disk.open(path, mode);
      const read = file.read.bind(file);
      return Object.assign(file, {
        read(offset: number, length: number) {
          reads++;
          return read(offset, length);
        },
      });
    },
  };
  const log = await openLog({ disk: counted, segmentBytes: 16 * 1024 * 1024 });
  const batch = { ...draft("", 500), payload: new Uint8Array(500 * 40).fill(7) };
  for (let count = 0; count < 1_000; count += 1) {
    await log.append(log.end.position + 1, EPOCH, batch);
  }

  reads = 0;
  let commands = 0;
  for (const { count } of log.read(GENESIS)) commands += count;
  log.close();

  expect(commands).toBe(500_000);
  expect(reads, "of 1 MiB each, for 20 MiB").toBeLessThan(40);
});
