/**
 * Whether there is a PostgreSQL for the tests that need one: they are passed over, unless BOURSE_POSTGRES=required. It may be
 * named by BOURSE_PG_BIN.
 */
import { postgresPrograms } from "../../src/local-cluster/programs.ts";

/** Where its programs are. */
export const POSTGRES_PROGRAMS = postgresPrograms(process.env["BOURSE_PG_BIN"]);

export function hasPostgres(): boolean {
  if (POSTGRES_PROGRAMS) return true;
  if (process.env["BOURSE_POSTGRES"] === "required") throw new Error("no PostgreSQL is here");
  console.log("skipped: PostgreSQL, since there is none here");
  return false;
}
