/** LOG-DIGEST-1: something does not add up, and nothing is accepted any more. */
import type { ProgramLog } from "../../edge/program-log/program-log.ts";
import type { Core } from "../../runtime/sequencer/core.ts";

export function haltOn(sentence: string, core: Pick<Core, "halt">, log: ProgramLog): void {
  log.fatal(`HALTED: ${sentence}. Nothing is accepted any more; everything is kept.`);
  core.halt();
}
