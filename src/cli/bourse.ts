#!/usr/bin/env node
/** `bourse COMMAND ...`: the command line. The commands are in commands.ts, one file a noun. */
import { runCli } from "./run.ts";

process.exitCode = await runCli(process.argv.slice(2), {
  out: (line) => console.log(line),
  err: (line) => console.error(line),
});
