/**
 * A replica: a state and its views, led along the log batch by batch. The restart, the archivist,
 * `verify` and `void` all use this one path, and it checks the digest of every batch on the way.
 * Rules CORE-REPLAY-1, LOG-DIGEST-1, LOG-VOID-1.
 */
import { assert } from "../base/assert.ts";
import { ByteReader, ByteWriter } from "../base/bytes.ts";
import { type Command, decodeCommands } from "../engine/codec.ts";
import { apply, passOver } from "../engine/engine.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { type Direction, readSnapshot, writeSnapshot } from "../engine/snapshot.ts";
import { type ExchangeState, emptyState } from "../engine/state.ts";
import type { Snapshot } from "../log/file/snapshot-files.ts";
import { type Batch, type Cursor, type DigestHalves, GENESIS } from "../log/log.ts";
import { Views } from "../views/views.ts";

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

/** A command that broke an invariant, live or in replay. */
export class CommandFault extends Error {
  override readonly name = "CommandFault";
  readonly position: number;
  /** The last position before it that a digest can be given for. */
  readonly digestPosition: number;
  readonly digest: DigestHalves;

  constructor(
    position: number,
    before: { position: number; digest: DigestHalves },
    cause: unknown,
  ) {
    const sentence = cause instanceof Error ? cause.message : String(cause);
    super(`the command at position ${position} faults: ${sentence}`, { cause });
    this.position = position;
    this.digestPosition = before.position;
    this.digest = before.digest;
  }
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
  /** Told of every event, after the views. */
  onEvent: ((event: ExchangeEvent) => void) | undefined;

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
    direction?: Direction,
  ): Replica {
    if (!snapshot) return new Replica(emptyState(), new Views(), { cursor: GENESIS, voids });
    const from = new ByteReader(snapshot.body);
    const state = readSnapshot(from.raw(), direction);
    const views = new Views();
    views.read(from);
    assert(from.isAtEnd(), "a snapshot ends with its views");
    return new Replica(state, views, { cursor: snapshot.cursor, voids });
  }

  /** The body of a snapshot: canonical, so its SHA-256 is the state hash. */
  write(): Uint8Array[] {
    const state = writeSnapshot(this.state);
    const views = new ByteWriter();
    views.uint(state.length);
    const head = views.view().slice();
    views.reset();
    this.views.write(views);
    return [head, state, views.view()];
  }

  /** Applies one batch, after the digest it carries has been checked. */
  follow(batch: Batch): void {
    const { state } = this;
    const before = { position: state.position, digest: digestOf(state) };
    this.#checkDigest(batch, before);
    try {
      for (const command of decodeCommands(batch.payload, batch.count)) {
        this.#applyOne(command, batch.timeMs, before);
      }
    } catch (error) {
      if (error instanceof CommandFault) throw error;
      // Of a newer version, perhaps: the operator must know which one.
      const sentence = `the command at position ${state.position + 1} cannot be read`;
      throw new Error(`${sentence}: ${(error as Error).message}`, { cause: error });
    }
    this.cursor = batch.after;
  }

  /** Only the batch of a void record may carry an older digest: it was written after a fault. */
  #checkDigest(batch: Batch, before: { position: number; digest: DigestHalves }): void {
    if (batch.digestPosition === before.position) {
      const { high, low } = before.digest;
      if (batch.digest.high === high && batch.digest.low === low) return;
    } else if (batch.digestPosition < before.position && isOfVoids(batch)) {
      return;
    }
    throw new DigestDiffers(before.position);
  }

  #applyOne(
    command: Command,
    timeMs: number,
    before: { position: number; digest: DigestHalves },
  ): void {
    const { state, views } = this;
    const position = state.position + 1;
    if (this.#voids.has(position)) {
      passOver(state, timeMs); // LOG-VOID-1
      return;
    }
    const events: ExchangeEvent[] = [];
    try {
      apply(state, command, { timeMs, events });
      for (const event of events) {
        views.fold(event);
        this.onEvent?.(event);
      }
    } catch (error) {
      throw new CommandFault(position, before, error);
    }
  }
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
