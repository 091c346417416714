/**
 * `bourse verify`: replays a directory offline from the oldest state it has, changes nothing, and
 * says what it found: the hash chain (the log's reader checks it), the digest of every batch, the
 * invariants of a state (from scratch, at distances that grow with the state, at each snapshot and at
 * the end) and of what happens (audit.ts, every event), the views against a plain list of trades
 * (tape.ts), each snapshot against replay, and the history store against what ended. It is the
 * operator's proof, so it throws at the first thing that is wrong. Rule LOG-VERIFY-1.
 */
import type { OnProgress } from "../../core/base/progress.ts";
import { brokenInvariants } from "../../core/engine/invariants/invariants.ts";
import type { Disk } from "../../log/disk.ts";
import { openFileLog } from "../../log/file/file-log.ts";
import { listSnapshots, readSnapshot, type Snapshot } from "../../log/file/snapshot-files.ts";
import { witnessesOf } from "../../log/file/witness.ts";
import { hexHashOf } from "../../log/hash.ts";
import { type Cursor, GENESIS } from "../../log/log.ts";
import { findSegment } from "../../log/segment/segments.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { Replica } from "../../runtime/replica/replay.ts";
import { chooseSnapshot, restore } from "../../runtime/replica/restore.ts";
import { Audit } from "./audit.ts";
import { EntryCheck } from "./entry-check.ts";
import { HistoryCheck } from "./history-check.ts";
import { PlacesCheck } from "./places-check.ts";
import { Tapes } from "./tape.ts";
import { type AssetTotal, totalsOf } from "./totals.ts";

export interface VerifyReport {
  /** "the beginning" or the snapshot it started at. */
  readonly startedAt: string;
  readonly position: number;
  readonly batches: number;
  readonly stateHash: string;
  readonly snapshotsCompared: readonly string[];
  readonly damagedSnapshots: readonly string[];
  readonly tornTail: string | undefined;
  /** Of the history store, when there is one: up to where it goes, and how much was compared. */
  readonly history: { readonly position: number; readonly records: number } | undefined;
  readonly totals: readonly AssetTotal[];
}

/** A directory that is not what it should be. */
export class VerifyFailed extends Error {
  override readonly name = "VerifyFailed";
}

/**
 * LOG-VERIFY-1: a check from scratch looks at everything there is, so the next one comes when at
 * least as many commands have been followed: however large the exchange, a command costs the same.
 */
const DISTANCE_MIN = 10_000;

/** How many commands are followed after a check that looked at so much. */
export function distanceAfter(looked: number): number {
  return Math.max(DISTANCE_MIN, looked);
}

export async function verify(
  disk: Disk,
  history?: HistoryStore,
  onProgress: OnProgress = () => undefined,
): Promise<VerifyReport> {
  const newest = chooseSnapshot(disk).snapshot;
  const log = await openFileLog({
    disk,
    readOnly: true,
    from: newest?.cursor,
    witnesses: witnessesOf(disk),
  });
  const snapshots = readAll(disk);
  const start = findSegment(disk, GENESIS.segment) ? undefined : snapshots.sound[0];
  const from = start?.snapshot.cursor ?? GENESIS;
  const check = new ReplayCheck(snapshots.sound, from, history);
  const total = log.end.position - from.position;
  const replica = restore(log, start?.snapshot, (at) => {
    check.at(at);
    onProgress(at.state.position - from.position, total);
  });
  log.close();

  const { tornTail } = log.recovery;
  return {
    ...reportOf(check, replica, start?.name),
    damagedSnapshots: snapshots.damaged,
    tornTail: tornTail && `${tornTail.file} offset ${tornTail.offset}, ${tornTail.bytes} bytes`,
  };
}

/** What was found, when the last batch has been followed; throws where that does not hold. */
export function reportOf(
  check: ReplayCheck,
  replica: Replica,
  startedAt: string | undefined,
): Omit<VerifyReport, "damagedSnapshots" | "tornTail"> {
  check.invariants(replica);
  check.allMet();
  check.history(replica);
  return {
    startedAt: startedAt ?? "the beginning",
    position: replica.state.position,
    batches: check.batches,
    stateHash: stateHashOf(replica),
    snapshotsCompared: [...check.compared],
    history: check.historyReport,
    totals: totalsOf(replica.state),
  };
}

/** Whether both are the same state; a snapshot in an older form is compared once it is read. */
function isOf(snapshot: Snapshot, replica: Replica): boolean {
  const hash = stateHashOf(replica);
  if (hash === Buffer.from(snapshot.stateHash).toString("hex")) return true;
  return hash === stateHashOf(Replica.start(snapshot));
}

