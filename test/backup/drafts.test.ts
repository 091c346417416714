/** What processes that were killed have left is removed by the next; what others work on is not. */
import { mkdirSync, readdirSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { takeBackup } from "../../src/tools/backup/backups.ts";
import { cli } from "../support/cli-desk.ts";
import { realDirectory } from "./real-directory.ts";

const NOW_MS = Date.UTC(2026, 10, 15, 9, 30);
/** No system numbers its processes so high: Linux ends at 2^22. */
const GONE = 2 ** 22 + 1;

/** By a process that is gone, by one that lives, by one on another machine. */
function draftsOf(title: string): readonly [string, string, string] {
  const of = (host: string, pid: number) => `${title}.${host}.${pid}.tmp`;
  return [of(hostname(), GONE), of(hostname(), process.ppid), of("another-machine", GONE)];
}

function makeIn(folder: string, names: readonly string[]): void {
  for (const name of names) mkdirSync(join(folder, name, "history"), { recursive: true });
}

test("LOG-BACKUP-5 a backup removes what a backup that was killed left, and nothing else", async () => {
  const { place, directory } = await realDirectory();
  const to = join(place, "backups");
  const [gone, ...others] = draftsOf("2026-11-14T09-30-00.000Z");
  const strange = `notes.${hostname()}.${GONE}.tmp`;
  makeIn(to, [gone, ...others, strange]);

  const { path } = await takeBackup({ directory, to, nowMs: NOW_MS });

  expect(
    readdirSync(to)
      .map((name) => join(to, name))
      .sort(),
  ).toEqual([path, ...[...others, strange].map((name) => join(to, name))].sort());
});

test("LOG-BACKUP-5 a drill removes what a drill that was killed left, and nothing else", async () => {
  const { place, directory } = await realDirectory();
  const [to, scratch] = [join(place, "backups"), join(place, "scratch")];
  await takeBackup({ directory, to, nowMs: NOW_MS });
  const [gone, ...others] = draftsOf("bourse-drill-00000000");
  const [strange] = draftsOf("other");
  makeIn(scratch, [gone, ...others, strange]);

  const { code, err } = await cli(["drill", to, "--scratch", scratch]);

  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(readdirSync(scratch).sort()).toEqual([...others, strange].sort());
});
