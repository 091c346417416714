/** What a run of tests would leave behind is found, and told from what others do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { leftFiles, leftProcesses, removeWhole } from "./leftovers.ts";

/** Says that it is up, then waits for ever. */
const PROGRAM = 'console.log("up"); setInterval(() => undefined, 60_000)';

async function startWith(directory: string) {
  const env = { ...process.env, TMPDIR: directory };
  const child = spawn(process.execPath, ["-e", PROGRAM], { env });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("a process that was told the run's directory is found until it has ended", async () => {
  const [own, other] = [temporaryDirectory(), temporaryDirectory()];
  const child = await startWith(own);
  await startWith(other);

  expect(leftProcesses(own).map(({ pid }) => pid)).toEqual([child.pid]);
  expect(leftProcesses(own)[0]?.command).toContain(PROGRAM);

  child.kill("SIGKILL");
  await once(child, "exit");

  expect(leftProcesses(own)).toEqual([]);
});

test("a file and a directory are found, and what tools keep for their next run is not", () => {
  const own = temporaryDirectory();
  writeFileSync(join(own, "a-file"), "");
  const folder = mkdtempSync(join(own, "b-folder-"));
  writeFileSync(join(own, "tsx-0"), "");

  expect(leftFiles(own).map((name) => join(own, name))).toEqual([join(own, "a-file"), folder]);
});

test("a directory is removed with the processes that name it", async () => {
  const directory = mkdtempSync(join(temporaryDirectory(), "own-"));
  await startWith(directory);

  removeWhole(directory);

  expect(leftProcesses(directory)).toEqual([]);
  expect(existsSync(directory)).toBe(false);
});
