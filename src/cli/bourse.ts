#!/usr/bin/env node
/**
 * `bourse COMMAND ...`: the command line. One file a command; this one only finds it, and turns
 * what went wrong into a sentence and an exit code (1: it failed, 2: it was called wrongly).
 */
import { UsageError } from "./usage.ts";
import { runVerify } from "./verify.ts";
import { runVoid } from "./void.ts";

type Run = (args: readonly string[]) => Promise<void>;

const COMMANDS: Readonly<Record<string, Run>> = {
  start: async (args) => {
    const { start, exitWith } = await import("../main.ts");
    await start(args).catch(exitWith);
  },
  verify: runVerify,
  void: runVoid,
};

const USAGE = `usage: bourse COMMAND

  start [--port N] [--host H] [--data DIR] [--no-demo] [--sandbox]
                        run the exchange
  verify DIR            replay a stopped directory and check everything in it
  void DIR POSITION     pass over a command that breaks an invariant in replay`;

async function main([name = "", ...args]: readonly string[]): Promise<void> {
  const run = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (run) return run(args);
  if (name === "help" || name === "--help") return console.log(USAGE);
  throw new UsageError(`${name ? `there is no command ${name}\n` : ""}${USAGE}`);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
