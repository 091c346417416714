/**
 * How often the books were checked, and how often they did not agree: plain numbers that each check
 * counts up and the metrics read. A number that stands still says that the checks no longer run, which
 * is worth an alert of its own.
 */

/** One kind of check since the process began. */
export interface CheckCount {
  ran: number;
  failed: number;
}

export interface Checks {
  /** After every batch, of the accounts that it touched, in the live loop. */
  readonly batch: CheckCount;
  /** Of everything, on every snapshot, in the archivist; counted when the server hears of it. */
  readonly snapshot: CheckCount;
  /** Of rows of the history store, when they are read and by a slow look over all of them. */
  readonly history: CheckCount;
}

export function noChecksYet(): Checks {
  return {
    batch: { ran: 0, failed: 0 },
    snapshot: { ran: 0, failed: 0 },
    history: { ran: 0, failed: 0 },
  };
}

/** Counts one check and hands on what it found; a check that throws has failed. */
export function counted<T>(count: CheckCount, check: () => T): T {
  count.ran++;
  try {
    return check();
  } catch (error) {
    count.failed++;
    throw error;
  }
}
