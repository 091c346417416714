/**
 * The real engine without the sequencer and the log: a command is applied the moment it is submitted.
 * What the sequencer may answer besides can be ordered for the next command.
 */

import type { Command } from "../../src/engine/codec.ts";
import { apply } from "../../src/engine/engine.ts";
import type { ExchangeEvent } from "../../src/engine/events.ts";
import type { OutcomeOf } from "../../src/engine/outcomes.ts";
import { RULES } from "../../src/engine/rule-versions.ts";
import { emptyState } from "../../src/engine/state.ts";
import { UnarchivedRecords } from "../../src/history/unarchived-records.ts";
import type { Exchange, Submitted } from "../../src/service/submission.ts";
import { Views } from "../../src/views/views.ts";

export class DirectExchange implements Exchange {
  readonly state = emptyState();
  readonly views = new Views();
  /** Nothing is archived: all records are unarchived. */
  readonly unarchived = new UnarchivedRecords();
  /** Every command that reached the engine. */
  readonly commands: Command[] = [];
  nowMs = 1_700_000_000_000;
  /** Given instead of applying the next command. */
  nextAnswer: Exclude<Submitted, { kind: "done" }> | undefined;
  #listeners: ((event: ExchangeEvent) => void)[] = [];

  constructor() {
    this.do({ type: "OpenDirectory", kind: "sandbox", format: 1, rules: RULES });
  }

  now(): number {
    return this.nowMs;
  }

  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#listeners.push(listener);
  }

  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs?: number,
  ): Promise<Submitted<OutcomeOf<C>>[]> {
    return Promise.all(commands.map((command) => this.submit(command, notAfterMs)));
  }

  async submit<C extends Command>(
    command: C,
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>> {
    const answer = this.nextAnswer;
    this.nextAnswer = undefined;
    if (answer) return answer;
    if (this.nowMs > notAfterMs) return { kind: "late" };
    return { kind: "done", outcome: this.do(command), timeMs: this.nowMs };
  }

  do<C extends Command>(command: C): OutcomeOf<C> {
    const events: ExchangeEvent[] = [];
    const outcome = apply(this.state, command, { timeMs: this.nowMs, events });
    this.commands.push(command);
    for (const event of events) {
      this.views.fold(event);
      this.unarchived.add(event, this.state.position);
      for (const listener of this.#listeners) listener(event);
    }
    return outcome;
  }
}
