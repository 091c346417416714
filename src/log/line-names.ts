/**
 * The names of a line of commands: drawn where the line is led, and told to all that follow it. A start draws another, since
 * what lies before it may have been cut off, restored or gone back from. A process that goes on following when another begins to
 * lead keeps the names of before: to it they mean the same line. STREAM-RESUME-5.
 */
import { randomBytes } from "node:crypto";

const NAME_BYTES = 4;
/** Half of a name as `hello` has it; the other half is the process. */
export const LINE_NAME = /^[0-9a-f]{8}$/;
/** Leaders that were started anew while one process followed all of them. */
export const LINE_NAMES_MAX = 8;

export function drawLineName(): string {
  return randomBytes(NAME_BYTES).toString("hex");
}

/** What is told now, and then what was known before. */
export function joinLineNames(told: readonly string[], known: readonly string[]): string[] {
  return [...new Set([...told, ...known])].slice(0, LINE_NAMES_MAX);
}
