/**
 * The command line in this process: what it printed, and its exit code. With a desk it talks to an
 * operator's listener over the real engine, found through a data directory as a person's would be.
 */
import { onTestFinished } from "vitest";
import type { Environment } from "../../src/app/settings/config.ts";
import { runCli } from "../../src/cli/run.ts";
import type { Terminal } from "../../src/cli/terminal/command.ts";
import { privateFiles } from "../../src/edge/auth/private-files.ts";
import { openOperator } from "../../src/edge/operator/open-operator.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { OperatorDesk } from "./operator-desk.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Without `ask` no person is there to answer, as in a script. */
export async function cli(
  args: readonly string[],
  environment: Environment = {},
  ask?: Terminal["ask"],
): Promise<Printed> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(args, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    environment,
    ...(ask && { ask }),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** The same for words as a person types them: the exit code, and all that was printed. A fifth of what a process of its own takes. */
export async function typed(...words: string[]): Promise<{ code: number; output: string }> {
  const { code, out, err } = await cli(words);
  return { code, output: [out, err].filter(Boolean).join("\n") };
}

/**
 * Types lines for a directory, or for the server that has it, be it another process: what was printed.
 * Fails when a line failed. Where an argument has a blank, the words are given one by one.
 */
export function typistOf(directory: string): (line: string | readonly string[]) => Promise<string> {
  return async (line) => {
    const words = typeof line === "string" ? line.split(" ") : line;
    const { code, out, err } = await cli([...words, "--data", directory]);
    if (code !== 0) throw new Error(`bourse ${words.join(" ")}: ${err}`);
    return out;
  };
}

export class CliDesk {
  readonly desk = new OperatorDesk();
  readonly directory = temporaryDirectory();
  port = 0;

  static async open(): Promise<CliDesk> {
    const cliDesk = new CliDesk();
    const files = privateFiles(realDisk(cliDesk.directory));
    const operator = await openOperator({ ...cliDesk.desk.options(), files, port: 0 });
    onTestFinished(() => operator.close(0));
    cliDesk.port = operator.port;
    return cliDesk;
  }

  /** Runs a line as a person types it, without the word `bourse`; no argument may have a blank. */
  type(line: string): Promise<Printed> {
    return cli([...line.split(" "), "--data", this.directory]);
  }

  /** What it printed; fails when it failed. */
  typed(line: string): Promise<string> {
    return typistOf(this.directory)(line);
  }
}
