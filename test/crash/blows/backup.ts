/**
 * kill -9 while `bourse backup` copies the directory: of the copying process, or of the server. The next
 * backup is whole, whatever the last one left, and a drill restores and verifies it (LOG-BACKUP-2).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { takeBackup } from "../../../src/backup/backups.ts";
import { drill } from "../../../src/backup/drill.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

const CLI = join(import.meta.dirname, "../../../dist/cli/bourse.js");
const MEANWHILE = 60;

export async function killInBackup(stage: Stage): Promise<Afterwards> {
  const { directory, plan, usual, claims } = stage;
  const to = `${directory}-backups`;
  const [victim, share] = [plan() < 0.5 ? "backup" : "server", plan()];
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: MEANWHILE,
    strike: async () => {
      const startedMs = Date.now();
      const copying = spawn(process.execPath, [CLI, "backup", directory, to], { stdio: "ignore" });
      const ended = once(copying, "exit");
      await Promise.race([ended, sleep(share * usual.backupMs)]);
      if (victim === "server") await stage.kill();
      else if (isAlive(copying)) copying.kill("SIGKILL");
      const [code] = await ended;
      if (code === 0) usual.backupMs = Date.now() - startedMs;
      else if (code !== null) claims.broken.push(`a backup ended with ${code}`);
    },
  });
  return async () => {
    try {
      await takeBackup({ directory, to, nowMs: Date.now() });
      await drill({ to, scratch: to });
    } catch (error) {
      claims.broken.push(`backup: ${error}`);
    }
    rmSync(to, { recursive: true, force: true });
  };
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
