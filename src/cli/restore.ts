/** `bourse restore BACKUP DIR`: make a data directory of a backup. */
import { apartSentence, summaryOf } from "./backup.ts";
import { command, JSON_OPTION } from "./terminal/command.ts";

export const restore = command({
  name: "restore",
  says: "make a new data directory of a backup, every byte of which is checked",
  takes: ["BACKUP", "DIR"],
  options: JSON_OPTION,
  async run({ BACKUP: path, DIR: directory, "--json": json }, terminal) {
    const { openBackup, restoreBackup } = await import("../tools/backup/backups.ts");
    const opened = openBackup(path);
    const onProgress = terminal.progress?.("restoring", "bytes");
    await restoreBackup(opened, { directory, onProgress });
    const { position, kind } = opened.manifest;
    if (json !== undefined) terminal.out(JSON.stringify({ ...summaryOf(opened), directory }));
    else {
      terminal.out(`restored: ${directory}, ${kind}, up to position ${position}`);
      terminal.out(apartSentence(kind));
    }
  },
});
