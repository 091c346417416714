/** A node of a cluster on this machine: the built program in a process, which can be killed, stopped in its tracks and started again. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtFile } from "../../src/package/package.ts";
import { readinessIn, sayEnd } from "./node-words.ts";
import { signalFamily, signalOne } from "./process-family.ts";

const OUTPUT_MAX = 100_000;
const PROBE_MS = 1_000;
/** A clean stop takes longer where PostgreSQL is away; then it is ended. */
const STOP_MS = 5_000;

export interface NodePlan {
  readonly name: string;
  readonly directory: string;
  /** The file that has the cluster's URL. */
  readonly urlFile: string;
  readonly port: number;
  readonly operatorPort: number;
  /** Where other nodes reach it. */
  readonly advertisedPort: number;
  /** Where it listens for them, if something stands in between. */
  readonly listenPort?: number;
  /** What is typed before its flags; without it, the built program. */
  readonly command?: readonly string[];
  /** More flags, such as `--single-postgres`. */
  readonly flags: readonly string[];
  /** Called when it ends by itself, with how and why. */
  readonly onEnd: (reason: string) => void;
}

export class LocalNode {
  readonly plan: NodePlan;
  #child: ChildProcess | undefined;
  #isPaused = false;
  /** Whether it was ended from here. */
  #isEnded = false;
  output = "";

  constructor(plan: NodePlan) {
    this.plan = plan;
  }

  /** Starts it without waiting; does nothing while it runs. */
  begin(): void {
    if (this.isRunning) return;
    this.#isPaused = false;
    const { command: [program = "", ...typed] = usualCommand() } = this.plan;
    const child = spawn(program, [...typed, ...flagsOf(this.plan)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.on("error", (error) => this.#hear(`${error}`));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (piece: Buffer) => this.#hear(piece.toString()));
    }
    this.#child = child;
    this.#isEnded = false;
    child.on("close", (code, signal) => {
      if (!this.#isEnded) this.plan.onEnd(sayEnd({ code, signal }, this.output));
    });
  }

  #hear(text: string): void {
    this.output = (this.output + text).slice(-OUTPUT_MAX);
  }

  /** Of the process that was started last. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  get exitCode(): number | null | undefined {
    return this.#child?.exitCode;
  }

  get isRunning(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  get isPaused(): boolean {
    return this.isRunning && this.#isPaused;
  }

  /** What it answers when it is asked whether it takes orders: "ready", or why not. */
  async readiness(): Promise<string> {
    if (!this.isRunning) return "down";
    if (this.#isPaused) return "paused";
    try {
      const place = `http://127.0.0.1:${this.plan.operatorPort}/readyz`;
      const reply = await fetch(place, { signal: AbortSignal.timeout(PROBE_MS) });
      const said = await reply.text();
      return reply.ok ? "ready" : readinessIn(said);
    } catch {
      return "no answer";
    }
  }

  /** All its processes stand still, as on a machine that hangs. */
  pause(): void {
    this.#signal("SIGSTOP");
    this.#isPaused = this.isRunning;
  }

  resume(): void {
    this.#signal("SIGCONT");
    this.#isPaused = false;
  }

  #signal(signal: NodeJS.Signals): void {
    if (this.isRunning && this.#child?.pid) signalFamily(this.#child.pid, signal);
  }

  /** kill -9 of all its processes. */
  async kill(): Promise<void> {
    await this.#end((pid) => signalFamily(pid, "SIGKILL"));
  }

  /** A clean stop, unless that takes too long. */
  async stop(): Promise<void> {
    this.resume();
    const timer = setTimeout(() => this.#signal("SIGKILL"), STOP_MS);
    await this.#end((pid) => signalOne(pid, "SIGTERM"));
    clearTimeout(timer);
  }

  async #end(signal: (pid: number) => void): Promise<void> {
    const child = this.#child;
    if (!(this.isRunning && child?.pid)) return;
    this.#isEnded = true;
    const ended = new Promise((resolve) => child.once("close", resolve));
    signal(child.pid);
    await ended;
  }
}

function usualCommand(): readonly string[] {
  return [process.execPath, "--enable-source-maps", fileURLToPath(builtFile("main.js"))];
}

function flagsOf(plan: NodePlan): readonly string[] {
  const { name, directory, urlFile, port, operatorPort, advertisedPort, flags } = plan;
  const { listenPort = advertisedPort } = plan;
  const pairs = {
    "--data": directory,
    "--cluster": urlFile,
    "--node": name,
    "--advertise": `127.0.0.1:${advertisedPort}`,
    "--node-listen": `127.0.0.1:${listenPort}`,
    "--port": `${port}`,
    "--operator-port": `${operatorPort}`,
  };
  return [...Object.entries(pairs).flat(), ...flags];
}
