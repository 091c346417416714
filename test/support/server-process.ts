/**
 * The real server: the built program in a process of its own, started as a person would start it
 * but without npm between, so that a kill hits the server. It is up when it says where it listens.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { OPERATOR_TOKEN_NAME } from "../../src/edge/auth/operator-token.ts";
import { readableLine } from "../../src/edge/program-log/readable-line.ts";
import { judgedFetch } from "./judged-fetch.ts";
import { type Ended, runToEnd } from "./run-to-end.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
/** What `npm start` runs, without a flag. */
export const SERVER = [process.execPath, "--enable-source-maps", join(DIST, "main.js")] as const;
/** What `bourse` runs. */
export const CLI = [process.execPath, join(DIST, "cli/bourse.js")] as const;
/** For a hook that starts one, while other tests use the machine, too. */
export const START_PATIENCE_MS = 120_000;
/** Between two looks at how far the archivist is. */
const LOOK_MS = 20;
export const FREE_PORTS = ["--port", "0", "--operator-port", "0"] as const;
/** For a log of which little is needed: two files of 64 MiB are zeroed before they are used. */
export const SMALL_LOG = ["--segment-mib", "1"] as const;

/** How it is started. */
export interface Launch {
  /** What is typed instead of the usual: the built server, free ports and the directory. */
  readonly command?: readonly string[];
  /** Typed behind it. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Where it is started; without it in the clone. */
  readonly cwd?: string;
  /** A process group of its own, as a terminal gives one: it can be signalled as a whole. */
  readonly isGroup?: true;
}

export class ServerProcess {
  readonly directory: string;
  readonly #child: ChildProcess;
  /** It has ended, and all that it said was heard. */
  readonly #closed: Promise<void>;
  #output = "";
  #written = "";
  #onOutput: () => void = () => undefined;

  private constructor(directory: string, launch: Launch) {
    this.directory = directory;
    const usual = [...SERVER, ...FREE_PORTS, "--data", directory];
    const { command: [program = "", ...typed] = usual, args = [], environment, isGroup } = launch;
    const { cwd = ROOT } = launch;
    this.#child = spawn(program, [...typed, ...args], {
      cwd,
      env: { ...process.env, ...environment },
      detached: isGroup ?? false,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      // Without a terminal it writes its log as JSON; tests read what a person would.
      if (stream) createInterface(stream).on("line", (line) => this.#hear(line));
    }
    this.#child.on("exit", () => this.#onOutput());
    this.#closed = new Promise((resolve) => this.#child.on("close", () => resolve()));
  }

  #hear(line: string): void {
    this.#written += `${line}\n`;
    this.#output += `${readableLine(line)}\n`;
    this.#onOutput();
  }

  /** Starts a sandbox with a small log, in which only the test trades, as fast as it likes. */
  static start(directory: string, args: readonly string[] = []): Promise<ServerProcess> {
    const size = args.includes(SMALL_LOG[0]) ? [] : SMALL_LOG;
    return ServerProcess.startAsIs(directory, ["--no-traders", "--no-limits", ...size, ...args]);
  }

  /** Starts with the demo's traders and with limits, as a person's would. */
  static startAsIs(directory: string, args: readonly string[] = []): Promise<ServerProcess> {
    return ServerProcess.launch(directory, { args });
  }

  /** Starts, and waits until it listens or has ended. */
  static async launch(directory: string, launch: Launch): Promise<ServerProcess> {
    const server = ServerProcess.begin(directory, launch);
    await server.says(/listening on https?:\/\/\S+\n/);
    if (!server.isRunning) await server.#closed;
    return server;
  }

  /** Starts without waiting. */
  static begin(directory: string, launch: Launch = {}): ServerProcess {
    return new ServerProcess(directory, launch);
  }

  get output(): string {
    return this.#output;
  }

  /** The same as it was written. */
  get written(): string {
    return this.#written;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  get exitCode(): number | null {
    return this.#child.exitCode;
  }

  get port(): number {
    return Number(/listening on https?:\/\/\S+:(\d+)\n/.exec(this.#output)?.[1] ?? 0);
  }

  get operatorPort(): number {
    return Number(/operator on http:\/\/\S+:(\d+)\n/.exec(this.#output)?.[1] ?? 0);
  }

  /** Of the archivist that was started last. */
  get archivistPid(): number {
    const pid = [...this.#output.matchAll(/archivist pid (\d+)/g)].at(-1)?.[1];
    // As 0 it would name the tests themselves.
    if (pid === undefined) throw new Error(`no archivist was started: ${this.#output}`);
    return Number(pid);
  }

  /** The gateways that were started last, by their number. */
  get gatewayPids(): ReadonlyMap<number, number> {
    const started = this.#output.matchAll(/gateway (\d+) pid (\d+)/g);
    return new Map([...started].map(([, number, pid]) => [Number(number), Number(pid)]));
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

  /**
   * Waits until its archivist has all that was done so far. It runs at low priority: on a busy machine
   * it is up long after the server, and queries that need it are refused meanwhile (HIST-BOUND-1).
   */
  async archived(): Promise<void> {
    const archivedTo = "bourse_archivist_position";
    const target = await this.#figure("bourse_log_position");
    while ((await this.#figure(archivedTo)) < target) await sleep(LOOK_MS);
  }

  /** A figure of its metrics page. */
  async #figure(name: string): Promise<number> {
    const token = readFileSync(join(this.directory, OPERATOR_TOKEN_NAME), "utf8").trim();
    const options = { headers: { Authorization: `Bearer ${token}` } };
    const reply = await judgedFetch(`http://127.0.0.1:${this.operatorPort}/metrics`, options);
    const [, value] =
      new RegExp(`^${name}(?:\\{process="core"\\})? (\\d+)$`, "m").exec(await reply.text()) ?? [];
    if (value === undefined) throw new Error(`the metrics page has no ${name}`);
    return Number(value);
  }

  /** kill -9: no warning, nothing is tidied up. */
  async kill(): Promise<void> {
    await this.signal("SIGKILL");
  }

  /** A clean stop. */
  async stop(): Promise<void> {
    await this.signal("SIGTERM");
  }

  /** Signals the process that was started, or all of its group, and waits until it has ended. */
  async signal(signal: NodeJS.Signals, whom: "process" | "group" = "process"): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.#child, "exit");
    process.kill(whom === "group" ? -this.pid : this.pid, signal);
    // The archivist of a server that was killed may hold the output open.
    await (signal === "SIGKILL" ? exit : this.#closed);
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error("the server was not started");
    return this.#child.pid;
  }

  /** Whether a process is left of its group. */
  get isGroupLeft(): boolean {
    try {
      return process.kill(-this.pid, 0);
    } catch {
      return false;
    }
  }

  /** Whatever became of a test, its servers do not outlive it. */
  killGroup(): void {
    if (this.isGroupLeft) process.kill(-this.pid, "SIGKILL");
  }

  keys(): Readonly<Record<string, { apiKey: string; secret: string }>> {
    return JSON.parse(readFileSync(join(this.directory, "demo-keys.json"), "utf8"));
  }
}

/** Runs `bourse ARGS`; answers what it printed and its exit code. */
export function bourse(...args: string[]): Promise<Ended> {
  return runToEnd([...CLI, ...args]);
}
