/** One locker of a data directory at a time, among those of one process; other processes are in directory-lock.process.test.ts. */
import { linkSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { countWinners, PLATFORMS, socketFilesOf } from "../../test/support/lockers.ts";
import { seededRandom } from "../../test/support/random.ts";
import { runs } from "../../test/support/runs.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { type DirectoryLock, DirectoryLocked, lockDirectory } from "./directory-lock.ts";

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

/** Two to eight starters, each number of them at least once. */
const CROWDS = runs(7, 500);

test.runIf(process.platform === "linux")(
  "LOG-LOCK-1: of many starters over stale socket files exactly one wins, attempt by attempt",
  async () => {
    const directory = temporaryDirectory();
    for (let round = 0; round < CROWDS; round += 1) {
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

const ROUNDS = runs(6, 400);

/** Lets whatever else is ready go first, so often. */
async function giveWay(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((go) => setImmediate(go));
}

test.each(PLATFORMS)(
  "LOG-LOCK-1: starters that come one after the other find one holder at most (%s)",
  async (platform) => {
    const random = seededRandom(5);
    const directory = temporaryDirectory();
    let holders = 0;
    let wins = 0;
    const startAndStop = async () => {
      await giveWay(random() * 200);
      const lock = await lockDirectory(directory, platform).catch((error: unknown) => error);
      if (lock instanceof DirectoryLocked) return;
      holders += 1;
      wins += 1;
      expect(holders).toBe(1);
      await giveWay(random() * 30);
      holders -= 1;
      await (lock as DirectoryLock).release();
    };

    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: 8 }, startAndStop));
    }

    // The first of every round finds nobody.
    expect(wins).toBeGreaterThanOrEqual(ROUNDS);
  },
);

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
