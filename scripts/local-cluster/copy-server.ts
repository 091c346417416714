/**
 * Copies the directory of a PostgreSQL server: of a running one for a standby, and of one that never ran for a new server. A
 * running one is told, the files are copied as they are, and what changed meanwhile is in the log, which the standby fetches
 * from it. No program of PostgreSQL is needed for it, and the server goes on with its work.
 */
import { copyFileSync, type Dirent, mkdirSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as others } from "node:timers/promises";
import type { Client } from "pg";
import { giveToOwner } from "./server-owner.ts";

/** Of the running server, not of its data. */
const OF_RUNNING = [
  /^(postmaster\.(pid|opts)|backup_label|standby\.signal|recovery\.signal)$/,
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//,
  /pgsql_tmp/,
];

/** Where it is copied from and to; both are there. */
export interface CopyWay {
  readonly from: string;
  readonly to: string;
}

/** Copies over a session that stays open meanwhile; the directory is there and empty. */
export async function copyServer(session: Client, way: CopyWay): Promise<void> {
  await session.query("select pg_backup_start('a standby', true)");
  await copyFolder(way, "", OF_RUNNING);
  makeFolder(join(way.to, "pg_wal", "archive_status"));
  const { rows } = await session.query("select labelfile from pg_backup_stop(false)");
  await writeOwned(join(way.to, "backup_label"), rows[0].labelfile);
}

/** Copies a directory that no server has; the other one is there and empty. */
export async function copyUnused(way: CopyWay): Promise<void> {
  await copyFolder(way, "", []);
}

/** The small files of one folder at once, which takes a third of the work; between folders others have their turn. */
async function copyFolder(way: CopyWay, path: string, leftOut: readonly RegExp[]): Promise<void> {
  const found = orGone(() => readdirSync(join(way.from, path), { withFileTypes: true })) ?? [];
  const entries = found.map((entry) => ({ entry, below: below(path, entry) }));
  const kept = entries.filter(({ below }) => !leftOut.some((pattern) => pattern.test(below)));
  for (const { entry, below } of kept) if (entry.isFile()) copyOne(way, below);
  await others();
  for (const { entry, below } of kept) {
    if (!entry.isDirectory()) continue;
    makeFolder(join(way.to, below));
    await copyFolder(way, below, leftOut);
  }
}

function below(path: string, { name }: Dirent): string {
  return path === "" ? name : `${path}/${name}`;
}

function copyOne({ from, to }: CopyWay, path: string): void {
  orGone(() => {
    copyFileSync(join(from, path), join(to, path));
    giveToOwner(join(to, path));
  });
}

function makeFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  giveToOwner(path);
}

export async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  giveToOwner(path);
}

/** A file that the server has removed meanwhile is not missed. */
function orGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
