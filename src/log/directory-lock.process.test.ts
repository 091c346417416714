/** One process per data directory, also when processes die without a word. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { linkSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { seededRandom } from "../../test/support/random.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { type DirectoryLock, DirectoryLocked, lockDirectory } from "./directory-lock.ts";

const HOLDER = fileURLToPath(new URL("../../test/support/lock-holder.mjs", import.meta.url));
const PLATFORMS = process.platform === "linux" ? ["linux", "darwin"] : [process.platform];

/** A process that tries to lock the directory and says "held" or the message of its refusal. */
async function startHolder(directory: string, platform: string) {
  const stdio = ["pipe", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [HOLDER, directory, platform], { stdio: [...stdio] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, says: String(line).trim() };
}

/** All that the lock of this directory has in /tmp, where there are no abstract names. */
function socketFilesOf(directory: string): readonly string[] {
  const { dev, ino } = statSync(directory);
  const names = readdirSync("/tmp").filter((name) => name.startsWith(`bourse-${dev}-${ino}.`));
  return names.map((name) => `/tmp/${name}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

test.each(PLATFORMS)("of two lockers at the same moment one wins (%s)", async (platform) => {
  const directory = temporaryDirectory();

  const both = await Promise.allSettled([
    lockDirectory(directory, platform),
    lockDirectory(directory, platform),
  ]);

  const won = both.filter((one) => one.status === "fulfilled");
  const lost = both.filter((one) => one.status === "rejected");
  expect(won).toHaveLength(1);
  expect(lost[0]?.reason).toBeInstanceOf(DirectoryLocked);
  expect(lost[0]?.reason.message).toContain(`pid ${process.pid}`);
  await won[0]?.value.release();
});

test.each(PLATFORMS)("a released lock can be taken again (%s)", async (platform) => {
  const directory = temporaryDirectory();

  for (let round = 0; round < 3; round += 1) {
    const lock = await lockDirectory(directory, platform);
    await lock.release();
  }
});

test.each(PLATFORMS)(
  "the holder's pid is named, and kill -9 frees the lock (%s)",
  async (platform) => {
    const directory = temporaryDirectory();
    const { child, says } = await startHolder(directory, platform);
    expect(says).toBe("held");

    await expect(lockDirectory(directory, platform)).rejects.toThrow(`pid ${child.pid}`);
    await kill(child);

    const lock = await lockDirectory(directory, platform);
    await lock.release();
  },
);

/** Leaves behind what a killed holder leaves. */
async function leaveStale(directory: string, platform: string): Promise<void> {
  const { child, says } = await startHolder(directory, platform);
  expect(says).toBe("held");
  await kill(child);
}

/** How many of so many starters at the same moment get the lock; it is given back. */
async function countWinners(directory: string, platform: string, count: number): Promise<number> {
  const all = await Promise.allSettled(
    Array.from({ length: count }, () => lockDirectory(directory, platform)),
  );

  const won = all.filter((one) => one.status === "fulfilled");
  const lost = all.filter((one) => one.status === "rejected");
  for (const { reason } of lost) expect(reason).toBeInstanceOf(DirectoryLocked);
  await expect(lockDirectory(directory, platform)).rejects.toThrow(`pid ${process.pid}`);
  for (const { value } of won) await value.release();
  return won.length;
}

test.each(PLATFORMS)(
  "LOG-LOCK-1: of many starters after a kill -9 exactly one wins (%s)",
  async (platform) => {
    const directory = temporaryDirectory();
    await leaveStale(directory, platform);

    expect(await countWinners(directory, platform, 8)).toBe(1);
  },
);

test.runIf(process.platform === "linux")(
  "LOG-LOCK-1: of many starters over stale socket files exactly one wins, attempt by attempt",
  async () => {
    const directory = temporaryDirectory();
    for (let round = 0; round < 50; round += 1) {
      const lock = await lockDirectory(directory, "darwin");
      const [file = ""] = socketFilesOf(directory);
      for (const nonce of ["0000", "8000", "ffff"]) {
        linkSync(file, file.replace(/[^.]+\.lock$/, `${nonce}.lock`));
      }
      await lock.release();
      expect(socketFilesOf(directory)).toHaveLength(3);

      expect(await countWinners(directory, "darwin", 2 + (round % 7)), `round ${round}`).toBe(1);
      expect(socketFilesOf(directory)).toEqual([]);
    }
  },
);

test.each(PLATFORMS)(
  "LOG-LOCK-1: starters that come one after the other find one holder at most (%s)",
  async (platform) => {
    const random = seededRandom(5);
    const directory = temporaryDirectory();
    let holders = 0;
    let wins = 0;
    const startAndStop = async () => {
      await pause(random() * 20);
      const lock = await lockDirectory(directory, platform).catch((error: unknown) => error);
      if (lock instanceof DirectoryLocked) return;
      holders += 1;
      wins += 1;
      expect(holders).toBe(1);
      await pause(random() * 3);
      holders -= 1;
      await (lock as DirectoryLock).release();
    };

    for (let round = 0; round < 40; round += 1) {
      await Promise.all(Array.from({ length: 8 }, startAndStop));
    }

    expect(wins).toBeGreaterThanOrEqual(40);
  },
);

test.each(PLATFORMS)(
  "of four processes after a kill -9 exactly one wins (%s)",
  async (platform) => {
    const directory = temporaryDirectory();
    await leaveStale(directory, platform);

    const all = await Promise.all(
      Array.from({ length: 4 }, () => startHolder(directory, platform)),
    );

    expect(all.filter(({ says }) => says === "held")).toHaveLength(1);
    await Promise.all(all.map(({ child }) => kill(child)));
    expect(await countWinners(directory, platform, 1)).toBe(1);
  },
);

test.runIf(process.platform === "linux")(
  "a stale socket file goes with the next start, and a released one leaves nothing",
  async () => {
    const directory = temporaryDirectory();
    await leaveStale(directory, "darwin");
    expect(socketFilesOf(directory)).toHaveLength(1);

    const lock = await lockDirectory(directory, "darwin");
    await expect(lockDirectory(directory, "darwin")).rejects.toThrow(DirectoryLocked);
    expect(socketFilesOf(directory)).toHaveLength(1);
    await lock.release();

    expect(socketFilesOf(directory)).toEqual([]);
  },
);

test("of two processes at the same moment one wins and the other names it", async () => {
  const directory = temporaryDirectory();

  const both = await Promise.all([
    startHolder(directory, process.platform),
    startHolder(directory, process.platform),
  ]);

  const winner = both.find(({ says }) => says === "held");
  const loser = both.find(({ says }) => says !== "held");
  expect(loser?.says).toBe(`${directory} is in use by the process with pid ${winner?.child.pid}`);
});

test("two paths to one directory are one lock, two directories are two", async () => {
  const directory = temporaryDirectory();
  const other = temporaryDirectory();
  symlinkSync(directory, `${other}/link`);
  const lock = await lockDirectory(directory);

  await expect(lockDirectory(`${other}/link`)).rejects.toThrow(DirectoryLocked);
  const second = await lockDirectory(other);

  await lock.release();
  await second.release();
});

test.runIf(process.platform === "linux")("connections that are dropped do no harm", async () => {
  const directory = temporaryDirectory();
  const { child } = await startHolder(directory, "linux");
  const { dev, ino } = statSync(directory);
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(`\0bourse:${dev}:${ino}`);
    socket.on("error", () => {});
    socket.on("connect", () => socket.destroy());
    await once(socket, "close");
  }

  await expect(lockDirectory(directory)).rejects.toThrow(`pid ${child.pid}`);
});

test("a lock does not keep its process alive", async () => {
  const { child, says } = await startHolder(temporaryDirectory(), process.platform);
  expect(says).toBe("held");

  const exit = once(child, "exit");
  child.stdin?.end();

  expect(await exit).toEqual([0, null]);
});
