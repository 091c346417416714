/**
 * What cannot be undone is done with `--yes`, or when the name of what it is done to is typed again on a terminal. A
 * command says so where it is declared (`retyped`); its option, its help, the refusal and the table in docs/cli.md
 * follow from that. A script without `--yes` is refused and never waits for an answer. Rule OPER-ASK-1.
 */
import type { Environment } from "../../app/settings/config.ts";
import { UsageError } from "./usage.ts";

/** What is typed again. */
export interface Retyped<V> {
  /** What it is, as the help has it: "the name of the symbol". */
  readonly says: string;
  /** What no other command brings back. */
  readonly gone: string;
  of(values: V, environment: Environment | undefined): string;
}

/** The part of a terminal that is needed. */
export interface Questions {
  /** What was typed in answer; nothing at the end of the input. Absent where no person can be asked. */
  ask?(question: string): Promise<string | undefined>;
}

export const YES = "--yes";

export function yesOption(says: string) {
  return {
    [YES]: { says: `do it without asking; without it ${says} is typed again, on a terminal` },
  } as const;
}

/** Comes back when the name was typed; else nothing was done, and the sentence says so. */
export async function demandRetyped(
  { name: command, says }: { readonly name: string; readonly says: string },
  wanted: string,
  terminal: Questions,
): Promise<void> {
  const refuse = (problem: string) => new UsageError(`${problem}; nothing was done`);
  if (!terminal.ask) {
    throw refuse(`${command} cannot be undone: give ${YES}, there is no terminal to ask on`);
  }
  const question = `${command}: ${says}.\nIt cannot be undone. Type ${wanted} to do it: `;
  const typed = await terminal.ask(question);
  if (typed === undefined) throw refuse(`${wanted} was not typed`);
  if (typed.trim() !== wanted) throw refuse(`what was typed is not ${wanted}`);
}
