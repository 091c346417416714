/**
 * What every command posts: entries of the ledger, which go on where those before ended and come to what the state has, and an event
 * that says that money moved wherever there is one. Rules LEDGER-ENTRY-1, HIST-LEDGER-3, I-20.
 */
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { Journal } from "../../src/core/engine/ledger/journal.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { movesMoney } from "../../src/runtime/history/records-of.ts";
import { EntryCheck } from "../../src/tools/audit/entry-check.ts";
import { claim } from "./referee/claim.ts";
import type { Tally } from "./tally.ts";

export class LedgerWatch {
  readonly #journal: Journal;
  readonly #check: EntryCheck;
  readonly #tally: Tally;
  #isTold = false;

  constructor(state: ExchangeState, tally: Tally) {
    this.#journal = new Journal(state.ledger.wallets);
    this.#check = new EntryCheck(state);
    this.#tally = tally;
    state.ledger.journal = this.#journal;
  }

  hear(event: ExchangeEvent): void {
    if (movesMoney(event)) this.#isTold = true;
  }

  /** Behind each command. */
  see(): void {
    const rows = this.#journal.take();
    claim(!rows || this.#isTold, "HIST-LEDGER-3 an event says that money moved");
    this.#isTold = false;
    if (!rows) return;
    for (let row = 0; row < rows.count; row++) this.#tally.count(`entry ${rows.kind(row)}`);
    this.#check.see(rows);
    this.#check.compare();
    claim(this.#check.broken.length === 0, this.#check.broken.join("; "));
  }
}
