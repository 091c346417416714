/** `bourse backup DIR TO`: copy a data directory, whether a server runs on it or not. */
import type { Backup } from "../tools/backup/backups.ts";
import { command, JSON_OPTION, type Terminal } from "./terminal/command.ts";
import { align, sizeOf, timeOf } from "./terminal/layout.ts";

export const backup = command({
  name: "backup",
  says: "copy a data directory, running or stopped, without its secrets",
  takes: ["DIR", "TO"],
  options: JSON_OPTION,
  async run({ DIR: directory, TO: to, "--json": json }, terminal) {
    const { takeBackup } = await import("../tools/backup/backups.ts");
    const { checkDataDirectory } = await import("./offline.ts");
    checkDataDirectory(directory);
    const startMs = Date.now();
    const onProgress = terminal.progress?.("copying", "bytes");
    const taken = await takeBackup({ directory, to, nowMs: startMs, onProgress });
    const tookMs = Date.now() - startMs;
    if (json === undefined) print(taken, tookMs, terminal);
    else terminal.out(JSON.stringify({ ...summaryOf(taken), tookMs }));
  },
});

/** A backup in a few numbers, for scripts. */
export function summaryOf({ path, manifest }: Backup): Readonly<Record<string, unknown>> {
  const { files, version: _, ...told } = manifest;
  return { path, ...told, files: files.length, bytes: bytesOf({ path, manifest }) };
}

export function bytesOf({ manifest: { files } }: Backup): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function print(taken: Backup, tookMs: number, terminal: Terminal): void {
  const { path, manifest } = taken;
  const { position, timeMs, files } = manifest;
  const rows = [
    ["backup", path],
    ["position", `${position}, of ${timeOf(timeMs)}`],
    ["size", `${sizeOf(bytesOf(taken))} in ${files.length} files`],
    ["took", `${(tookMs / 1_000).toFixed(1)} s`],
  ];
  for (const line of align(rows)) terminal.out(line);
  terminal.out(apartSentence(manifest.kind));
}

/** LOG-BACKUP-3: what is not in it, and what becomes of it without that. */
export function apartSentence(kind: string): string {
  const key = kind === "production" ? "BOURSE_MASTER_KEY_FILE" : "master-key and demo-keys.json";
  const lost =
    "what is restored does not start without the master key that its API keys are sealed with";
  return `keep apart: ${key}; no secret is in a backup, and ${lost}`;
}
