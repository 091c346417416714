/**
 * Copies the directory of a running PostgreSQL server for a standby: the server is told, the files are copied as they are,
 * and what changed meanwhile is in the log, which the standby fetches from it. No program of PostgreSQL is needed for it,
 * and the server goes on with its work.
 */
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { giveToOwner } from "./server-owner.ts";

/** Of the running server, not of its data. */
const LEFT_OUT = [
  /^(postmaster\.(pid|opts)|backup_label|standby\.signal|recovery\.signal)$/,
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//,
  /pgsql_tmp/,
];

/** Copies over a session that stays open meanwhile; the directory is there and empty. */
export async function copyServer(session: Client, from: string, to: string): Promise<void> {
  await session.query("select pg_backup_start('a standby', true)");
  await copyFolder({ from, to }, "");
  await makeFolder(join(to, "pg_wal", "archive_status"));
  const { rows } = await session.query("select labelfile from pg_backup_stop(false)");
  await writeOwned(join(to, "backup_label"), rows[0].labelfile);
}

interface Way {
  readonly from: string;
  readonly to: string;
}

async function copyFolder(way: Way, path: string): Promise<void> {
  const found = await orGone(readdir(join(way.from, path), { withFileTypes: true }));
  for (const entry of found ?? []) {
    const below = path === "" ? entry.name : `${path}/${entry.name}`;
    if (LEFT_OUT.some((pattern) => pattern.test(below))) continue;
    if (entry.isDirectory()) {
      await makeFolder(join(way.to, below));
      await copyFolder(way, below);
    } else if (entry.isFile()) await copyOne(way, below);
  }
}

async function copyOne({ from, to }: Way, path: string): Promise<void> {
  await orGone(copyFile(join(from, path), join(to, path)));
  await orGone(giveToOwner(join(to, path)));
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await giveToOwner(path);
}

export async function writeOwned(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 });
  await giveToOwner(path);
}

/** A file that the server has removed meanwhile is not missed. */
async function orGone<T>(done: Promise<T>): Promise<T | undefined> {
  try {
    return await done;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
