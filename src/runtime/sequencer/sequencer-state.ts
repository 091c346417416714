/**
 * What a sequencer is: one named state, and what leads from one to another. Whatever is no way out of a state changes nothing.
 *
 * - open: takes commands, and writes what waits and what is due
 * - held: takes them and lets them wait; only the empty batch that closes the log is written (SANDBOX-STATE-1)
 * - stopping: takes none; what waits is still written
 * - halted: something did not add up (LOG-DIGEST-1)
 * - fenced: the log belongs to another process
 * - broken: the outcome of a write is not known, or a command of ours faulted
 * - closed: the log is closed, or given up
 */
import type { NotReady } from "../../contract/not-ready.ts";

export type SequencerState =
  | "open"
  | "held"
  | "stopping"
  | "halted"
  | "fenced"
  | "broken"
  | "closed";

export type SequencerStep = "hold" | "release" | "stop" | "halt" | "fence" | "break" | "close";

type Ways = Readonly<Partial<Record<SequencerStep, SequencerState>>>;

/** What may come while a batch is on its way. */
const FAILURES = { fence: "fenced", break: "broken" } as const;

export const WAYS: Readonly<Record<SequencerState, Ways>> = {
  open: { hold: "held", stop: "stopping", halt: "halted", ...FAILURES },
  held: { release: "open", stop: "stopping", halt: "halted", ...FAILURES },
  stopping: { halt: "halted", ...FAILURES, close: "closed" },
  halted: { ...FAILURES, close: "closed" },
  fenced: { close: "closed" },
  broken: { close: "closed" },
  closed: {},
};

/** Why nothing is taken; what is closed says why it was not open before. */
const REFUSALS: Readonly<Record<Exclude<SequencerState, "closed">, NotReady | undefined>> = {
  open: undefined,
  held: undefined,
  stopping: "stopping",
  halted: "halted",
  fenced: "fenced",
  broken: "broken",
};

export class SequencerStatus {
  #state: SequencerState = "open";
  #refusal: NotReady | undefined;

  get state(): SequencerState {
    return this.#state;
  }

  get refusal(): NotReady | undefined {
    return this.#refusal;
  }

  get isHeld(): boolean {
    return this.#state === "held";
  }

  /** Not after a write whose outcome is unknown, nor to a log of another, nor on a wrong state. */
  get mayWrite(): boolean {
    return this.#state === "open" || this.#state === "held" || this.#state === "stopping";
  }

  /** False where this is no way out of the present state. */
  take(step: SequencerStep): boolean {
    const next = WAYS[this.#state][step];
    if (next === undefined) return false;
    this.#state = next;
    if (next !== "closed") this.#refusal = REFUSALS[next];
    return true;
  }
}
