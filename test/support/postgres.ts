/**
 * PostgreSQL for the tests that need one: they are passed over where there is none, unless BOURSE_POSTGRES=required. It may be
 * named by BOURSE_PG_BIN.
 */
import { NoPostgres, neededPrograms } from "../../src/local-cluster/programs.ts";

const found = find();
let isSaid = false;

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

export function hasPostgres(): boolean {
  const { programs, why } = found;
  if (programs) return true;
  if (process.env["BOURSE_POSTGRES"] === "required") throw new Error(why);
  // Once for all files of a worker.
  if (!isSaid) console.warn(`passed over: the tests of clusters and of logs in PostgreSQL. ${why}`);
  isSaid = true;
  return false;
}