/** A sound snapshot. */
export interface NamedSnapshot {
  readonly name: string;
  readonly snapshot: Snapshot;
}

function readAll(disk: Disk): { sound: NamedSnapshot[]; damaged: string[] } {
  const sound: NamedSnapshot[] = [];
  const damaged: string[] = [];
  for (const name of listSnapshots(disk)) {
    const read = readSnapshot(disk, name);
    if (read.ok) sound.push({ name, snapshot: read.snapshot });
    else damaged.push(`${name}: ${read.damaged}`);
  }
  return { sound, damaged };
}

/** The checks between two batches. */
export class ReplayCheck {
  readonly #snapshots: readonly NamedSnapshot[];
  readonly #start: Cursor;
  readonly compared = new Set<string>();
  batches = 0;
  #nextInvariants = 0;
  #audit: Audit | undefined;
  #entries: EntryCheck | undefined;
  #tapes: Tapes | undefined;
  readonly #store: HistoryStore | undefined;
  #history: HistoryCheck | undefined;
  #places: PlacesCheck | undefined;

  constructor(snapshots: readonly NamedSnapshot[], start: Cursor, store: HistoryStore | undefined) {
    this.#snapshots = snapshots;
    this.#start = start;
    this.#store = store;
  }

  get historyReport(): VerifyReport["history"] {
    return this.#history && { position: this.#history.position, records: this.#history.count };
  }

  history({ state }: Replica): void {
    const [problem] = this.#history?.problems(state.position) ?? [];
    const first = problem ?? this.#places?.problem();
    if (first) throw new VerifyFailed(first);
  }

  at(replica: Replica): void {
    // A replay that met a void record begins again.
    const isStart = replica.cursor === this.#start;
    this.batches = isStart ? 0 : this.batches + 1;
    if (isStart) this.#follow(replica);
    else this.#places?.follow(replica);
    if (this.#isSnapshot(replica) || replica.state.position >= this.#nextInvariants) {
      this.invariants(replica);
    }
  }

  /** Whether a snapshot was taken here; it must be the state that replay gave. */
  #isSnapshot(replica: Replica): boolean {
    const { hash } = replica.cursor;
    const here = this.#snapshots.filter(({ snapshot }) => isSame(snapshot.cursor.hash, hash));
    for (const { name, snapshot } of here) {
      if (!isOf(snapshot, replica)) throw new VerifyFailed(`snapshot ${name} differs from replay`);
      this.compared.add(name);
    }
    return here.length > 0;
  }

  /** A sound snapshot that replay never passed is not of this log. */
  allMet(): void {
    const stray = this.#snapshots.find(({ name }) => !this.compared.has(name));
    if (stray) throw new VerifyFailed(`snapshot ${stray.name} lies at no place of the log`);
  }

  #follow(replica: Replica): void {
    const { state } = replica;
    this.#nextInvariants = state.position;
    const audit = new Audit(state);
    const tapes = new Tapes(state.position === 0 ? 0 : state.timeMs);
    const history = this.#store && new HistoryCheck(this.#store, state.position);
    this.#audit = audit;
    this.#tapes = tapes;
    this.#history = history;
    this.#places = this.#store && new PlacesCheck(this.#store);
    this.#places?.begin(replica);
    replica.views.onClosed = (closed) =>
      history?.see({ type: "CandlesClosed", ...closed }, state.position);
    const entries = new EntryCheck(state);
    this.#entries = entries;
    replica.onPosted((posted) => {
      entries.see(posted.rows);
      history?.see(posted, state.position);
    });
    replica.onEvent((event) => {
      audit.see(event);
      history?.see(event, state.position);
      tapes.see(event);
    });
  }

  invariants({ state, views }: Replica): void {
    this.#audit?.compare();
    this.#entries?.compare();
    const followed = [...(this.#audit?.broken ?? []), ...(this.#entries?.broken ?? [])];
    const shown = this.#tapes?.differences(views, state.timeMs) ?? [];
    const [first] = [...followed, ...shown, ...brokenInvariants(state)];
    if (first) throw new VerifyFailed(`broken at position ${state.position}: ${first}`);
    const looked = state.orders.byId.size + state.users.users.length + (this.#tapes?.size ?? 0);
    this.#nextInvariants = state.position + distanceAfter(looked);
  }
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** The state hash: SHA-256 of the canonical bytes. */
export function stateHashOf(replica: Replica): string {
  return hexHashOf(replica.write());
}
