/**
 * From what was typed to an exit code: 0 when it was done, 1 when it failed, 2 when it was called
 * wrongly. Everything that goes wrong ends here, as a sentence.
 */
import { ConfigError } from "../config.ts";
import { COMMANDS } from "./commands.ts";
import { helpFor, helpForNoun, wholeHelp } from "./help.ts";
import type { CliCommand, Terminal } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";

const HELP = new Set(["--help", "-h"]);

export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await run(args, terminal);
    return 0;
  } catch (error) {
    terminal.err(error instanceof Error ? error.message : `${error}`);
    return error instanceof UsageError || error instanceof ConfigError ? 2 : 1;
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
  if (args.length === 0) throw new UsageError(wholeHelp().join("\n"));
  if (!command) throw incomplete(words[0] ?? "");
  await command.run(words.slice(command.name.split(" ").length), terminal);
}

function helpOn([noun]: readonly string[], command: CliCommand | undefined): readonly string[] {
  if (noun === undefined) return wholeHelp();
  return command ? helpFor(command) : helpForNoun(noun, commandsOf(noun));
}

function findCommand([noun = "", verb = ""]: readonly string[]): CliCommand | undefined {
  return COMMANDS.find(({ name }) => name === noun || name === `${noun} ${verb}`);
}

function commandsOf(noun: string): readonly CliCommand[] {
  const commands = COMMANDS.filter(({ name }) => name.startsWith(`${noun} `));
  if (commands.length > 0) return commands;
  throw new UsageError(`there is no command ${noun}; bourse help shows what there is`);
}

/** A noun without a verb that it has. */
function incomplete(noun: string): UsageError {
  const verbs = commandsOf(noun).map(({ name }) => name.slice(noun.length + 1));
  return new UsageError(`${noun} takes ${verbs.join(" or ")}; bourse ${noun} --help says more`);
}
