/**
 * What a part needs of the machine. Where it is missing the part is passed over, and one line says what was not run and how
 * to get it; PostgreSQL may be required (BOURSE_POSTGRES), as for the tests.
 */
import { canMeasureOthers } from "../http/process-cpu.mjs";
import { scripted } from "./scripted.mjs";

/** The part cannot run here; the message says what is missing and how to get it. */
export class NotHere extends Error {
  name = "NotHere";
}

/** Of a part that measures the CPU of other processes. */
export function needProc() {
  if (canMeasureOthers) return;
  throw new NotHere("it measures the CPU of other processes by /proc, which Linux has");
}

/** Where the programs of PostgreSQL are. */
export async function needPostgres() {
  const { neededPrograms } = await scripted("local-cluster/programs.ts");
  const programs = orMissing(() => neededPrograms(process.env.BOURSE_PG_BIN));
  if (programs) return programs;
  const sentence =
    "there is no PostgreSQL; apt install postgresql, or name its programs in BOURSE_PG_BIN";
  if (process.env.BOURSE_POSTGRES === "required") throw new Error(sentence);
  throw new NotHere(sentence);
}

/** It throws, with a sentence for people, where there is none. */
function orMissing(find) {
  try {
    return find();
  } catch (error) {
    if (error.name === "NoPostgres") return undefined;
    throw error;
  }
}
