/**
 * kill -9 while `bourse backup` copies the directory: of the copying process, or of the server. The copy stands still
 * half-way when the kill comes. The next backup is whole, whatever the last one left, and a drill restores and
 * verifies it (LOG-BACKUP-2).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { takeBackup } from "../../../src/backup/backups.ts";
import { drill } from "../../../src/backup/drill.ts";
import { goOn, standStill } from "../../support/stand-still.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

const CLI = join(import.meta.dirname, "../../../dist/cli/bourse.js");
const MEANWHILE = 60;
const LOOK_MS = 1;

export async function killInBackup(stage: Stage): Promise<Afterwards> {
  const { directory, plan, claims } = stage;
  const to = `${directory}-backups`;
  const [victim, share] = [plan() < 0.5 ? "backup" : "server", plan()];
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: MEANWHILE,
    strike: async (scene) => {
      const copying = await halfWay(stage, to, share);
      claims.counts.backupsCut++;
      const ended = once(copying, "exit");
      if (victim === "server") {
        await stage.killUnheard(scene);
        if (copying.pid) goOn(copying.pid);
      } else copying.kill("SIGKILL");
      const [code] = await ended;
      if (code !== 0 && code !== null) claims.broken.push(`a backup ended with ${code}`);
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

/** A backup that was stopped after a share of its usual time, or the first that was not done by then. */
async function halfWay({ directory, usual }: Stage, to: string, share: number) {
  for (let waitMs = share * usual.backupMs; ; waitMs /= 2) {
    const copying = spawn(process.execPath, [CLI, "backup", directory, to], { stdio: "ignore" });
    const ended = once(copying, "exit");
    while (isAlive(copying) && !hasDraft(to)) await sleep(LOOK_MS);
    const startedMs = Date.now();
    await Promise.race([ended, sleep(waitMs)]);
    if (copying.pid) await standStill(copying.pid);
    if (isAlive(copying) && hasDraft(to)) return copying;
    if (copying.pid) goOn(copying.pid);
    const [code] = await ended;
    if (code !== 0) throw new Error(`a backup that nothing disturbed ended with ${code}`);
    usual.backupMs = Date.now() - startedMs;
  }
}

function hasDraft(to: string): boolean {
  return existsSync(to) && readdirSync(to).some((name) => name.endsWith(".tmp"));
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}
