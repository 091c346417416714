/**
 * What becomes of a history store with a damage: every page that a user would get is the right one, or is refused (HIST-SEAL-4).
 * It is opened in another process, many one after the other; when that one is ended by a store, the next one goes on.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import type { Damage } from "../damages.ts";
import { red, type Verdict } from "../verdict.ts";

/** A look takes milliseconds. One that has worked for so long hangs; on a busy machine it may only wait. */
const WORK_MS_MAX = 30_000;
/** One that neither works nor ends hangs as well. */
const WAIT_MS_MAX = 1_800_000;
const LOOK_MS = 1_000;
/** How long a tick of the system's clock is. */
const TICK_MS = 10;
const CHILD = join(import.meta.dirname, "child.ts");

type Message = { readonly phase?: string; readonly verdict?: Verdict };

export class HistoryExaminer {
  readonly #directory: string;
  readonly #place: string;
  #child: Child | undefined;

  constructor(directory: string, place: string) {
    this.#directory = directory;
    this.#place = place;
  }

  async examine(damage: Damage): Promise<Verdict> {
    this.#child ??= new Child(this.#directory, this.#place);
    const verdict = await this.#child.examine(damage);
    if (typeof verdict !== "string") return verdict;
    this.#child = undefined;
    return verdict.startsWith("hang") ? red(verdict) : { outcome: "ended", sentence: verdict };
  }

  async close(): Promise<void> {
    await this.#child?.end();
  }
}

class Child {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;
  #phase = "begin";

  constructor(directory: string, place: string) {
    const args = ["--import", "tsx", CHILD, directory, place];
    this.#process = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"] });
    // One that has ended does not take what it is told.
    this.#process.stdin.on("error", () => {});
    this.#lines = createInterface(this.#process.stdout)[Symbol.asyncIterator]();
  }

  /** What it says, or how it was ended. */
  async examine(damage: Damage): Promise<Verdict | string> {
    this.#process.stdin.write(`${JSON.stringify(damage)}\n`);
    const { verdict } = await this.#hear();
    return verdict ?? (await this.#howEnded());
  }

  /** The next message that is none of a phase; an empty one when there is no more. */
  async #hear(): Promise<Message> {
    const begun = { atMs: performance.now(), workedMs: this.#workedMs() };
    const timer = setInterval(() => {
      const workedMs = this.#workedMs() - begun.workedMs;
      if (workedMs < WORK_MS_MAX && performance.now() - begun.atMs < WAIT_MS_MAX) return;
      this.#phase = `hang in ${this.#phase}`;
      this.#process.kill("SIGKILL");
    }, LOOK_MS);
    try {
      for (;;) {
        const { done, value } = await this.#lines.next();
        if (done) return {};
        const message = JSON.parse(value) as Message;
        if (message.phase === undefined) return message;
        this.#phase = message.phase;
      }
    } finally {
      clearInterval(timer);
    }
  }

  /** Of its processor time; where that cannot be had, none. */
  #workedMs(): number {
    try {
      const text = readFileSync(`/proc/${this.#process.pid}/stat`, "utf8");
      const [user = 0, system = 0] = text
        .slice(text.lastIndexOf(")"))
        .split(" ")
        .slice(12, 14)
        .map(Number);
      return (user + system) * TICK_MS;
    } catch {
      return 0;
    }
  }

  async #howEnded(): Promise<string> {
    const { exitCode, signalCode } = this.#process;
    if (exitCode === null && signalCode === null) await once(this.#process, "exit");
    return `${this.#phase}: ${this.#process.signalCode ?? this.#process.exitCode}`;
  }

  async end(): Promise<void> {
    this.#process.stdin.end();
    await this.#howEnded();
  }
}
