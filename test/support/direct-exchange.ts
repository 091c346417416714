/**
 * The real engine without the sequencer and the log: a command is applied the moment it is submitted.
 * What the sequencer may answer besides can be ordered for the next command. Followers can be fed from it: to
 * them each command is a batch of its own.
 */

import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { type Command, encodeCommand } from "../../src/core/engine/codec.ts";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { Journal, type PostedRows } from "../../src/core/engine/ledger/journal.ts";
import type { OutcomeOf } from "../../src/core/engine/outcomes.ts";
import { RULES } from "../../src/core/engine/rule-versions.ts";
import { emptyState } from "../../src/core/engine/state.ts";
import { Views } from "../../src/core/views/views.ts";
import { BatchEncoder, hashOf } from "../../src/log/batch.ts";
import type { Snapshot } from "../../src/log/file/snapshot-files.ts";
import { type Cursor, GENESIS } from "../../src/log/log.ts";
import type { EntriesPosted } from "../../src/runtime/history/ledger-entries.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { EPOCH } from "../../src/runtime/replica/open-log.ts";
import { digestOf, writeBody } from "../../src/runtime/replica/replay.ts";
import type { EngineOutcome, Exchange, Submitted } from "../../src/runtime/replica/submission.ts";
import type { Waiting } from "../../src/runtime/sequencer/waiting.ts";
import type { FeedingCore } from "../../src/runtime/wire/feeder.ts";

export class DirectExchange implements Exchange, FeedingCore {
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
  readonly #postingListeners = new Set<(posted: EntriesPosted) => void>();
  readonly #batchListeners: ((bytes: Uint8Array) => void)[] = [];
  readonly #batches = new BatchEncoder();
  /** Told the outcome of the next command, before followers are fed it. */
  #onOutcome: ((outcome: EngineOutcome) => void) | undefined;
  /** Of the batches that followers were fed. */
  end: Cursor = GENESIS;

  constructor() {
    this.do({ type: "OpenDirectory", kind: "sandbox", format: 1, rules: RULES });
  }

  readonly notReady = undefined;
  readonly lines: readonly string[] = ["00c0ffee"];

  current(): undefined {
    return undefined;
  }

  now(): number {
    return this.nowMs;
  }

  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#listeners.push(listener);
  }

  onPosted(listener: (posted: EntriesPosted) => void): () => void {
    const { ledger } = this.state;
    ledger.journal ??= new Journal(ledger.wallets);
    this.#postingListeners.add(listener);
    return () => void this.#postingListeners.delete(listener);
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
    const notDone = this.#notDone(notAfterMs);
    if (notDone) return notDone;
    const outcome = this.do(command);
    return { kind: "done", outcome, timeMs: this.nowMs, position: this.state.position };
  }

  #notDone(notAfterMs: number): DirectExchange["nextAnswer"] {
    const answer = this.nextAnswer;
    this.nextAnswer = undefined;
    return answer ?? (this.nowMs > notAfterMs ? { kind: "late" } : undefined);
  }

  enter({ command, notAfterMs, answer }: Waiting): void {
    const notDone = this.#notDone(notAfterMs);
    if (notDone) {
      answer(notDone);
      return;
    }
    this.#onOutcome = (outcome) => {
      answer({ kind: "done", outcome, timeMs: this.nowMs, position: this.state.position });
    };
    this.do(command);
  }

  /** Nothing waits here. */
  flush(): void {}

  onBatch(listener: (bytes: Uint8Array) => void): void {
    this.#batchListeners.push(listener);
  }

  /** What a follower begins at, as a snapshot has it; all that comes later it is fed. */
  snapshot(): Snapshot {
    const { position, timeMs } = this.state;
    this.end = { ...GENESIS, position };
    const body = Buffer.concat(writeBody(this.state, this.views));
    return {
      cursor: this.end,
      timeMs,
      digest: digestOf(this.state),
      stateHash: GENESIS.hash,
      body,
    };
  }

  #batchOf(command: Command): Uint8Array {
    const { position, segment, offset, hash: hashBefore } = this.end;
    const out = new ByteWriter();
    encodeCommand(out, command);
    const digest = { digestPosition: this.state.position, digest: digestOf(this.state) };
    const draft = { timeMs: this.nowMs, count: 1, ...digest, payload: out.view() };
    const place = { firstPosition: position + 1, epoch: EPOCH, segment, hashBefore };
    const bytes = this.#batches.encode(draft, place);
    this.end = {
      position: position + 1,
      segment,
      offset: offset + bytes.length,
      hash: hashOf(bytes),
    };
    return bytes;
  }

  do<C extends Command>(command: C): OutcomeOf<C> {
    const answer = this.#onOutcome;
    this.#onOutcome = undefined;
    const batch = this.#batchListeners.length > 0 ? this.#batchOf(command) : undefined;
    const outcome = this.#apply(command);
    answer?.(outcome);
    if (batch) for (const listener of this.#batchListeners) listener(batch);
    return outcome;
  }

  #apply<C extends Command>(command: C): OutcomeOf<C> {
    const events: ExchangeEvent[] = [];
    const outcome = apply(this.state, command, { timeMs: this.nowMs, events });
    this.commands.push(command);
    for (const event of events) {
      this.views.fold(event);
      this.unarchived.add(event, this.state.position);
      for (const listener of this.#listeners) listener(event);
    }
    const rows = this.state.ledger.journal?.take();
    const { position, timeMs } = this.state;
    for (const listener of rows ? this.#postingListeners : []) {
      listener({ type: "EntriesPosted", position, timeMs, rows: rows as PostedRows });
    }
    return outcome;
  }
}
