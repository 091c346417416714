/** LOG-LOCK-2 without another process; with one it is in file-lock.process.test.ts. */
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { lockFile } from "./file-lock.ts";

test("LOG-LOCK-2 where there is nothing to lock with, that is told", () => {
  expect(lockFile(temporaryDirectory(), "win32")).toBe("unavailable");
});
