/**
 * Every change of a user's balances, in the order of the log, with the balance behind it. Nothing of it lasts, so a snapshot is
 * empty; what was before it is in the ledgers of the REST API, under the same ids. STREAM-MINE-6.
 */
import { MY_LEDGER } from "../../../contract/streams/private-rows.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Advance, Topic } from "../channel.ts";
import { EventQueue } from "../event-queue.ts";
import type { LedgerAudience } from "./ledger-audience.ts";
import type { MyEntryText, PrivateWords } from "./private-words.ts";

const pageText = writerAround(MY_LEDGER, "entries");
const write = (rows: readonly MyEntryText[]) => pageText({ entries: writtenList(rows) });

export interface LedgerTools {
  readonly ledgers: LedgerAudience;
  readonly words: Pick<PrivateWords, "ledgerEntry">;
  readonly mark: () => void;
}

export class LedgerTopic implements Topic {
  /** At the next beat. */
  readonly everyMs = 0;
  readonly #mark: () => void;
  readonly #leave: () => void;
  readonly #fresh = new EventQueue<MyEntryText>();

  constructor(user: UserId, { ledgers, words, mark }: LedgerTools) {
    this.#mark = mark;
    this.#leave = ledgers.join(user, (entries, position) => {
      for (const entry of entries) {
        this.#fresh.push(words.ledgerEntry(entry), { position, counter: entry.first + 1 });
      }
      mark();
    });
  }

  told() {
    return write([]);
  }

  advance(): Advance | undefined {
    const piece = this.#fresh.take();
    if (!piece) return undefined;
    if (!this.#fresh.isEmpty) this.#mark();
    return { data: write(piece.rows), seq: piece.seq, isWhole: piece.isCut };
  }

  /** Postings are not kept: who comes from another process begins anew, and reads what is missing by its ids. */
  since(): undefined {
    return undefined;
  }

  close(): void {
    this.#leave();
  }
}
