/**
 * Sees the command that makes an order from both sides, where only the stretch is known in which it stands: what each command of the
 * stretch meets is put down, and kept of the one after which the order has its id. So the log is replayed once. Rule EXPLAIN-LIFE-1.
 */
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { CommandWitness } from "../../runtime/replica/replay.ts";
import type { EngineOutcome } from "../../runtime/replica/submission.ts";
import { StepWitness } from "./step-witness.ts";
import type { Step } from "./words/explanation.ts";
import { type Subject, subjectOf } from "./words/subject.ts";

export class CreationWitness implements CommandWitness {
  readonly #state: ExchangeState;
  readonly #id: number;
  #open: StepWitness | undefined;
  #subject: Subject | undefined;
  #step: Step | undefined;

  constructor(state: ExchangeState, id: number) {
    this.#state = state;
    this.#id = id;
  }

  meets(command: Command, timeMs: number): void {
    this.#open = undefined;
    const { orders, position } = this.#state;
    if (orders.orderIdLast >= this.#id) return;
    this.#subject = subjectOf(this.#state, command);
    const wanted = { positions: new Set([position + 1]), hadEnded: () => false };
    this.#open = new StepWitness(this.#state, wanted);
    this.#open.meets(command, timeMs);
  }

  leaves(outcome: EngineOutcome | undefined, events: readonly ExchangeEvent[]): void {
    if (!this.#open || this.#state.orders.orderIdLast < this.#id) return;
    this.#open.leaves(outcome, events);
    [this.#step] = this.#open.steps;
  }

  /** Undefined where the command was another's than the order's user: it must be looked at with that user in mind. */
  stepOf(user: number): Step | undefined {
    return this.#subject?.user === user ? this.#step : undefined;
  }
}

/** Both see every command. */
export function bothOf(one: CommandWitness, other: CommandWitness): CommandWitness {
  return {
    meets(command, timeMs) {
      one.meets(command, timeMs);
      other.meets(command, timeMs);
    },
    leaves(outcome, events) {
      one.leaves(outcome, events);
      other.leaves(outcome, events);
    },
  };
}
