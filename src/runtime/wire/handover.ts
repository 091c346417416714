/**
 * How a follower hands commands over to the core: each leaves with a ticket, and is answered when the follower's own replica has
 * come to its place in the log. What a wire leaves open is settled over the next one, or by the batch of a later epoch.
 * Rules FOLLOW-SUBMIT-1, FOLLOW-SUBMIT-2, CLUSTER-SUBMIT-1.
 */
import { ByteWriter } from "../../core/base/records/bytes.ts";
import { type Command, encodeCommand } from "../../core/engine/codec.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { CommandWitness } from "../replica/replay.ts";
import type { EngineOutcome } from "../replica/submission.ts";
import type { Waiting } from "../sequencer/waiting.ts";
import { type Ticket, TO_CORE } from "./frames.ts";
import { Tickets, type TicketsOptions } from "./tickets.ts";
import type { ToCore } from "./to-core.ts";

export interface HandoverOptions extends TicketsOptions {
  readonly core: ToCore;
  /** Of the replica whose commands it sees. */
  readonly state: Pick<ExchangeState, "position">;
}

export class Handover implements CommandWitness {
  readonly #options: HandoverOptions;
  readonly #tickets: Tickets;
  readonly #command = new ByteWriter();
  /** CLUSTER-SUBMIT-1: in which commands that are handed over stand in the log, or never; 0: any. */
  #epoch = 0;
  /** Of the newest batch that was applied here. */
  #appliedEpoch = 0;
  /** Of the command that is being applied. */
  #timeMs = 0;

  constructor(options: HandoverOptions) {
    this.#options = options;
    this.#tickets = new Tickets(options);
  }

  /** Of the core that welcomed it last; 0 where it is none of a cluster. */
  get epoch(): number {
    return this.#epoch;
  }

  /** FOLLOW-SUBMIT-1: it leaves at the end of this turn. FOLLOW-SUBMIT-3: or never. */
  hand({ command, notAfterMs, answer }: Waiting): void {
    const number = this.#options.core.isOpen()
      ? this.#tickets.draw({ command, answer, epoch: this.#epoch })
      : undefined;
    if (number === undefined) answer({ kind: "unavailable" });
    else this.#send(number, command, notAfterMs);
  }

  #send(number: number, command: Command, notAfterMs: number): void {
    this.#command.reset();
    encodeCommand(this.#command, command);
    this.#options.core.send(TO_CORE.COMMAND, (out) => {
      out.uint(number);
      out.uint(notAfterMs === Number.POSITIVE_INFINITY ? 0 : notAfterMs);
      out.append(this.#command.view());
    });
  }

  /** What the core says of one. */
  spoken(ticket: Ticket): void {
    this.#tickets.take(ticket);
  }

  meets(command: Command, timeMs: number): void {
    this.#timeMs = timeMs;
    this.#tickets.meets(command);
  }

  leaves(outcome: EngineOutcome | undefined): void {
    if (outcome) this.#tickets.applied(this.#options.state.position, outcome, this.#timeMs);
  }

  /** CLUSTER-SUBMIT-1: a batch is applied to its end; one of a later epoch ends what may come of those before. */
  applied(epoch: number): void {
    this.#tickets.settle();
    if (epoch > this.#appliedEpoch) this.claimed(epoch);
  }

  /** CLUSTER-SUBMIT-1: nothing of an epoch before this one comes into the log any more. */
  claimed(epoch: number): void {
    this.#appliedEpoch = epoch;
    this.#tickets.claimed(epoch);
  }

  /** The wire ended. */
  lost(): void {
    this.#tickets.lost();
  }

  /** Another wire is there, to a core of that epoch. What this returns settles what was lost before. */
  welcomed(epoch: number): () => void {
    this.#epoch = epoch;
    return this.#tickets.rejoined();
  }
}
