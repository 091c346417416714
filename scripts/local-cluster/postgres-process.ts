/** The process of a PostgreSQL server: started as its owner, heard, stopped in its tracks, ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { signalFamily, signalOne } from "./process-family.ts";
import { ANYWHERE, asOwner } from "./server-owner.ts";

const OUTPUT_MAX = 100_000;

export class PostgresProcess {
  readonly #child: ChildProcess;
  /** It has ended, and all that it said was heard. */
  readonly #closed: Promise<void>;
  #isPaused = false;
  output = "";

  constructor(program: string, args: readonly string[]) {
    const child = spawn(...asOwner(program, args), {
      cwd: ANYWHERE,
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#child = child;
    this.#closed = new Promise((resolve) => child.once("close", () => resolve()));
    child.on("error", (error) => this.#hear(`${error}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (piece: Buffer) => this.#hear(piece.toString()));
    }
  }

  #hear(text: string): void {
    this.output = (this.output + text).slice(-OUTPUT_MAX);
  }

  get isRunning(): boolean {
    const { pid, exitCode, signalCode } = this.#child;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  /** Whether it runs and was not made to stand still. */
  get isAwake(): boolean {
    return this.isRunning && !this.#isPaused;
  }

  /** All its processes stand still. */
  pause(): void {
    this.#isPaused = true;
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#isPaused = false;
    this.#signal("SIGCONT");
  }

  /** Once it has ended its number may be another's. */
  #signal(signal: NodeJS.Signals, send = signalFamily): void {
    if (this.isRunning && this.#child.pid) send(this.#child.pid, signal);
  }

  /** Answers when it has ended. */
  async end(signal: "SIGKILL" | "SIGINT" | "SIGQUIT"): Promise<void> {
    // Killed alone, it would leave others that go on for a while; told to end, it ends them itself.
    this.#signal(signal, signal === "SIGKILL" ? signalFamily : signalOne);
    await this.#closed;
  }
}
