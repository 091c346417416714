/**
 * A backup by a process of its own, `bourse backup`, that stands still half-way: its draft is there, and it is not
 * done. One that was done before it could be stopped is followed by another.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { CLI } from "./server-process.ts";
import { goOn, standStill } from "./stand-still.ts";

const LOOK_MS = 1;

export class HalfWayBackup {
  readonly #copying: ChildProcess;
  readonly #ended: Promise<unknown>;

  private constructor(copying: ChildProcess) {
    this.#copying = copying;
    this.#ended = once(copying, "exit");
  }

  /** Lets it run for so long after its draft is there; half as long where it was done by then. */
  static async of(directory: string, to: string, afterMs = 0): Promise<HalfWayBackup> {
    for (let waitMs = afterMs; ; waitMs /= 2) {
      const [program, ...args] = [...CLI, "backup", directory, to];
      const backup = new HalfWayBackup(spawn(program, args, { stdio: "ignore" }));
      if (await backup.#isHalfWay(to, waitMs)) return backup;
      const code = await backup.goOn();
      if (code !== 0) throw new Error(`a backup that nothing disturbed ended with ${code}`);
    }
  }

  async #isHalfWay(to: string, waitMs: number): Promise<boolean> {
    while (this.#isAlive && !hasDraft(to)) await sleep(LOOK_MS);
    await Promise.race([this.#ended, sleep(waitMs)]);
    await standStill(this.#pid);
    return this.#isAlive && hasDraft(to);
  }

  get #isAlive(): boolean {
    return this.#copying.exitCode === null && this.#copying.signalCode === null;
  }

  get #pid(): number {
    const { pid } = this.#copying;
    if (pid === undefined) throw new Error("no backup was started");
    return pid;
  }

  /** Lets it come to its end; its exit code. */
  async goOn(): Promise<number | null> {
    goOn(this.#pid);
    await this.#ended;
    return this.#copying.exitCode;
  }

  async kill(): Promise<void> {
    this.#copying.kill("SIGKILL");
    await this.#ended;
  }
}

function hasDraft(to: string): boolean {
  return existsSync(to) && readdirSync(to).some((name) => name.endsWith(".tmp"));
}
