/** One process per data directory, also when processes die without a word. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync, symlinkSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { DirectoryLocked, lockDirectory } from "./directory-lock.ts";

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
