/**
 * The log as the sequencer of one term has it: what is confirmed renews the lease, and who finds another's batch hears that
 * the term is over. The log itself outlives the term, so its end closes nothing.
 */
import type { Appended, BatchDraft, Cursor, Log } from "../../log/log.ts";
import type { PostgresLog } from "../../log/postgres/postgres-log.ts";
import { type ClockReadings, type Clocks, readClocks } from "./clocks.ts";

export interface TermLogOptions {
  readonly log: PostgresLog;
  readonly clocks: Clocks;
  /** An append that was sent then is durable. */
  readonly onConfirmed: (sent: ClockReadings) => void;
  readonly onFenced: () => void;
  /** Whether an outcome that is not known may be given up: only when the process ends. */
  readonly mayGiveUp: () => boolean;
}

export class TermLog implements Log {
  readonly #options: TermLogOptions;

  constructor(options: TermLogOptions) {
    this.#options = options;
  }

  get end(): Cursor {
    return this.#options.log.end;
  }

  get lastBatch(): Uint8Array {
    return this.#options.log.lastBatch;
  }

  get lastTimeMs(): number {
    return this.#options.log.lastTimeMs;
  }

  get endsEmpty(): boolean {
    return this.#options.log.endsEmpty;
  }

  get isShortOfSpace(): boolean {
    return this.#options.log.isShortOfSpace;
  }

  get spaceError(): Error | undefined {
    return this.#options.log.spaceError;
  }

  get isInDoubt(): boolean {
    return this.#options.log.isInDoubt;
  }

  giveUp(): void {
    if (this.#options.mayGiveUp()) this.#options.log.giveUp();
  }

  claim(epoch: number): boolean {
    return this.#options.log.claim(epoch);
  }

  async append(expectedPosition: number, epoch: number, draft: BatchDraft): Promise<Appended> {
    const { log, clocks, onConfirmed, onFenced } = this.#options;
    const sent = readClocks(clocks);
    const appended = await log.append(expectedPosition, epoch, draft);
    if (appended === "durable") onConfirmed(sent);
    if (appended === "fenced") onFenced();
    return appended;
  }

  read(from: Cursor) {
    return this.#options.log.read(from);
  }

  close(): void {
    // The node goes on with the log.
  }
}
