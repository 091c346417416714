/**
 * From what was typed to an exit code. Everything that goes wrong ends here, as one line; failure.ts
 * says which number it has.
 */
import { type ExitCode, exitCodeOf, sentenceOf } from "../app/failure.ts";
import { COMMANDS } from "./commands.ts";
import { helpFor, helpForNoun, wholeHelp } from "./help.ts";
import type { CliCommand, Terminal } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";

const HELP = new Set(["--help", "-h"]);

export async function runCli(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  if (args.length === 0) {
    for (const line of wholeHelp()) terminal.err(line);
    return 2;
  }
  try {
    await run(args, terminal);
    return 0;
  } catch (error) {
    terminal.err(sentenceOf(error));
    return exitCodeOf(error);
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<void> {
  const isHelp = args[0] === "help" || args.some((arg) => HELP.has(arg));
  const words = args.slice(args[0] === "help" ? 1 : 0).filter((arg) => !HELP.has(arg));
  const command = findCommand(words);
  if (isHelp) {
    for (const line of helpOn(words, command)) terminal.out(line);
    return;
  }
  if (!command) throw incomplete(words[0] ?? "");
  await command.run(words.slice(command.name.split(" ").length), terminal);
}

function helpOn([noun]: readonly string[], command: CliCommand | undefined): readonly string[] {
  if (noun === undefined) return wholeHelp();
  if (!command) return helpForNoun(noun, commandsOf(noun));
  const verbs = command.name === noun ? verbsOf(noun) : [];
  return verbs.length === 0
    ? helpFor(command)
    : [...helpFor(command), "", ...helpForNoun(noun, verbs)];
}

/** Two words go before one, so that a noun that is a command itself may have verbs as well. */
function findCommand([noun = "", verb = ""]: readonly string[]): CliCommand | undefined {
  const found = COMMANDS.find(({ name }) => name === `${noun} ${verb}`);
  if (found) return found;
  const isVerb = verb !== "" && !verb.startsWith("-") && verbsOf(noun).length > 0;
  return isVerb ? undefined : COMMANDS.find(({ name }) => name === noun);
}

function verbsOf(noun: string): readonly CliCommand[] {
  return COMMANDS.filter(({ name }) => name.startsWith(`${noun} `));
}

function commandsOf(noun: string): readonly CliCommand[] {
  const commands = verbsOf(noun);
  if (commands.length > 0) return commands;
  throw new UsageError(`there is no command ${noun}; bourse help shows what there is`);
}

/** A noun without a verb, or with one that it does not have. */
function incomplete(noun: string): UsageError {
  const verbs = commandsOf(noun).map(({ name }) => name.slice(noun.length + 1));
  return new UsageError(`${noun} takes ${verbs.join(" or ")}; bourse ${noun} --help says more`);
}
