/**
 * A drill: the newest backup is restored to a scratch directory and verified there, history included,
 * and the scratch is removed. A backup that was never restored is unproven. Rules LOG-BACKUP-4, LOG-BACKUP-5.
 */
import { randomBytes } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OnProgress } from "../../core/base/progress.ts";
import { realDisk } from "../../log/real-disk.ts";
import { openHistory } from "../../runtime/history/opening/open-history.ts";
import { HISTORY_DIRECTORY } from "../../runtime/history/rows/key-value-store.ts";
import { VerifyFailed, type VerifyReport, verify } from "../audit/verify.ts";
import { type Backup, newestBackup, restoreBackup } from "./backups.ts";
import { draftName, sweepDrafts } from "./drafts.ts";
import { emptyDirectory } from "./place.ts";

export interface DrillOptions {
  /** Where the backups are. */
  readonly to: string;
  /** Where there is room for one more copy; the system's place for such things without it. */
  readonly scratch?: string | undefined;
  /** Called when a stage begins; answers the listener of its progress. */
  readonly onStage?: (stage: "restoring" | "verifying") => OnProgress | undefined;
}

export interface Drilled {
  readonly backup: Backup;
  readonly report: VerifyReport;
}

/** Others work in the system's place for such things, too. */
const TITLE = /^bourse-drill-/;

export async function drill({ to, scratch, onStage }: DrillOptions): Promise<Drilled> {
  const backup = newestBackup(to);
  const folder = scratch ?? tmpdir();
  sweepDrafts(folder, TITLE);
  const place = join(folder, draftName(`bourse-drill-${randomBytes(4).toString("hex")}`));
  emptyDirectory(place);
  try {
    const directory = join(place, "restored");
    await restoreBackup(backup, { directory, onProgress: onStage?.("restoring") });
    const report = await verifyAll(directory, onStage?.("verifying"));
    checkPosition(backup, report);
    return { backup, report };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function verifyAll(directory: string, onProgress?: OnProgress): Promise<VerifyReport> {
  const path = join(directory, HISTORY_DIRECTORY);
  if (!existsSync(path)) return await verify(realDisk(directory), undefined, onProgress);
  const store = await openHistory(path, "read");
  try {
    return await verify(realDisk(directory), store, onProgress);
  } finally {
    await store.close();
  }
}

/** What came back is all that the manifest promised, and no snapshot of it is damaged. */
function checkPosition({ manifest: { position } }: Backup, report: VerifyReport): void {
  if (report.position !== position) {
    throw new VerifyFailed(`the log ends at position ${report.position}, expected ${position}`);
  }
  const [damaged] = report.damagedSnapshots;
  if (damaged !== undefined) throw new VerifyFailed(`snapshot ${damaged}`);
}
