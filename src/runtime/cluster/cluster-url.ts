/**
 * Where the PostgreSQL of a cluster is: one host, or several of which one is the primary. The URL may hold a password, so it
 * comes from a file or from the environment; on a command line, which every user of the machine can read, one with a
 * password is refused (CLUSTER-SECRET-1).
 */
import { readFileSync } from "node:fs";
import { hasPassword, hostUrls } from "../../log/postgres/host-urls.ts";

/** What was given is no place of a database; the message is for people and repeats nothing of it. */
export class BadClusterUrl extends Error {
  override readonly name = "BadClusterUrl";
}

const SCHEMES = ["postgres:", "postgresql:"];

/** `written` on a command line: a URL without a password, or the path of a file that has one. */
export function readClusterUrl(written: string): string {
  const url = readClusterVariable(written);
  if (url !== written || !hasPassword(url)) return url;
  throw new BadClusterUrl(
    "The URL has a password, and others can read a command line: put it into a file and name that, or into BOURSE_CLUSTER.",
  );
}

/** `written` in the environment: any URL, or the path of a file. */
export function readClusterVariable(written: string): string {
  const isUrl = SCHEMES.some((scheme) => written.startsWith(scheme));
  return checked(isUrl ? written : readFile(written));
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BadClusterUrl(`The cluster is a URL, or a file that has one: ${path}: ${code}.`);
  }
}

function checked(url: string): string {
  if (hostUrls(url)) return url;
  throw new BadClusterUrl(
    "The cluster's URL is postgres://user@host:port/database, with commas between several of host:port.",
  );
}
