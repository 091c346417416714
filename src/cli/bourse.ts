#!/usr/bin/env node
/** `bourse COMMAND ...`: the command line. The commands are in commands.ts, one file a noun. */
import { ProgressLine } from "../app/instance/progress-line.ts";
import { isTerminal, typedLine } from "../app/typed-line.ts";
import { runCli } from "./run.ts";

// Whatever a command makes is for its owner alone, also where a library opens the file.
process.umask(0o077);

const keyboard = { input: process.stdin, output: process.stderr };
const line = new ProgressLine(process.stderr, () => performance.now());

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => {
    line.clear();
    console.log(text);
  },
  err: (text) => {
    line.clear();
    console.error(text);
  },
  progress: (title, unit) => line.begin(title, unit),
  ...(isTerminal(keyboard) && { ask: (question) => typedLine(keyboard, question) }),
});
