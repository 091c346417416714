/** Lockers of one directory, all in this process, and what they leave behind. */
import { readdirSync, statSync } from "node:fs";
import { expect } from "vitest";
import { DirectoryLocked, lockDirectory } from "../../src/log/directory-lock.ts";

/** macOS has its locks in files, which Linux can play. */
export const PLATFORMS =
  process.platform === "linux" ? (["linux", "darwin"] as const) : [process.platform];

/** How many of so many starters at the same moment get the lock; it is given back. */
export async function countWinners(
  directory: string,
  platform: string,
  count: number,
): Promise<number> {
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

/** All that the lock of this directory has in /tmp, where there are no abstract names. */
export function socketFilesOf(directory: string): readonly string[] {
  const { dev, ino } = statSync(directory);
  const names = readdirSync("/tmp").filter((name) => name.startsWith(`bourse-${dev}-${ino}.`));
  return names.map((name) => `/tmp/${name}`);
}
