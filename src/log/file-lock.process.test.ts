/** LOG-LOCK-2: what another network namespace sees of a lock; LOG-LOCK-1 is in directory-lock.process.test.ts. */
import { expect, test } from "vitest";
import { killHolder, startHolder } from "../../test/support/lock-holder.ts";
import { hasProgram } from "../../test/support/run-to-end.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { DirectoryLocked, lockDirectory } from "./directory-lock.ts";

const APART = ["unshare", "-rn"] as const;
const canBeApart = await hasProgram(...APART, "flock", "--version");

/** A locker with a network of its own, as a container has one. */
const startApart = (directory: string) => startHolder({ directory, within: APART });

test.skipIf(!canBeApart)(
  "LOG-LOCK-2 a locker in another network namespace is refused",
  async () => {
    const directory = temporaryDirectory();
    const lock = await lockDirectory(directory);
    expect(lock.isOnFile).toBe(true);

    const refused = await startApart(directory);
    await lock.release();
    const holder = await startApart(directory);

    expect(refused.says).toBe(`${directory} is in use by another container`);
    expect(holder.says).toBe("held");
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLocked);
    await killHolder(holder);
    await (await lockDirectory(directory)).release();
  },
);
