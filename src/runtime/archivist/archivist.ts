/**
 * The archivist follows the log in a process of its own, keeps the history store and makes the
 * snapshots, so the sequencer never stalls for them, and each snapshot is a recovery drill: what it
 * writes is what replay gave. It is told up to where the log is durable and reads the rest itself.
 * Both are made only of a state that the batch behind it confirms by its digest; after any
 * difference nothing is changed any more, nor when the state itself does not add up, which is looked
 * at before each snapshot. Rules LOG-SNAP-1, LOG-DIGEST-1, LOG-FULL-1, HIST-SNAP-1, HIST-CONFIRM-1,
 * CORE-TRIP-5.
 */

import { Fault } from "../../core/base/assert.ts";
import type { Catalogue } from "../../core/engine/catalogue/catalogue.ts";
import { HOUR_MS } from "../../core/engine/directory.ts";
import { brokenInvariants } from "../../core/engine/invariants/invariants.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { type Disk, DiskFull } from "../../log/disk.ts";
import { LogReader } from "../../log/file/log-reader.ts";
import { ChainReader, LogCorrupt } from "../../log/file/read-chain.ts";
import {
  keepNewest,
  listSnapshots,
  readCursor,
  readSnapshot,
  SNAPSHOT_DIRECTORY,
  type Snapshot,
  writeSnapshot,
} from "../../log/file/snapshot-files.ts";
import { WitnessFile } from "../../log/file/witness.ts";
import { type Batch, type Cursor, GENESIS, isOrigin } from "../../log/log.ts";
import { findSegment, retireSegments } from "../../log/segment/segments.ts";
import type { Found, Query } from "../history/history.ts";
import { COMMANDS_MIN, endsAfter, PlaceTaker } from "../history/places/place-taker.ts";
import type { HistoryStore } from "../history/store/history-store.ts";
import { Follower } from "../replica/follower.ts";
import { CommandFault, DigestDiffers, digestOf, type Replica } from "../replica/replay.ts";
import { chooseSnapshot, restore } from "../replica/restore.ts";
import { guard } from "./guarded-disk.ts";
import { HistoryWriter } from "./history-writer.ts";
import { FORGET_AFTER_MS, SNAPSHOTS_KEPT, type SnapshotTerms } from "./keeping.ts";

export interface ArchivistOptions {
  readonly disk: Disk;
  readonly history: HistoryStore;
  /** A snapshot is due after this many commands, */
  readonly snapshotEvery: number;
  /** or this much engine time with changes. */
  readonly snapshotEveryMs: number;
  /** The terms of a sandbox: it may be left running, and starts as fast on any day. */
  readonly ofSandbox?: SnapshotTerms;
  /** HIST-PLACE-1: about how many commands are a place of the index. */
  readonly placeCommands?: number;
  /** Whether segments before the older snapshot are kept in `archive/`. */
  readonly keepsArchive: (kind: ExchangeState["kind"]) => boolean;
  /** Told now and then while a long log is replayed. */
  readonly onBusy?: () => void;
  /** Milliseconds of a clock that never goes back; it decides only how often the log is witnessed. */
  readonly now?: () => number;
  /** Whether the directory is still that of the server that started it; asked before each change. */
  readonly isMine?: () => boolean;
}

/** Batches between two signs of life. */
const BUSY_EVERY = 1_000;
/** LOG-WITNESS-2: at least so often while the log moves. */
export const WITNESS_EVERY_MS = 1_000;
/** After a full disk: engine time until the next try. */
const RETRY_MS = 60_000;

/**
 * Whether an error means that the log cannot be followed, now or ever: it is damaged, or replay does
 * not give what was live. Anything else is the archivist's own trouble, and another may do better.
 */
export function isDifference(error: unknown): error is Error {
  if (error instanceof DigestDiffers || error instanceof LogCorrupt) return true;
  if (error instanceof CommandFault || error instanceof HistoryDiffers) return true;
  if (error instanceof StateBroken) return true;
  return error instanceof Error && error.cause instanceof Fault; // A command that cannot be read.
}

/** The history store and the log do not belong together, or one of them lost its end. */
export class HistoryDiffers extends Error {
  override readonly name = "HistoryDiffers";
}

