/** Restores into directories that are there already, and restores that are cut off. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkFresh } from "../../src/app/instance/provision-directory.ts";
import { readConfig } from "../../src/app/settings/config.ts";
import { lockDirectory } from "../../src/log/directory-lock.ts";
import { type Backup, takeBackup } from "../../src/tools/backup/backups.ts";
import { isHalfRestored, movesOf, RESTORE_DRAFT } from "../../src/tools/backup/restore-into.ts";
import { cli } from "../support/cli-desk.ts";
import { realDirectory } from "./real-directory.ts";

const NOW_MS = Date.UTC(2026, 10, 15, 9, 30);

async function backedUp(): Promise<{ place: string; backup: Backup }> {
  const { place, directory } = await realDirectory();
  const backup = await takeBackup({ directory, to: join(place, "backups"), nowMs: NOW_MS });
  return { place, backup };
}

test("LOG-BACKUP-2 a directory that is a link, as systemd makes one, is restored to", async () => {
  const { place, backup } = await backedUp();
  const [real, link] = [join(place, "private"), join(place, "link")];
  mkdirSync(join(real, "lost+found"), { recursive: true });
  symlinkSync(real, link);

  expect(await cli(["restore", backup.path, link])).toMatchObject({ code: 0, err: "" });

  expect(readdirSync(real).sort()).toEqual(
    ["archive", "history", "log", "lost+found", "snapshots"].sort(),
  );
  expect(await cli(["verify", link])).toMatchObject({ code: 0, err: "" });
  expect(readdirSync(place).sort()).toEqual(["backups", "exchange", "link", "private"]);
});

test("LOG-BACKUP-2 a restore that is cut off anywhere leaves a whole directory, or none and a way on", async () => {
  const { place, backup } = await backedUp();
  const steps = movesOf(place).length;
  const kinds: string[] = [];
  for (let done = 0; done <= steps; done++) {
    const directory = join(place, `cut-off-${done}`);
    mkdirSync(directory);
    cpSync(backup.path, join(directory, RESTORE_DRAFT), { recursive: true });
    for (const step of movesOf(directory).slice(0, done)) step();

    const verified = await cli(["verify", directory]);
    const isWhole = verified.code === 0;
    kinds.push(isWhole ? "whole" : "none");
    expect(isHalfRestored(directory), `${done}`).toBe(!isWhole);
    expect(existsSync(join(directory, "log")), `${done}`).toBe(isWhole);
    const start = () => checkFresh(readConfig(["--data", directory], {}));
    if (!isWhole) expect(start).toThrow(/^A restore to .+ was cut off: /);

    const again = await cli(["restore", backup.path, directory]);
    expect(again.code, again.err).toBe(isWhole ? 2 : 0);
    expect(await cli(["verify", directory])).toMatchObject({ code: 0, err: "" });
  }
  expect(new Set(kinds)).toEqual(new Set(["none", "whole"]));
});

test("LOG-BACKUP-2 what stands beside a cut off restore is not removed", async () => {
  const { place, backup } = await backedUp();
  const directory = join(place, "taken");
  mkdirSync(join(directory, RESTORE_DRAFT), { recursive: true });
  writeFileSync(join(directory, "mine"), "");

  const { code, err } = await cli(["restore", backup.path, directory]);

  expect({ code, err }).toEqual({
    code: 2,
    err: `${directory} is not empty: a backup is restored to a new directory`,
  });
  expect(readdirSync(directory)).toEqual(["mine", RESTORE_DRAFT]);
});

test("LOG-LOCK-1 a directory that a process works on is not restored to", async () => {
  const { place, backup } = await backedUp();
  const directory = join(place, "held");
  mkdirSync(directory);
  const lock = await lockDirectory(directory);

  const { code, err } = await cli(["restore", backup.path, directory]);
  await lock.release();

  expect({ code, err }).toEqual({
    code: 1,
    err: `${directory} is in use by the process with pid ${process.pid}`,
  });
  expect(readdirSync(directory)).toEqual([]);
});
