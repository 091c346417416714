/**
 * What a backup says about itself: `manifest.json`, written when everything else is on disk. A folder
 * without one is no backup, and a file that is not as its line says is damage. Rule LOG-BACKUP-2.
 */
import type { Disk } from "../../log/disk.ts";
import { HASH_BYTES } from "../../log/log.ts";

export const MANIFEST_NAME = "manifest.json";
const VERSION = 1;
const HERE = ".";

/** A file of the backup. What was `size` bytes long is kept as its first `bytes`: zeros follow. */
export interface KeptFile {
  readonly path: string;
  readonly bytes: number;
  readonly size: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly version: number;
  /** What the directory is, in which format and by which rules its log was written. */
  readonly kind: string;
  readonly format: number;
  readonly rules: number;
  /** The last command that is in it, and when that was. */
  readonly position: number;
  readonly timeMs: number;
  readonly takenAtMs: number;
  /** Up to where the history store goes; null when there is none. */
  readonly history: number | null;
  readonly files: readonly KeptFile[];
}

/** A backup that is not what it was when it was made, or never was one. */
export class BackupDamaged extends Error {
  override readonly name = "BackupDamaged";
}

export function newManifest(told: Omit<Manifest, "version">): Manifest {
  return { version: VERSION, ...told };
}

/** Durable when it returns: with it the folder is a backup. */
export function writeManifest(disk: Disk, manifest: Manifest): void {
  const file = disk.open(MANIFEST_NAME, "create");
  try {
    file.write(0, Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));
    file.sync();
  } finally {
    file.close();
  }
  disk.syncDirectory(HERE);
}

export function readManifest(disk: Disk): Manifest {
  if (!disk.list(HERE).includes(MANIFEST_NAME)) {
    throw new BackupDamaged(`it holds no ${MANIFEST_NAME}, so it is no backup`);
  }
  const file = disk.open(MANIFEST_NAME, "read");
  try {
    return parseManifest(Buffer.from(file.read(0, file.size())).toString());
  } finally {
    file.close();
  }
}

function parseManifest(text: string): Manifest {
  const manifest = parsed(text);
  const { version, files } = manifest;
  if (version !== VERSION && typeof version === "number") {
    throw new BackupDamaged(`${MANIFEST_NAME} is of version ${version}, expected ${VERSION}`);
  }
  const isWhole = version === VERSION && Array.isArray(files) && files.every(isKeptFile);
  if (!isWhole || !isCount(manifest.position) || !isCount(manifest.takenAtMs)) {
    throw new BackupDamaged(`${MANIFEST_NAME} is not as it was written`);
  }
  return manifest as Manifest;
}

function parsed(text: string): Partial<Manifest> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new BackupDamaged(`${MANIFEST_NAME} is not as it was written`);
  }
}

/** Below a folder of the backup, and nowhere else: a manifest leads no restore out of its directory. */
const PATH = /^(?:log|archive|snapshots|history|saved)(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/;
const SHA256 = new RegExp(`^[0-9a-f]{${2 * HASH_BYTES}}$`);

function isKeptFile(line: Partial<KeptFile> | null): boolean {
  const { path = "", bytes, size, sha256 = "" } = line ?? {};
  if (!isCount(bytes) || !isCount(size) || bytes > size) return false;
  return PATH.test(path) && SHA256.test(sha256);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
