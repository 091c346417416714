/** Where PostgreSQL is for the tests: as the program finds it, or named by BOURSE_PG_BIN. Nothing of it is started here. */
import { NoPostgres, neededPrograms } from "../../scripts/local-cluster/programs.ts";

const found = find();

function find(): { readonly programs?: string; readonly why?: string } {
  try {
    return { programs: neededPrograms(process.env["BOURSE_PG_BIN"]) };
  } catch (error) {
    if (error instanceof NoPostgres) return { why: error.message };
    throw error;
  }
}

export const POSTGRES_PROGRAMS = found.programs;
/** Nothing where there are some; else for people. */
export const WHY_NO_POSTGRES = found.why;
