/** One process per data directory, also when processes die without a word; directory-lock.test.ts has lockers of one process. */
import { once } from "node:events";
import { statSync } from "node:fs";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { killHolder, startHolder } from "../../test/support/lock-holder.ts";
import { countWinners, PLATFORMS, socketFilesOf } from "../../test/support/lockers.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { DirectoryLocked, lockDirectory } from "./directory-lock.ts";

test.each(PLATFORMS)(
  "LOG-LOCK-1 the holder's pid is named, kill -9 frees the lock, and of many starters then one wins (%s)",
  async (platform) => {
    const directory = temporaryDirectory();
    const holder = await startHolder({ directory, platform });
    expect(holder.says).toBe("held");

    await expect(lockDirectory(directory, platform)).rejects.toThrow(`pid ${holder.child.pid}`);
    await killHolder(holder);

    expect(await countWinners(directory, platform, 8)).toBe(1);
  },
);

test.each(PLATFORMS)(
  "of three processes after a kill -9 exactly one wins, and the others are refused (%s)",
  async (platform) => {
    const directory = temporaryDirectory();
    await killHolder(await startHolder({ directory, platform }));

    const all = await Promise.all(
      Array.from({ length: 3 }, () => startHolder({ directory, platform })),
    );

    const said = all.map(({ says }) => says).sort();
    // One that has just won may be too busy to tell its pid; the others are refused all the same.
    const refused = expect.stringContaining(`${directory} is in use by the process with pid `);
    expect(said).toEqual([refused, refused, "held"]);
    await Promise.all(all.map(killHolder));
    expect(await countWinners(directory, platform, 1)).toBe(1);
  },
);

test.runIf(process.platform === "linux")(
  "a stale socket file goes with the next start, and a released one leaves nothing",
  async () => {
    const directory = temporaryDirectory();
    await killHolder(await startHolder({ directory, platform: "darwin" }));
    expect(socketFilesOf(directory)).toHaveLength(1);

    const lock = await lockDirectory(directory, "darwin");
    await expect(lockDirectory(directory, "darwin")).rejects.toThrow(DirectoryLocked);
    expect(socketFilesOf(directory)).toHaveLength(1);
    await lock.release();

    expect(socketFilesOf(directory)).toEqual([]);
  },
);

/** Only Linux has names without files. */
async function dropConnections(directory: string): Promise<void> {
  const { dev, ino } = statSync(directory);
  for (let count = 0; count < 20; count += 1) {
    const socket = connect(`\0bourse:${dev}:${ino}`);
    socket.on("error", () => {});
    socket.on("connect", () => socket.destroy());
    await once(socket, "close");
  }
}

test("connections that are dropped do no harm, and a lock does not keep its process alive", async () => {
  const directory = temporaryDirectory();
  const { child, says } = await startHolder({ directory });
  expect(says).toBe("held");

  if (process.platform === "linux") await dropConnections(directory);
  await expect(lockDirectory(directory)).rejects.toThrow(`pid ${child.pid}`);

  const exit = once(child, "exit");
  child.stdin?.end();
  expect(await exit).toEqual([0, null]);
});
