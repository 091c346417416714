/**
 * PostgreSQL for the tests that need one: they are passed over where there is none, which a line at the end of a run says,
 * unless BOURSE_POSTGRES=required. It may be named by BOURSE_PG_BIN.
 */
import { NoPostgres, neededPrograms } from "../../src/local-cluster/programs.ts";

const found = find();

function find(): { readonly programs?: string; readonly why?: string } {
  try {
    return { programs: neededPrograms(process.env["BOURSE_PG_BIN"]) };
  } catch (error) {
    if (error instanceof NoPostgres) return { why: error.message };
    throw error;
  }
}

/** Where its programs are. */
export const POSTGRES_PROGRAMS = found.programs;
/** Nothing where there are some. */
export const WHY_NO_POSTGRES = found.why;

export function hasPostgres(): boolean {
  const { programs, why } = found;
  if (!programs && process.env["BOURSE_POSTGRES"] === "required") throw new Error(why);
  return programs !== undefined;
}
