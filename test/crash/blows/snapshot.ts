/** kill -9 of both processes while the archivist writes a snapshot. */
import { existsSync, type FSWatcher, mkdirSync, readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { SNAPSHOT_DIRECTORY } from "../../../src/log/file/snapshot-files.ts";
import { killPid } from "./kills.ts";
import { type Afterwards, drawStrikesAt, type Stage } from "./stage.ts";

/** So many commands lead to another snapshot, and some. */
const UNTIL_SNAPSHOT = 200;

export async function killInSnapshot(stage: Stage): Promise<Afterwards> {
  const { directory, server, plan } = stage;
  const folder = join(directory, SNAPSHOT_DIRECTORY);
  if (!existsSync(folder)) mkdirSync(folder);
  const watcher = watch(folder);
  await stage.underLoad({
    strikesAt: drawStrikesAt(plan),
    more: UNTIL_SNAPSHOT,
    strike: async () => {
      const pid = server.archivistPid;
      await nextDraft(watcher);
      killPid(pid);
      await stage.kill();
    },
  });
  watcher.close();
  if (readdirSync(folder).some(isDraft)) stage.claims.counts.drafts++;
  return undefined;
}

function nextDraft(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => {
    watcher.on("change", (_, name) => isDraft(`${name}`) && resolve());
  });
}

function isDraft(name: string): boolean {
  return name.endsWith(".tmp");
}
