/**
 * The archivist as the server sees it: a child process that is told the durable position a few
 * times a second, is started again when it dies, and whose word that replay differs stops the
 * exchange. Trading never waits for it.
 */
import { type ChildProcess, fork } from "node:child_process";

/** From the server. `finish`: follow to there, make a snapshot, and end. */
export type ToArchivist =
  | { readonly type: "durable"; readonly position: number }
  | { readonly type: "finish"; readonly position: number };

/** From the archivist. */
export type FromArchivist =
  | { readonly type: "archived"; readonly position: number; readonly snapshot: number }
  | { readonly type: "differs"; readonly sentence: string };

const TELL_MS = 250;
const RESTART_MS = 1_000;

export interface ArchivistProcessOptions {
  readonly entry: URL;
  readonly args: readonly string[];
  /** The end of the log now. */
  readonly durablePosition: () => number;
  readonly onDiffers: (sentence: string) => void;
  readonly onStart: (pid: number) => void;
  readonly report: (sentence: string) => void;
}

export class ArchivistProcess {
  readonly #options: ArchivistProcessOptions;
  readonly #teller: NodeJS.Timeout;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isFinishing = false;
  #told = -1;
  /** The newest position of which the archivist said that it has it. */
  archived = 0;

  constructor(options: ArchivistProcessOptions) {
    this.#options = options;
    this.#start();
    this.#teller = setInterval(() => this.#tell(), TELL_MS).unref();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #start(): void {
    const { entry, args, onDiffers, report } = this.#options;
    const child = fork(entry, [...args], { execArgv: ["--enable-source-maps"] });
    this.#child = child;
    this.#told = -1;
    if (child.pid !== undefined) this.#options.onStart(child.pid);
    child.on("message", (message: FromArchivist) => {
      if (message.type === "archived") this.archived = message.position;
      else onDiffers(message.sentence);
    });
    child.on("error", (error) => report(`the archivist: ${error.message}`));
    child.on("exit", (code, signal) => {
      this.#child = undefined;
      if (this.#isFinishing) return;
      report(`the archivist ended (${signal ?? code}); it is started again`);
      this.#restart = setTimeout(() => this.#start(), RESTART_MS).unref();
    });
    this.#tell();
  }

  #tell(): void {
    const position = this.#options.durablePosition();
    if (position === this.#told) return;
    this.#told = position;
    this.#send({ type: "durable", position });
  }

  #send(message: ToArchivist): void {
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  /** Lets it finish with a snapshot of the end. Waits at most `patienceMs`. */
  async finish(patienceMs: number): Promise<void> {
    this.#isFinishing = true;
    clearInterval(this.#teller);
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child) return;
    this.#send({ type: "finish", position: this.#options.durablePosition() });
    await new Promise<void>((resolve) => {
      const patience = setTimeout(resolve, patienceMs);
      child.once("exit", () => {
        clearTimeout(patience);
        resolve();
      });
    });
    if (child.connected) child.disconnect();
  }
}
