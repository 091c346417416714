/**
 * The PostgreSQL from npm for a clone that only root may enter: servers run as another user there (`server-owner.ts`), who could
 * not read it. It is copied once to where temporary files outlive a run, readable by everybody and written by root only. The copy appears
 * as a whole, so that two who make it at once have the same; one of another version that nobody has used for a day is removed.
 */
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { canOwnerRun } from "./server-owner.ts";

const KEPT = "/var/tmp";
const PREFIX = "bourse-postgres-";
const UNUSED_MS = 86_400_000;
const WRITABLE_BY_OTHERS = 0o022;
const RUNNABLE = 0o111;
const ALL = { recursive: true, force: true } as const;

/** Where they can be run, or why nowhere. */
export type Aside =
  | { readonly directory: string; readonly why?: undefined }
  | { readonly directory?: undefined; readonly why: string };

/** `native` has `bin` with the programs and, beside it, what they read. */
export function programsAside(native: string, version: string, among = KEPT): Aside {
  const name = `${PREFIX}${version}-${process.platform}-${process.arch}`;
  const place = join(among, name);
  try {
    removeUnused(among, name);
    if (!isThere(place)) make(native, place);
    if (!isOurs(lstatSync(place)))
      return { why: `${place} is another's. Remove it, and it is made anew.` };
    utimesSync(place, new Date(), new Date());
  } catch (error) {
    return { why: `it could not be copied to ${place}: ${(error as Error).message}` };
  }
  const directory = join(place, "bin");
  if (canOwnerRun(join(directory, "postgres"))) return { directory };
  return { why: `the user whom servers run as can run it neither at ${native} nor at ${place}.` };
}

/** Others may write there: what has the name may be theirs. */
function isOurs(found: Stats): boolean {
  const isPrivate = (found.mode & WRITABLE_BY_OTHERS) === 0;
  return found.isDirectory() && found.uid === process.getuid?.() && isPrivate;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Beside its place, and moved there when it is whole. */
function make(native: string, place: string): void {
  const half = mkdtempSync(`${place}.`);
  try {
    copy(native, half);
    renameSync(half, place);
  } catch (error) {
    rmSync(half, ALL);
    // Another process was quicker.
    if (!isThere(place)) throw error;
  }
}

/** Whatever rights an install gave them, everybody may read them. */
function copy(from: string, to: string): void {
  const found = lstatSync(from);
  if (found.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (found.isDirectory()) copyFolder(from, to);
  else {
    copyFileSync(from, to);
    chmodSync(to, (found.mode & RUNNABLE) === 0 ? 0o644 : 0o755);
  }
}

function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const name of readdirSync(from)) copy(join(from, name), join(to, name));
}

function removeUnused(among: string, used: string): void {
  const others = readdirSync(among).filter((name) => name.startsWith(PREFIX) && name !== used);
  for (const path of others.map((name) => join(among, name))) {
    // Another process may remove it, too.
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > UNUSED_MS && isOurs(found)) rmSync(path, ALL);
  }
}
