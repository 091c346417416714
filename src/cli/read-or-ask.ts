/**
 * A query that a stopped directory answers as well as a running server: the directory is read, and where
 * a server holds its lock, the server is asked. Both answer in JSON.
 */
import { DirectoryLocked } from "../log/directory-lock.ts";
import type { CliCommand, Terminal } from "./terminal/command.ts";

interface Ways {
  readonly reading: CliCommand;
  readonly asking: CliCommand;
}

export interface Answered {
  readonly text: string;
  /** Whether `--json` was typed: then the text is what is printed. */
  readonly isRaw: boolean;
}

export async function readOrAsk(
  { reading, asking }: Ways,
  typed: readonly string[],
  terminal: Terminal,
): Promise<Answered> {
  const isRaw = typed.includes("--json");
  const args = isRaw ? typed : [...typed, "--json"];
  const lines: string[] = [];
  const listening = { ...terminal, out: (line: string) => void lines.push(line) };
  try {
    await reading.run(args, listening);
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    await asking.run(args, listening);
  }
  return { text: lines.join("\n"), isRaw };
}