/** CORE-TRIP-5: the state that a snapshot was to be made of does not add up. */
export class StateBroken extends Error {
  override readonly name = "StateBroken";
}

/** What is remembered of a state, to tell what came after it. */
type Mark = Pick<Replica["state"], "position" | "timeMs" | "hourMs">;

export class Archivist {
  readonly #options: ArchivistOptions;
  readonly #disk: Disk;
  readonly #reader: LogReader;
  readonly #follower: Follower;
  readonly #history: HistoryWriter;
  readonly #places: PlaceTaker;
  readonly #witness: WitnessFile;
  #witnessedAtMs = Number.NEGATIVE_INFINITY;
  readonly #now: () => number;
  /** The place behind the last batch that was followed. */
  #seen: Cursor | undefined;
  /** Names of snapshots that were found damaged. */
  readonly #damaged: Set<string>;
  /** The state of the newest snapshot. */
  #newest: Mark;
  /** After a full disk: when the next try is, whichever comes first. */
  #retry: Pick<Mark, "position" | "timeMs"> = { position: 0, timeMs: 0 };

  /** Restores from the newest snapshot and the log up to `durablePosition`. */
  constructor(options: ArchivistOptions, durablePosition: number) {
    const { history, disk, isMine = () => true } = options;
    this.#options = options;
    const ends = endsAfter(options.placeCommands ?? COMMANDS_MIN);
    this.#places = new PlaceTaker((place) => this.#history.notePlace(place), ends);
    this.#disk = guard(disk, isMine);
    this.#now = options.now ?? (() => performance.now());
    this.#witness = new WitnessFile(this.#disk);
    this.#history = new HistoryWriter(history, isMine, () => this.#bearWitness());
    checkHistoryWithin(history.position, durablePosition);
    const { snapshot: newest, damaged } = chooseSnapshot(this.#disk);
    this.#damaged = new Set(damaged.map(({ name }) => name));
    this.#history.owe(newest?.cursor.position ?? 0);
    const start = startFor(this.#disk, newest, history.position);
    const read = (from: Cursor) => new LogReader(this.#disk, from).readTo(durablePosition);
    let mark: Mark | undefined;
    let batches = 0;
    const restored = restore({ read }, start, (replica, batch) => {
      const { state } = replica;
      if (!mark || state.position === newest?.cursor.position) mark = markOf(state);
      if (batch) this.#followed(replica, batch);
      else this.#takeNotes(replica);
      if (++batches % BUSY_EVERY === 0) options.onBusy?.();
    });
    this.#history.write();
    this.#follower = new Follower(restored);
    this.#reader = new LogReader(this.#disk, restored.cursor);
    const { timeMs } = newest ?? restored.state;
    this.#newest = { ...markOf(restored.state), ...mark, timeMs };
  }

  #takeNotes(replica: Replica): void {
    const { state, views } = replica;
    this.#history.restart();
    this.#places.begin(replica, this.#options.history.places.known);
    replica.onCommand = this.#places.see;
    replica.onEvent((event) => this.#history.note(event, state.position));
    replica.onPosted((posted) => this.#history.note(posted, state.position));
    views.onClosed = (closed) =>
      this.#history.note({ type: "CandlesClosed", ...closed }, state.position);
  }

  /** HIST-CONFIRM-1: a batch that was followed bears out the state before it. */
  #followed(followed: Pick<Follower, "state" | "cursor">, { digestPosition, count }: Batch): void {
    const { state, cursor } = followed;
    this.#seen = cursor;
    this.#places.follow(followed);
    if (digestPosition === state.position - count) this.#history.confirm(digestPosition);
  }

  get position(): number {
    return this.#follower.state.position;
  }

  get snapshotPosition(): number {
    return this.#newest.position;
  }

  /** The newest snapshot; at position 0 while there is none. */
  get snapshot(): Pick<Mark, "position" | "timeMs"> {
    const { position, timeMs } = this.#newest;
    return { position, timeMs };
  }

  /** Up to here nothing that ended is missing from the history store. */
  get archivedPosition(): number {
    return this.#history.position;
  }

  /** LOG-FULL-1: why history waits, while it does. */
  get historyProblem(): string | undefined {
    return this.#history.problem;
  }

  /** The state as of the archivist's position; to be read, and only before the archivist goes on. */
  get state(): Replica["state"] {
    return this.#follower.state;
  }

  get catalogue(): Catalogue {
    return this.#follower.state.catalogue;
  }

  /** As of where nothing is missing: the store itself knows only of the last record that it was given. */
  find(query: Query): Found {
    const found = this.#options.history.find(query);
    return { ...found, position: Math.max(found.position, this.archivedPosition) };
  }

  /** Follows the log to `durablePosition`; writes history, and makes a snapshot when one is due. */
  advance(durablePosition: number): void {
    this.#follower.orHalt(() => {
      if (this.position === durablePosition) this.#confirmEnd();
      this.#history.write();
      for (const batch of this.#reader.readTo(durablePosition)) {
        if (this.#isSnapshotDue() && this.#follower.isConfirmedBy(batch)) this.takeSnapshot();
        this.#follower.follow(batch);
        this.#followed(this.#follower, batch);
        if (this.#history.isFull) break; // LOG-FULL-1: until the store takes it.
        this.#witnessWhenDue();
      }
      this.#history.write();
      this.#witnessWhenDue();
    });
  }

  /** HIST-FORGET-1: looks at `rows` rows of these users' history; a production directory forgets nothing. */
  forget(names: readonly string[], rows: number): number {
    const { kind, users, timeMs } = this.#follower.state;
    if (this.#follower.isHalted || kind !== "sandbox") return 0;
    const ids = names.flatMap((name) => users.byName.get(name)?.id ?? []);
    const forgotten = { users: ids, beforeMs: Math.max(0, timeMs - FORGET_AFTER_MS) };
    return this.#options.history.forget(forgotten, rows);
  }

  /** Called now and then, also while the log rests: its last commands want a witness, too. */
  witness(): void {
    this.#follower.orHalt(() => this.#witnessWhenDue());
  }

  #witnessWhenDue(): void {
    if (this.#now() - this.#witnessedAtMs >= WITNESS_EVERY_MS) this.#witnessIfThereIsRoom();
  }

  /** LOG-FULL-1: on a full disk it waits, like the snapshots. */
  #witnessIfThereIsRoom(): void {
    try {
      this.#bearWitness();
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
    }
  }

  /** LOG-WITNESS-2: notes down how far the log goes. */
  #bearWitness(): void {
    if (this.#seen) this.#witness.note(this.#seen);
    this.#witnessedAtMs = this.#now();
  }

  /** An empty batch that closes the log bears out its end before there is more to follow. */
  #confirmEnd(): void {
    if (this.#history.position === this.position) return;
    const closing = this.#readOneMore();
    if (closing?.count === 0 && this.#follower.isConfirmedBy(closing))
      this.#history.confirm(this.position);
  }

  /**
   * The sequencer has stopped at `durablePosition` and the log is closed: a snapshot of the end, if the
   * empty batch that closes it (LOG-IDLE-1) confirms it. Without one the next start replays more.
   */
  finish(durablePosition: number): void {
    this.advance(durablePosition);
    this.#follower.orHalt(() => {
      const closing = this.#readOneMore();
      if (closing && this.#follower.isConfirmedBy(closing)) this.takeSnapshot();
      this.#witnessIfThereIsRoom();
    });
  }

  /** The batch behind the last one that was followed; it is looked at only. */
  #readOneMore(): Batch | undefined {
    const reader = new ChainReader(this.#disk, this.#follower.cursor);
    try {
      const next = reader.next();
      return next && "after" in next ? next : undefined;
    } finally {
      reader.close();
    }
  }

  get #terms(): SnapshotTerms {
    const { snapshotEveryMs, ofSandbox } = this.#options;
    const isSandbox = this.#follower.state.kind === "sandbox";
    if (isSandbox && ofSandbox) return ofSandbox;
    return { snapshotEveryMs, snapshotsKept: SNAPSHOTS_KEPT };
  }

  #isSnapshotDue(): boolean {
    const { position, timeMs, hourMs } = this.#follower.state;
    const { snapshotEvery } = this.#options;
    const { snapshotEveryMs } = this.#terms;
    if (position < this.#retry.position && timeMs < this.#retry.timeMs) return false;
    const commands = position - this.#newest.position;
    if (commands >= snapshotEvery) return true;
    if (timeMs - this.#newest.timeMs < snapshotEveryMs) return false;
    // CORE-TICK-1: each hour ticks by one command. The first of all opens the directory.
    const isFirst = this.#newest.position === 0;
    const hourTicks = isFirst ? 0 : (hourMs - this.#newest.hourMs) / HOUR_MS;
    return commands > hourTicks;
  }

  /**
   * The state as of the last batch, at once, unless the newest snapshot has it already. LOG-FULL-1:
   * on a full disk snapshots wait; the log is there all the same.
   */
  takeSnapshot(): void {
    const { state } = this.#follower;
    if (this.#follower.isHalted || state.position === this.#newest.position) return;
    this.#follower.orHalt(() => checkState(state));
    try {
      this.#places.end(this.#follower); // HIST-PLACE-2
      this.#history.writeUpTo(state.position); // HIST-SNAP-1
      this.#write();
      this.#tidy();
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      const commands = Math.ceil(this.#options.snapshotEvery / 10);
      this.#retry = { position: state.position + commands, timeMs: state.timeMs + RETRY_MS };
    }
  }

  #write(): void {
    const { state, cursor } = this.#follower;
    const head = { cursor, timeMs: state.timeMs, digest: digestOf(state) };
    const { name } = writeSnapshot(this.#disk, head, this.#follower.replica.write());
    this.#damaged.delete(name);
    this.#newest = markOf(state);
  }

  /** Removes what the new snapshot makes unnecessary; what cannot be done now is done by the next. */
  #tidy(): void {
    this.#removeDamaged();
    const { snapshotsKept } = this.#terms;
    const older = listSnapshots(this.#disk).at(-snapshotsKept);
    const read = older === undefined ? undefined : readSnapshot(this.#disk, older);
    if (!read?.ok) return;
    const { cursor } = read.snapshot;
    const keep = this.#options.keepsArchive(this.#follower.state.kind);
    keepNewest(this.#disk, snapshotsKept, (name) =>
      this.#isOrigin(name, keep ? 0 : cursor.segment),
    );
    retireSegments(this.#disk, { before: cursor, keep });
  }

  /** SANDBOX-STATE-2: the state that a log begins at is needed for as long as its first segment is there. */
  #isOrigin(name: string, segmentMin: number): boolean {
    const cursor = readCursor(this.#disk, name);
    return cursor !== undefined && isOrigin(cursor) && cursor.segment >= segmentMin;
  }

  /** LOG-SNAP-2: a damaged one must not push a sound one out of those that are kept. */
  #removeDamaged(): void {
    const damaged = listSnapshots(this.#disk).filter((name) => this.#damaged.has(name));
    for (const name of damaged) this.#disk.remove(`${SNAPSHOT_DIRECTORY}/${name}`);
    if (damaged.length > 0) this.#disk.syncDirectory(SNAPSHOT_DIRECTORY);
  }
}

/** CORE-TRIP-5: a snapshot is what a start believes, so it is held against all that must be true. */
function checkState(state: Replica["state"]): void {
  const [first] = brokenInvariants(state);
  if (first !== undefined) throw new StateBroken(`broken at position ${state.position}: ${first}`);
}

/** HIST-ONCE-1: a store that knows more than the log is of another log, or the log lost its end. */
function checkHistoryWithin(position: number, durablePosition: number): void {
  if (position <= durablePosition) return;
  const ends = `ends at ${position}, the log at ${durablePosition}`;
  throw new HistoryDiffers(`the history store is later than the log (it ${ends})`);
}

/** The newest snapshot, unless the history store lost what came before it: then an older start. */
function startFor(disk: Disk, newest: Snapshot | undefined, history: number): Snapshot | undefined {
  if (!newest || newest.cursor.position <= history) return newest;
  for (const name of [...listSnapshots(disk)].reverse()) {
    const read = readSnapshot(disk, name);
    if (read.ok && read.snapshot.cursor.position <= history) return read.snapshot;
  }
  if (findSegment(disk, GENESIS.segment)) return undefined;
  const rest = "and the log behind it is gone; bourse rebuild-history makes one from what there is";
  throw new Error(`the history store ends at position ${history}, ${rest}`);
}

function markOf({ position, timeMs, hourMs }: Mark): Mark {
  return { position, timeMs, hourMs };
}
