/**
 * The way back: every file of a backup is copied into an empty directory and must have, byte for byte,
 * the hash that its manifest gives. Rule LOG-BACKUP-2.
 */
import type { OnProgress } from "../../core/base/progress.ts";
import type { Disk } from "../../log/disk.ts";
import { checkSpace, copyFile, type OnBytes } from "./copy-file.ts";
import { BackupDamaged, type KeptFile, type Manifest } from "./manifest.ts";

export interface RestoreOptions {
  readonly manifest: Manifest;
  readonly from: Disk;
  /** Empty. */
  readonly to: Disk;
  readonly onProgress?: OnProgress | undefined;
}

export function restoreFiles({ manifest: { files }, from, to, onProgress }: RestoreOptions): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  checkSpace(
    to,
    files.reduce((sum, { size }) => sum + size, 0),
  );
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress?.(done, total);
  };
  for (const file of files) restoreFile({ from, to, onBytes }, file);
}

interface Way {
  readonly from: Disk;
  readonly to: Disk;
  readonly onBytes: OnBytes;
}

function restoreFile({ from, to, onBytes }: Way, { path, bytes, size, sha256 }: KeptFile): void {
  const source = openIn(from, path);
  try {
    if (source.size() !== bytes) {
      throw new BackupDamaged(`${path} has ${source.size()} bytes, expected ${bytes}`);
    }
    // A segment in use is as long as any other: the log has taken its space in advance (LOG-FULL-1).
    const copied = copyFile(source, { to, path, size, onBytes });
    if (copied.sha256 !== sha256) throw new BackupDamaged(`${path} is not as it was copied`);
  } finally {
    source.close();
  }
}

function openIn(from: Disk, path: string): ReturnType<Disk["open"]> {
  try {
    return from.open(path, "read");
  } catch (error) {
    throw new BackupDamaged(`${path} is missing or cannot be read`, { cause: error });
  }
}
