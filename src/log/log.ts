/**
 * The ordered, durable log: what it promises, whatever stores it. It knows positions, times and
 * bytes, never trading. A position is the number of a command, counted from 1; a batch is what is
 * made durable in one step; an empty batch (count 0) closes an idle log.
 *
 * A batch carries the digest of the state at `digestPosition`, so a replay can check itself.
 */

/** The running digest of the engine as two unsigned 32-bit halves. */
export interface DigestHalves {
  readonly high: number;
  readonly low: number;
}

/** What the sequencer hands over. `payload` must not change until the append has been answered. */
export interface BatchDraft {
  readonly timeMs: number;
  readonly count: number;
  readonly digestPosition: number;
  readonly digest: DigestHalves;
  readonly payload: Uint8Array;
}

/** A batch as it was read back. `after` is where reading goes on. */
export interface Batch extends BatchDraft {
  readonly firstPosition: number;
  readonly epoch: number;
  readonly after: Cursor;
}

/**
 * A place between two batches: everything up to `position` lies before it. `hash` is the SHA-256
 * of the batch before it (32 zero bytes at the very beginning), so a reader that starts here knows
 * that it continues the right chain. A snapshot stores the cursor it was taken at.
 */
export interface Cursor {
  readonly position: number;
  readonly segment: number;
  readonly offset: number;
  readonly hash: Uint8Array;
}

/**
 * - durable: on disk, exactly once.
 * - fenced: another epoch owns the log; nothing was written.
 * - full: there is no space; nothing was written.
 * - unknown: the write failed half-way. The process must stop and start again from disk.
 */
export type Appended = "durable" | "fenced" | "full" | "unknown";

export interface Log {
  /** The end of the log, as of the last durable append. */
  readonly end: Cursor;

  /** The bytes of the last batch that was appended; gone with the next append. */
  readonly lastBatch: Uint8Array;

  /** Time of the last batch; 0 when there is none. */
  readonly lastTimeMs: number;

  /** LOG-IDLE-1: whether it ends with an empty batch, which vouches for the one before; or is empty. */
  readonly endsEmpty: boolean;

  /** True while the next segment cannot be made: what is left belongs to cancels. */
  readonly isShortOfSpace: boolean;

  /** Why it cannot be made: no space (LOG-FULL-1), or no descriptors (LOG-FULL-2). */
  readonly spaceError?: Error | undefined;

  /** LOG-PG-3: it is not known whether the append under way is durable; it is being found out. */
  readonly isInDoubt?: boolean;

  /** LOG-PG-3: that is not found out any more; the append answers unknown. */
  giveUp?(): void;

  /** Takes the right to append; returns false when a later epoch has it. */
  claim(epoch: number): boolean;

  /**
   * Appends one batch whose first command gets `expectedPosition`. One append may be outstanding
   * at a time. Answers once the batch is durable, or says that it is not.
   */
  append(expectedPosition: number, epoch: number, batch: BatchDraft): Promise<Appended>;

  /** The batches from a cursor to the present end, in order. */
  read(from: Cursor): Iterable<Batch>;

  close(): void;
}

export const HASH_BYTES = 32;

/**
 * An origin is where a log begins: position 0 of an empty exchange, or a state that was saved and is
 * gone on from. Only an origin lies at the start of a segment: any other cursor has a batch before it.
 */
export function isOrigin({ offset }: Pick<Cursor, "offset">): boolean {
  return offset === 0;
}

/** Where the log of an empty exchange begins. */
export const GENESIS: Cursor = {
  position: 0,
  segment: 1,
  offset: 0,
  hash: new Uint8Array(HASH_BYTES),
};
