/**
 * A replica: a state with what is read from its events. There is one way along the log for all of them, `apply`: the sequencer
 * leads a replica with the commands that it has made durable; the restart, the archivist, gateways, `verify` and `void` follow
 * with batches, whose digests are checked on the way. Rules CORE-REPLAY-1, LOG-DIGEST-1, LOG-VOID-1, CORE-TRIP-4.
 */

import { assert, Fault } from "../../core/base/assert.ts";
import { EventList } from "../../core/base/event-list.ts";
import { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import type { Room } from "../../core/base/rows/row-space.ts";
import { type Command, decodeCommands } from "../../core/engine/codec.ts";
import { apply, passOver } from "../../core/engine/engine.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import { type OnTouched, problemOf, takeTripped } from "../../core/engine/invariants/tripwire.ts";
import type { BalanceHolder } from "../../core/engine/ledger/clearing.ts";
import { Journal, type PostedRows } from "../../core/engine/ledger/journal.ts";
import { readSnapshot, writeSnapshot } from "../../core/engine/snapshot/snapshot.ts";
import type { FillDirection } from "../../core/engine/snapshot/snapshot-orders.ts";
import { type ExchangeState, emptyState, LIMITS } from "../../core/engine/state.ts";
import { Views } from "../../core/views/views.ts";
import type { Snapshot } from "../../log/file/snapshot-files.ts";
import { type Batch, type Cursor, type DigestHalves, GENESIS } from "../../log/log.ts";
import type { EntriesPosted } from "../history/ledger-entries.ts";
import type { UnarchivedRecords } from "../history/unarchived-records.ts";
import type { EngineOutcome } from "./submission.ts";

/** The digest of a state as the log carries it. */
export function digestOf({ digest }: ExchangeState): DigestHalves {
  const [low = 0, high = 0] = digest;
  return { high: high >>> 0, low: low >>> 0 };
}

/** Replay gave another state than the one that was live: the worst that can happen. */
export class DigestDiffers extends Error {
  override readonly name = "DigestDiffers";
  readonly position: number;

  constructor(position: number) {
    super(`the state at position ${position} is not the one that was live there`);
    this.position = position;
  }
}

/** Where a batch begins: the last place that a digest can be given for. */
interface Confirmed {
  readonly position: number;
  readonly timeMs: number;
  readonly digest: DigestHalves;
}

/** A command that broke an invariant, live or in replay. */
export class CommandFault extends Error {
  override readonly name = "CommandFault";
  readonly position: number;
  /** The last position before the command that a digest can be given for. */
  readonly digestPosition: number;
  readonly digest: DigestHalves;
  /** Engine time there. */
  readonly timeMs: number;

  constructor(position: number, before: Confirmed, cause: unknown) {
    const sentence = cause instanceof Error ? cause.message : String(cause);
    super(`the command at position ${position} faults: ${sentence}`, { cause });
    this.position = position;
    this.digestPosition = before.position;
    this.digest = before.digest;
    this.timeMs = before.timeMs;
  }
}

/** Sees a command from both sides: the state that it meets, and what became of it. */
export interface CommandWitness {
  meets(command: Command, timeMs: number): void;
  /** LOG-VOID-1: a command that was made void has no outcome. */
  leaves(outcome: EngineOutcome | undefined, events: readonly ExchangeEvent[]): void;
}

/** Something that did not add up, and the command after which it was seen. */
interface Suspect {
  readonly position: number;
  readonly holder: BalanceHolder;
}

interface ReplicaStart {
  readonly cursor: Cursor;
  readonly voids: ReadonlySet<number>;
}

export class Replica {
  readonly state: ExchangeState;
  readonly views: Views;
  /** Positions that were made void. */
  readonly #voids: ReadonlySet<number>;
  /** The place in the log up to which it has followed. */
  cursor: Cursor;
  /** HIST-OWN-1: where there is an archive besides, what it may not have yet. */
  unarchived: UnarchivedRecords | undefined;
  witness: CommandWitness | undefined;
  /** Told of each command that is followed, before it is applied. */
  onCommand: ((command: Command) => void) | undefined;
  /** Told whose money a command posted to. */
  onTouched: OnTouched | undefined;
  /** The checks that failed after a command of the batch that is being followed. */
  #suspects: Suspect[] = [];
  readonly #listeners: ((event: ExchangeEvent) => void)[] = [];
  readonly #postingListeners = new Set<(posted: EntriesPosted) => void>();
  readonly #events = new EventList<ExchangeEvent>();
  /** The events of the command that is being followed, for the witness: a command that is led has none. */
  #seen: ExchangeEvent[] | undefined;

  private constructor(state: ExchangeState, views: Views, at: ReplicaStart) {
    this.state = state;
    this.views = views;
    this.cursor = at.cursor;
    this.#voids = at.voids;
  }

  /** At a snapshot, or at the beginning. */
  static start(
    snapshot: Snapshot | undefined,
    voids: ReadonlySet<number> = new Set(),
    { direction, room }: { readonly direction?: FillDirection; readonly room?: Room } = {},
  ): Replica {
    if (!snapshot) return Replica.of(emptyState(LIMITS, room), voids);
    const from = new ByteReader(snapshot.body);
    const state = readSnapshot(from.raw(), direction, LIMITS, room);
    const views = new Views();
    views.read(from);
    assert(from.isAtEnd(), "a snapshot ends with its views");
    return new Replica(state, views, { cursor: snapshot.cursor, voids });
  }

  /** At the beginning of a log, with a state that nothing has happened to. */
  static of(state: ExchangeState, voids: ReadonlySet<number> = new Set()): Replica {
    return new Replica(state, new Views(), { cursor: GENESIS, voids });
  }

  /** The body of a snapshot: canonical, so its SHA-256 is the state hash. */
  write(): Uint8Array[] {
    return writeBody(this.state, this.views);
  }

  /** Called with every event, behind the views and what the archive lacks. */
  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * LEDGER-ENTRY-1: called with what a command has posted to users, if anything, behind its events; until the returned function is
   * called. Without a listener the ledger has no journal, and a posting costs nothing more.
   */
  onPosted(listener: (posted: EntriesPosted) => void): () => void {
    const { ledger } = this.state;
    ledger.journal ??= new Journal(ledger.wallets);
    this.#postingListeners.add(listener);
    return () => {
      this.#postingListeners.delete(listener);
      if (this.#postingListeners.size === 0) ledger.journal = undefined;
    };
  }

  /** Applies a command that is durable; what has happened is told event by event, when the engine is done. */
  apply(command: Command, timeMs: number): EngineOutcome {
    const outcome = apply(this.state, command, { timeMs, events: this.#events });
    this.#events.drain(this.#tell);
    const rows = this.state.ledger.journal?.take();
    if (rows) this.#tellPosted(rows);
    return outcome;
  }

  #tellPosted(rows: PostedRows): void {
    const { position, timeMs } = this.state;
    const posted = { type: "EntriesPosted", position, timeMs, rows } as const;
    for (const listener of this.#postingListeners) listener(posted);
  }

  readonly #tell = (event: ExchangeEvent): void => {
    this.views.fold(event);
    this.unarchived?.add(event, this.state.position);
    for (const listener of this.#listeners) listener(event);
    this.#seen?.push(event);
  };

  /** Applies one batch, after the digest it carries has been checked. */
  follow(batch: Batch): void {
    const { state } = this;
    const { position, timeMs } = state;
    const before = { position, timeMs, digest: digestOf(state) };
    this.#checkDigest(batch, before);
    try {
      for (const command of decodeCommands(batch.payload, batch.count)) {
        this.#applyOne(command, batch.timeMs, before);
      }
    } catch (error) {
      if (error instanceof CommandFault) throw error;
      // The command may be of a newer version: the operator must know which one.
      const sentence = `the command at position ${state.position + 1} cannot be read`;
      throw new Error(`${sentence}: ${(error as Error).message}`, { cause: error });
    }
    if (this.#suspects.length > 0) this.#checkSuspects(before);
    this.cursor = batch.after;
  }

  /** Only the batch of a void record may carry an older digest: it was written after a fault. */
  #checkDigest(batch: Batch, before: Confirmed): void {
    if (batch.digestPosition === before.position) {
      const { high, low } = before.digest;
      if (batch.digest.high === high && batch.digest.low === low) return;
    } else if (batch.digestPosition < before.position && isOfVoids(batch)) {
      return;
    }
    throw new DigestDiffers(before.position);
  }

  #applyOne(command: Command, timeMs: number, before: Confirmed): void {
    const { state } = this;
    const position = state.position + 1;
    this.onCommand?.(command);
    this.witness?.meets(command, timeMs);
    if (this.#voids.has(position)) {
      passOver(state, timeMs); // LOG-VOID-1
      this.witness?.leaves(undefined, []);
      return;
    }
    const seen = this.witness && [];
    this.#seen = seen;
    const outcome = this.#applyOrFault(command, timeMs, before);
    this.#seen = undefined;
    const tripped = takeTripped(state, this.onTouched);
    if (tripped.length > 0) this.#suspect(position, tripped);
    if (seen) this.witness?.leaves(outcome, seen);
  }

  #applyOrFault(command: Command, timeMs: number, before: Confirmed): EngineOutcome {
    const position = this.state.position + 1;
    try {
      return this.apply(command, timeMs);
    } catch (error) {
      throw new CommandFault(position, before, error);
    }
  }

  #suspect(position: number, tripped: readonly BalanceHolder[]): void {
    for (const holder of tripped) this.#suspects.push({ position, holder });
  }

  /**
   * CORE-TRIP-4: live, the tripwire looks after a whole batch, so only what is still wrong at its end
   * counts here; but the sentence must name a command, so the check ran after each.
   */
  #checkSuspects(before: Confirmed): void {
    for (const { position, holder } of this.#suspects) {
      const problem = problemOf(this.state, holder);
      if (problem !== undefined) throw new CommandFault(position, before, new Fault(problem));
    }
    this.#suspects = [];
  }
}

/** A state and its views as the body of a snapshot. */
export function writeBody(state: ExchangeState, views: Views): Uint8Array[] {
  const written = writeSnapshot(state);
  const out = new ByteWriter();
  out.uint(written.length);
  const head = out.view().slice();
  out.reset();
  views.write(out);
  return [head, written, out.view()];
}

function isOfVoids(batch: Batch): boolean {
  return batch.count > 0 && voidsIn(batch).length === batch.count;
}

/** The positions that a batch makes void. */
export function voidsIn(batch: Batch): number[] {
  const positions: number[] = [];
  for (const command of decodeCommands(batch.payload, batch.count)) {
    if (command.type === "VoidCommand") positions.push(command.position);
  }
  return positions;
}
