/**
 * The real server: the built program in a process of its own, started as a person would start it
 * but without npm between, so that a kill hits the server. It is up when it says where it listens.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const DIST = join(import.meta.dirname, "../../dist");

export class ServerProcess {
  readonly directory: string;
  readonly #child: ChildProcess;
  #output = "";
  #onOutput: () => void = () => undefined;

  private constructor(directory: string, args: readonly string[]) {
    this.directory = directory;
    const main = join(DIST, "main.js");
    const command = ["--enable-source-maps", main, "--port", "0", "--data", directory, ...args];
    this.#child = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (piece: Buffer) => {
        this.#output += piece.toString();
        this.#onOutput();
      });
    }
    this.#child.on("exit", () => this.#onOutput());
  }

  /** Starts, and waits until it listens or has ended. */
  static async start(directory: string, args: readonly string[] = []): Promise<ServerProcess> {
    const server = new ServerProcess(directory, args);
    await server.says(/listening on http/);
    return server;
  }

  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  get port(): number {
    return Number(/listening on http:\/\/[^ ]+:(\d+)/.exec(this.#output)?.[1] ?? 0);
  }

  /** Of the archivist that was started last. */
  get archivistPid(): number {
    return Number([...this.#output.matchAll(/archivist pid (\d+)/g)].at(-1)?.[1] ?? 0);
  }

  /** Waits until the output matches, as often as asked, or the process has ended. */
  async says(pattern: RegExp, times = 1): Promise<void> {
    const all = new RegExp(pattern, "g");
    while (this.isRunning && [...this.#output.matchAll(all)].length < times) {
      await new Promise<void>((resolve) => {
        this.#onOutput = resolve;
      });
    }
  }

  /** kill -9: no warning, nothing is tidied up. */
  async kill(): Promise<void> {
    await this.#signal("SIGKILL");
  }

  /** A clean stop. */
  async stop(): Promise<void> {
    await this.#signal("SIGTERM");
  }

  async #signal(signal: NodeJS.Signals): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.#child, "exit");
    this.#child.kill(signal);
    await exit;
  }

  keys(): Readonly<Record<string, { apiKey: string; secret: string }>> {
    return JSON.parse(readFileSync(join(this.directory, "demo-keys.json"), "utf8"));
  }
}

/** Runs `bourse ARGS`; answers what it printed and its exit code. */
export async function bourse(...args: string[]): Promise<{ code: number; output: string }> {
  const command = [join(DIST, "cli/bourse.js"), ...args];
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, command);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}
