/**
 * What is kept, and for how long. Production keeps two snapshots, all of the log and all of history. A
 * sandbox may be left running for months: its snapshots come more often, its log goes back as far as the
 * oldest of them, and what its own traders did is forgotten after a day, a few rows at a time and in
 * step with the log. Rules LOG-KEEP-1, HIST-FORGET-1.
 */

/** When a snapshot is due by engine time, and how many are kept. */
export interface SnapshotTerms {
  readonly snapshotEveryMs: number;
  readonly snapshotsKept: number;
}

export const SNAPSHOT_EVERY = 500_000;
export const SNAPSHOT_EVERY_MS = 3_600_000;
export const SNAPSHOTS_KEPT = 2;
/** LOG-KEEP-1: half an hour of a demo is replayed in a fraction of a second; the log of six is kept. */
export const SANDBOX_SNAPSHOTS: SnapshotTerms = { snapshotEveryMs: 1_800_000, snapshotsKept: 12 };

/** HIST-FORGET-1: engine time for which a sandbox keeps what its own traders did. */
export const FORGET_AFTER_MS = 86_400_000;

/** Between two looks at old rows. */
const LOOK_MS = 1_000;
/** A look at rest, and the largest; a command of the traders leaves about two rows. */
const ROWS_MIN = 200;
const ROWS_MAX = 20_000;
const ROWS_A_COMMAND = 5;

/** HIST-FORGET-1: how many rows are looked at, and when: more than were written since the last look. */
export class ForgettingPace {
  readonly #look: (rows: number) => void;
  readonly #now: () => number;
  #rows = ROWS_MIN;
  #lookedAtMs = Number.NEGATIVE_INFINITY;

  constructor(look: (rows: number) => void, now: () => number) {
    this.#look = look;
    this.#now = now;
  }

  /** So many commands were followed. */
  followed(commands: number): void {
    this.#rows = Math.min(ROWS_MAX, this.#rows + ROWS_A_COMMAND * commands);
    if (this.#now() - this.#lookedAtMs < LOOK_MS) return;
    this.#lookedAtMs = this.#now();
    const rows = this.#rows;
    this.#rows = ROWS_MIN;
    this.#look(rows);
  }
}
