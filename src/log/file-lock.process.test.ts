/** LOG-LOCK-2: what another network namespace sees of a lock; LOG-LOCK-1 is in directory-lock.process.test.ts. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { hasProgram } from "../../test/support/run-to-end.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { DirectoryLocked, lockDirectory } from "./directory-lock.ts";
import { lockFile } from "./file-lock.ts";

const HOLDER = fileURLToPath(new URL("../../test/support/lock-holder.mjs", import.meta.url));
const APART = ["unshare", "-rn"] as const;
const canBeApart = await hasProgram(...APART, "flock", "--version");

/** A locker with a network of its own, as a container has one. */
async function startApart(directory: string) {
  const [program, ...args] = [...APART, process.execPath, HOLDER, directory, "linux"];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(child.stdout, "data");
  return { child, says: String(line).trim() };
}

test.skipIf(!canBeApart)(
  "LOG-LOCK-2 a locker in another network namespace is refused",
  async () => {
    const directory = temporaryDirectory();
    const lock = await lockDirectory(directory);
    expect(lock.isOnFile).toBe(true);

    const refused = await startApart(directory);
    await lock.release();
    const { child, says } = await startApart(directory);

    expect(refused.says).toBe(`${directory} is in use by another container`);
    expect(says).toBe("held");
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryLocked);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await (await lockDirectory(directory)).release();
  },
);

test("LOG-LOCK-2 where there is nothing to lock with, that is told", () => {
  expect(lockFile(temporaryDirectory(), "win32")).toBe("unavailable");
});
