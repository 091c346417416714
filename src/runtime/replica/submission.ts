/**
 * What crosses between the APIs and the sequencer: plain data both ways, so that an API can run in
 * another process (runtime/wire/). The promises of LOG-DUR-1 are these four answers.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import { engineTimeAt } from "../../core/engine/clock.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { OutcomeOf } from "../../core/engine/outcomes.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Views } from "../../core/views/views.ts";
import type { EntriesPosted } from "../history/ledger-entries.ts";

/** The engine's answer to a command of any type. */
export type EngineOutcome = OutcomeOf<Command>;

export type Submitted<Applied = EngineOutcome> =
  /** Durable and applied, exactly once; the engine may still have said no. */
  | {
      readonly kind: "done";
      readonly outcome: Applied;
      readonly timeMs: number;
      /** Where it stands in the log. */
      readonly position: number;
    }
  /** Too late for its time window when it was numbered; never in the log. */
  | { readonly kind: "late" }
  /** Starting, stopping, full or out of disk; never in the log. */
  | { readonly kind: "unavailable" }
  /** Handed to the log and not answered in time: zero or one times. */
  | { readonly kind: "unknown" };

/** The exchange as the APIs see it. */
export interface Exchange {
  /** The request clock, in ms: `/time`, the timing rule. */
  now(): number;
  /** Hands a command to the sequencer. `notAfterMs` is the end of the request's time window. */
  submit<C extends Command>(command: C, notAfterMs?: number): Promise<Submitted<OutcomeOf<C>>>;
  /** Hands over several, in their order, for one batch if there is room. */
  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs?: number,
  ): Promise<Submitted<OutcomeOf<C>>[]>;
  /** A state to be read and not changed. What is here is durable. */
  readonly state: ExchangeState;
  readonly views: Views;
  /**
   * FOLLOW-READ-1: waits until the state has all that was acknowledged to anybody before this call; false when
   * that is not to be had now. Undefined where it always has: then nothing is waited for.
   */
  current(): Promise<boolean> | undefined;
  /** Why new orders are not taken, while they are not. */
  readonly notReady: NotReady | undefined;
  /**
   * The names of the line of commands that it follows, the present one first: the same in all processes that follow it. Another
   * line may have another command at a position. STREAM-RESUME-5.
   */
  readonly lines: readonly string[];
  /** Called for every event of every command, in order, after it is durable and applied. */
  onEvent(listener: (event: ExchangeEvent) => void): void;
  /** With what each command posts to users, until the returned function is called. */
  onPosted(listener: (posted: EntriesPosted) => void): () => void;
}

/**
 * SANDBOX-CLOCK-1, CORE-TIME-1: the time that a command would get now. Windows and candles are cut in
 * it: the state's own time stands still while nothing is written, and a ticker must move on all the same.
 */
export function engineTimeOf(exchange: Pick<Exchange, "state" | "now">): number {
  return engineTimeAt(exchange.state, exchange.now());
}
