/**
 * The steps of a job as a runner runs them: each a script of its own, by a bash that stops at the first
 * failure, with what steps before wrote into GITHUB_ENV. A program that a step leaves in the background goes
 * on; all of a step's programs are a group, so that they can be ended.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Variables = Readonly<Record<string, string>>;

export class StepRunner {
  readonly #directory: string;
  readonly #variables: Variables;
  readonly #exported: string;
  readonly #groups: number[] = [];

  constructor(directory: string, variables: Variables) {
    this.#directory = directory;
    this.#exported = join(directory, "github-env");
    this.#variables = { ...variables, GITHUB_ENV: this.#exported };
    writeFileSync(this.#exported, "");
  }

  /** What `NAME=value` lines of the steps so far give to the next. */
  get exported(): Variables {
    const lines = readFileSync(this.#exported, "utf8").trimEnd().split("\n").filter(Boolean);
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)));
  }

  /** Its exit code, and what it said. */
  async run(script: string): Promise<{ code: number; output: string }> {
    const said = join(this.#directory, "step-output");
    // A pipe would stay open for as long as a program in the background.
    const file = openSync(said, "w");
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: this.#directory,
      env: { ...process.env, ...this.#variables, ...this.exported },
      stdio: ["ignore", file, file],
      detached: true,
    });
    closeSync(file);
    if (child.pid !== undefined) this.#groups.push(child.pid);
    const [code] = await once(child, "exit");
    return { code, output: readFileSync(said, "utf8") };
  }

  /** Ends whatever the steps have left running. */
  end(): void {
    for (const group of this.#groups) {
      try {
        process.kill(-group, "SIGKILL");
      } catch {
        // Nothing of it is left.
      }
    }
  }
}
