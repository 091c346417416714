/**
 * kill -9 while `bourse backup` copies the directory: of the copying process, or of the server. The copy stands still
 * half-way when the kill comes. The next backup is whole, whatever the last one left, and a drill restores and
 * verifies it (LOG-BACKUP-2).
 */
import { rmSync } from "node:fs";
import { takeBackup } from "../../../src/tools/backup/backups.ts";
import { drill } from "../../../src/tools/backup/drill.ts";
import { HalfWayBackup } from "../../support/half-way-backup.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

const MEANWHILE = 60;
/** About as long as a backup takes here. */
const USUAL_MS = 300;

export async function killInBackup(stage: Stage): Promise<Afterwards> {
  const { directory, plan, claims } = stage;
  const to = `${directory}-backups`;
  const [victim, share] = [plan() < 0.5 ? "backup" : "server", plan()];
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: MEANWHILE,
    strike: async (scene) => {
      const backup = await HalfWayBackup.of(directory, to, share * USUAL_MS);
      claims.counts.backupsCut++;
      if (victim === "backup") return await backup.kill();
      await stage.killUnheard(scene);
      const code = await backup.goOn();
      if (code !== 0) claims.broken.push(`a backup whose server was killed ended with ${code}`);
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
