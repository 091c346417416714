/**
 * kill -9 of both processes while the archivist writes a snapshot: it is stopped as soon as a draft is seen, and the
 * kill comes if the draft is still there then. One that was finished first is let go, and the next one waited for.
 */
import { existsSync, type FSWatcher, mkdirSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { SNAPSHOT_DIRECTORY } from "../../../src/log/file/snapshot-files.ts";
import { goOn, standStill } from "../../support/stand-still.ts";
import { killPid } from "./kills.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

export async function killInSnapshot(stage: Stage): Promise<Afterwards> {
  const { directory, server, plan } = stage;
  const folder = join(directory, SNAPSHOT_DIRECTORY);
  if (!existsSync(folder)) mkdirSync(folder);
  const watcher = watch(folder);
  try {
    await stage.underLoad({
      strikesAt: drawStrikesAt(plan),
      // So many commands lead to another snapshot.
      more: "until it is over",
      strike: async (scene) => {
        const pid = server.archivistPid;
        await stopInDraft(watcher, folder, pid);
        await stage.killUnheard(scene, async () => killPid(pid));
      },
    });
  } finally {
    watcher.close();
  }
  if (readdirSync(folder).some(isDraft)) stage.claims.counts.drafts++;
  return undefined;
}

async function stopInDraft(watcher: FSWatcher, folder: string, pid: number): Promise<void> {
  for (;;) {
    await nextDraft(watcher);
    await standStill(pid);
    if (readdirSync(folder).some(isDraft)) return;
    goOn(pid);
  }
}

function nextDraft(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => {
    const look = (_: string, name: string | Buffer | null) => {
      if (!isDraft(`${name}`)) return;
      watcher.off("change", look);
      resolve();
    };
    watcher.on("change", look);
  });
}

function isDraft(name: string): boolean {
  return name.endsWith(".tmp");
}
