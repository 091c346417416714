/** A line of the command line, typed in this process: what it printed, and how it ended. */
import { runCli } from "../../../src/cli/run.ts";

export interface Printed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function type(...words: readonly string[]): Promise<Printed> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await runCli(words, {
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    environment: {},
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** To the server on a directory; fails when it failed. */
export async function typed(directory: string, ...words: readonly string[]): Promise<string> {
  const { code, out, err } = await type(...words, "--data", directory);
  if (code !== 0) throw new Error(`bourse ${words.join(" ")}: ${err}`);
  return out;
}
