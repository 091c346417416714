/**
 * The data of a PostgreSQL server in its directory: made anew, copied from what was made before, or copied from a running
 * primary for a standby.
 */
import { execFile } from "node:child_process";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Client } from "pg";
import { copyServer, copyUnused, writeOwned } from "./copy-server.ts";
import { neededPrograms } from "./programs.ts";
import { ANYWHERE, asOwner, makeOwned } from "./server-owner.ts";

export interface ServerPlan {
  /** Where its data goes; made. */
  readonly directory: string;
  /** Where the programs are; without it, as they are found. */
  readonly programs?: string | undefined;
  /** Data that `makeData` has made and no server has used: it is copied, which takes a fifth of the time. */
  readonly template?: string | undefined;
}

/** The user that every server has. */
export const ROLE = "bourse";
/** Small, and quick to start. A test may set them otherwise. */
const SIZES = ["max_connections = 40", "shared_buffers = 16MB", "wal_keep_size = 64MB"];

/** Of a new primary. */
export async function makeData({ directory, programs, template }: ServerPlan): Promise<void> {
  makeOwned(directory);
  if (template) return await copyUnused({ from: template, to: directory });
  const initdb = join(programs ?? neededPrograms(), "initdb");
  const args = ["-D", directory, "-U", ROLE, "--auth=trust", "--no-sync", "-E", "UTF8"];
  await promisify(execFile)(...asOwner(initdb, [...args, "--locale=C"]), { cwd: ANYWHERE });
  await appendFile(join(directory, "postgresql.conf"), `${SIZES.join("\n")}\n`);
}

export interface StandbyPlan {
  /** Of the primary, and of the standby. */
  readonly from: string;
  readonly to: string;
  /** Where the standby finds its primary. */
  readonly whereabouts: string;
}

/** Of a standby, whatever was there before; over a session with the primary, which goes on meanwhile. */
export async function copyData(session: Client, plan: StandbyPlan): Promise<void> {
  const { to, whereabouts } = plan;
  await rm(to, { recursive: true, force: true });
  makeOwned(to);
  await copyServer(session, plan);
  await appendFile(join(to, "postgresql.auto.conf"), `primary_conninfo = '${whereabouts}'\n`);
  await writeOwned(join(to, "standby.signal"), "");
}
