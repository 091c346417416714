/** The settings of a server that durability rests on: with others, what it confirms may be lost. */
import type { RefusalOptions, SqlRow } from "./database.ts";

/** The server cannot carry the log; the message is for people. */
export class NotSafe extends Error {
  override readonly name = "NotSafe";
  readonly isLasting: boolean;

  constructor(message: string, { isLasting = false, ...options }: RefusalOptions = {}) {
    super(message, options);
    this.isLasting = isLasting;
  }
}

export interface SafetyTerms {
  /** `--single-postgres`: nobody else has it. */
  readonly isSingle: boolean;
}

/** What durability rests on, and what a reload may change. */
export const SETTINGS = `current_setting('fsync') as fsync,
  current_setting('full_page_writes') as full_page_writes,
  current_setting('synchronous_commit') as synchronous_commit,
  current_setting('synchronous_standby_names') as standbys`;

/** From "on": a commit is on the disk of the standby. */
const SYNCHRONOUS = ["on", "remote_apply"];

/** Why what the server confirms may be lost. */
export function problemWithSettings(row: SqlRow, { isSingle }: SafetyTerms): string | undefined {
  for (const name of ["fsync", "full_page_writes"]) {
    if (row[name] !== "on")
      return `PostgreSQL has ${name} off: a crash may lose what it has confirmed`;
  }
  if (!SYNCHRONOUS.includes(`${row["synchronous_commit"]}`)) {
    return `PostgreSQL has synchronous_commit = ${row["synchronous_commit"]}, and on is the least that will do`;
  }
  if (row["standbys"] === "" && !isSingle) {
    return "PostgreSQL has no synchronous standby (synchronous_standby_names is empty): what it confirms dies with its machine; --single-postgres accepts that";
  }
  return undefined;
}
