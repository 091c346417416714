/**
 * How often the books were held against themselves, and how often they did not agree: plain numbers
 * that whoever checks counts up and whoever watches reads. A number that stands still says that
 * nobody checks any more, which is worth an alarm of its own.
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
