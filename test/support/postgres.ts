/**
 * PostgreSQL for the tests that need one: they are passed over where there is none, which a line at the end of a run says,
 * unless BOURSE_POSTGRES=required.
 */
import { POSTGRES_PROGRAMS, WHY_NO_POSTGRES } from "./postgres-programs.ts";

export { POSTGRES_PROGRAMS } from "./postgres-programs.ts";

export function hasPostgres(): boolean {
  const isHere = POSTGRES_PROGRAMS !== undefined;
  if (!isHere && process.env["BOURSE_POSTGRES"] === "required") throw new Error(WHY_NO_POSTGRES);
  return isHere;
}
