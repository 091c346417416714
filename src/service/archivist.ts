/**
 * The archivist follows the log in a process of its own and makes the snapshots, so the live line
 * never stalls for one, and each is a recovery drill: what it writes is what replay gave, checked by
 * the digest of every batch. It is told up to where the log is durable and reads the rest itself.
 * Rules LOG-SNAP-1, LOG-DIGEST-1.
 */
import { type Disk, DiskFull } from "../log/disk.ts";
import type { Cursor } from "../log/log.ts";
import { LogReader } from "../log/log-reader.ts";
import { retireSegments } from "../log/segments.ts";
import {
  keepNewest,
  listSnapshots,
  readSnapshot,
  SNAPSHOT_DIRECTORY,
  type SnapshotHead,
  writeSnapshot,
} from "../log/snapshot-files.ts";
import { digestOf, type Replica } from "./replay.ts";
import { chooseSnapshot, restore } from "./restore.ts";

export interface ArchivistOptions {
  readonly disk: Disk;
  /** A snapshot is due after this many commands, */
  readonly snapshotEvery: number;
  /** or this much engine time with changes. */
  readonly snapshotEveryMs: number;
  /** Whether segments before the older snapshot are kept in `archive/`. */
  readonly keepsArchive: (kind: Replica["state"]["kind"]) => boolean;
}

export const SNAPSHOT_EVERY = 500_000;
export const SNAPSHOT_EVERY_MS = 3_600_000;
const SNAPSHOTS_KEPT = 2;

export class Archivist {
  readonly #options: ArchivistOptions;
  readonly #reader: LogReader;
  readonly #replica: Replica;
  /** Names of snapshots that were found damaged. */
  readonly #damaged: ReadonlySet<string>;
  #snapshotPosition: number;
  #snapshotTimeMs: number;
  /** After a full disk: the position of the next try. */
  #waitsUntil = 0;

  /** Restores from the newest snapshot and the log up to `durablePosition`. */
  constructor(options: ArchivistOptions, durablePosition: number) {
    const { snapshot, damaged } = chooseSnapshot(options.disk);
    this.#options = options;
    this.#damaged = new Set(damaged.map(({ name }) => name));
    const read = (from: Cursor) => new LogReader(options.disk, from).readTo(durablePosition);
    this.#replica = restore({ read }, snapshot);
    this.#reader = new LogReader(options.disk, this.#replica.cursor);
    this.#snapshotPosition = snapshot?.cursor.position ?? 0;
    this.#snapshotTimeMs = snapshot?.timeMs ?? this.#replica.state.timeMs;
  }

  get position(): number {
    return this.#replica.state.position;
  }

  get snapshotPosition(): number {
    return this.#snapshotPosition;
  }

  /** Follows the log to `durablePosition`; makes a snapshot when one is due. */
  advance(durablePosition: number): void {
    for (const batch of this.#reader.readTo(durablePosition)) {
      this.#replica.follow(batch);
      if (this.#isSnapshotDue()) this.takeSnapshot();
    }
  }

  #isSnapshotDue(): boolean {
    const { position, timeMs } = this.#replica.state;
    const { snapshotEvery, snapshotEveryMs } = this.#options;
    if (position < this.#waitsUntil) return false;
    const commands = position - this.#snapshotPosition;
    const passedMs = timeMs - this.#snapshotTimeMs;
    return commands >= snapshotEvery || (commands > 0 && passedMs >= snapshotEveryMs);
  }

  /** LOG-FULL-1: on a full disk snapshots wait; the log is there all the same. */
  #tryToWrite(head: SnapshotHead): boolean {
    try {
      const { name } = writeSnapshot(this.#options.disk, head, this.#replica.write());
      this.#removeDamagedBut(name);
      return true;
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      this.#waitsUntil = this.position + Math.ceil(this.#options.snapshotEvery / 10);
      return false;
    }
  }

  /** LOG-SNAP-2: a damaged one must not push a sound one out of those that are kept. */
  #removeDamagedBut(written: string): void {
    const { disk } = this.#options;
    const damaged = listSnapshots(disk).filter((name) => this.#damaged.has(name));
    for (const name of damaged) {
      if (name !== written) disk.remove(`${SNAPSHOT_DIRECTORY}/${name}`);
    }
    if (damaged.length > 0) disk.syncDirectory(SNAPSHOT_DIRECTORY);
  }

  /** The state as of the last batch, unless the newest snapshot has it already. */
  takeSnapshot(): void {
    const { disk, keepsArchive } = this.#options;
    const { state } = this.#replica;
    if (state.position === this.#snapshotPosition) return;
    const head = { cursor: this.#replica.cursor, timeMs: state.timeMs, digest: digestOf(state) };
    if (!this.#tryToWrite(head)) return;
    this.#snapshotPosition = state.position;
    this.#snapshotTimeMs = state.timeMs;
    keepNewest(disk, SNAPSHOTS_KEPT);
    const older = listSnapshots(disk)[0];
    const read = older === undefined ? undefined : readSnapshot(disk, older);
    if (!read?.ok || listSnapshots(disk).length < SNAPSHOTS_KEPT) return;
    retireSegments(disk, { before: read.snapshot.cursor, keep: keepsArchive(state.kind) });
  }
}
