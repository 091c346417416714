/** A program run to its end, as a person would in a terminal: what it printed, and its exit code. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Ended {
  readonly code: number;
  readonly out: string;
  /** What it printed, and behind it what it complained about. */
  readonly output: string;
}

export interface Surroundings {
  readonly directory?: string;
  /** Beside the environment that the tests have. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function runToEnd(
  [program = "", ...args]: readonly string[],
  { directory, environment }: Surroundings = {},
): Promise<Ended> {
  const options = { cwd: directory, env: { ...process.env, ...environment } };
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, options);
    return { code: 0, out: stdout, output: stdout + stderr };
  } catch (error) {
    const {
      code,
      stdout = "",
      stderr = "",
    } = error as Partial<Record<"stdout" | "stderr", string>> & NodeJS.ErrnoException;
    // Without a number it did not run at all.
    if (typeof code !== "number") throw error;
    return { code, out: stdout, output: stdout + stderr };
  }
}

/** True when a program is here and says that it works. */
export async function hasProgram(...command: readonly string[]): Promise<boolean> {
  return runToEnd(command).then(
    ({ code }) => code === 0,
    () => false,
  );
}
