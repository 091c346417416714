/** Whether there is a PostgreSQL for the tests that need one: they are passed over, unless BOURSE_POSTGRES=required. */
import { postgresPrograms } from "../../src/local-cluster/postgres-server.ts";

export function hasPostgres(): boolean {
  if (postgresPrograms()) return true;
  if (process.env["BOURSE_POSTGRES"] === "required") throw new Error("no PostgreSQL is here");
  console.log("skipped: PostgreSQL, since there is none here");
  return false;
}
