/**
 * The core's fault rules as a follower asks them: questions by their numbers, and what became of each. While there are no
 * rules nothing is asked; when the wire ends, nothing strikes. SANDBOX-FAULT-16.
 */
import type { ByteWriter } from "../../core/base/records/bytes.ts";
import {
  type FaultCounts,
  type MessageQuestion,
  NO_FAULTS,
  type StrikeAnswer,
  type StrikeNote,
  type StrikeQuestion,
  type StrikingRule,
  writeMessageStrike,
  writeNote,
  writeStrike,
} from "./fault-frames.ts";
import { TO_CORE } from "./frames.ts";
import type { ToCore } from "./to-core.ts";

type Unnumbered<Question> = Omit<Question, "number">;

export class FollowedStrikes {
  readonly #core: ToCore;
  readonly #awaited = new Map<number, (rule: StrikingRule | undefined) => void>();
  #last = 0;
  /** As the core told them last. */
  counts: FaultCounts = NO_FAULTS;

  constructor(core: ToCore) {
    this.#core = core;
  }

  /** SANDBOX-FAULT-1: asks the core for each request while there are rules, so that each counts all requests. */
  strike(asked: Unnumbered<StrikeQuestion>): Promise<StrikingRule | undefined> | undefined {
    if (this.counts.rules === 0 || !this.#core.isOpen()) return undefined;
    return this.#ask((number) => {
      this.#core.send(TO_CORE.STRIKE, (out) => writeStrike(out, { ...asked, number }));
    });
  }

  strikeMessage(asked: Unnumbered<MessageQuestion>): Promise<StrikingRule | undefined> | undefined {
    if (this.counts.ofStreams === 0 || !this.#core.isOpen()) return undefined;
    return this.#ask((number) => {
      const write = (out: ByteWriter) => writeMessageStrike(out, { ...asked, number });
      this.#core.send(TO_CORE.STRIKE_MESSAGE, write);
    });
  }

  #ask(send: (number: number) => void): Promise<StrikingRule | undefined> {
    const number = ++this.#last;
    send(number);
    return new Promise((resolve) => this.#awaited.set(number, resolve));
  }

  /** SANDBOX-FAULT-12 */
  note(note: StrikeNote): void {
    if (this.#core.isOpen()) this.#core.send(TO_CORE.NOTE, (out) => writeNote(out, note));
  }

  answered({ number, rule }: StrikeAnswer): void {
    const answer = this.#awaited.get(number);
    this.#awaited.delete(number);
    answer?.(rule);
  }

  lost(): void {
    for (const number of [...this.#awaited.keys()]) this.answered({ number, rule: undefined });
  }
}
