/**
 * The commands that wait for the sequencer, oldest first, and how many may: beyond that the answer is
 * 503, which means never in the log (LOG-DUR-1, CORE-BOUND-1).
 */
import type { ReachTime } from "../../core/engine/clock.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { OutcomeOf } from "../../core/engine/outcomes.ts";
import type { Submitted } from "../replica/submission.ts";

export interface Waiting {
  readonly command: Command;
  /** The end of the request's time window; Infinity for none. */
  readonly notAfterMs: number;
  readonly answer: (submitted: Submitted) => void;
}

export const WAITING_MAX = 8_192;
export const WAITING_BYTES_MAX = 8 * 1024 * 1024;

export class CommandQueue {
  readonly #queue: (Waiting | undefined)[] = [];
  #head = 0;
  #bytes = 0;

  get count(): number {
    return this.#queue.length - this.#head;
  }

  /** The command that is next. */
  get first(): Waiting | undefined {
    return this.#queue[this.#head];
  }

  /** False when there is no room. */
  push(waiting: Waiting): boolean {
    const bytes = bytesOf(waiting.command);
    if (this.count >= WAITING_MAX || this.#bytes + bytes > WAITING_BYTES_MAX) return false;
    this.#queue.push(waiting);
    this.#bytes += bytes;
    return true;
  }

  shift(): Waiting | undefined {
    const waiting = this.#queue[this.#head];
    if (!waiting) return undefined;
    this.#queue[this.#head] = undefined;
    this.#head++;
    this.#bytes -= bytesOf(waiting.command);
    // Under a load that never lets the queue run empty, the entries that have left must go, too.
    if (this.#head === this.#queue.length || this.#head > WAITING_MAX) {
      this.#queue.splice(0, this.#head);
      this.#head = 0;
    }
    return waiting;
  }
}

/** An upper bound of the memory that a command takes; close enough for a limit. */
function bytesOf(command: Command): number {
  switch (command.type) {
    case "PlaceBatch":
      return 256 + command.items.length * 512;
    case "CancelBatch":
      return 256 + command.orders.length * 16;
    case "AddKey":
      return 1024 + command.addresses.length * 64;
    default:
      return 512;
  }
}

/** Lets a command wait at whoever takes it; resolves with its answer. */
export function enterFor<C extends Command>(
  taker: { enter(waiting: Waiting): void },
  command: C,
  notAfterMs: number,
): Promise<Submitted<OutcomeOf<C>>> {
  return new Promise((resolve) => {
    // The outcome of a command is given back to the command that it was applied for, and to no other.
    taker.enter({ command, notAfterMs, answer: resolve as Waiting["answer"] });
  });
}

/** The same of several, in their order: one promise for all answers. */
export function enterAllFor<C extends Command>(
  taker: { enter(waiting: Waiting): void },
  commands: readonly C[],
  notAfterMs: number,
): Promise<Submitted<OutcomeOf<C>>[]> {
  return new Promise((resolve) => {
    const answers: Submitted<OutcomeOf<C>>[] = [];
    let left = commands.length;
    if (left === 0) resolve(answers);
    for (const [at, command] of commands.entries()) {
      const answer = (submitted: Submitted<OutcomeOf<C>>) => {
        answers[at] = submitted;
        left--;
        if (left === 0) resolve(answers);
      };
      taker.enter({ command, notAfterMs, answer: answer as Waiting["answer"] });
    }
  });
}

/** SANDBOX-CLOCK-3: a step of a frozen clock. */
export function stepIn(waiting: Waiting | undefined): ReachTime | undefined {
  return waiting?.command.type === "ReachTime" ? waiting.command : undefined;
}

export function answerAll(batch: readonly Waiting[], submitted: Submitted): void {
  for (const { answer } of batch) answer(submitted);
}
