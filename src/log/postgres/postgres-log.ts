/**
 * The log in PostgreSQL, with a copy of it in this machine's data directory. An append is one row; it is durable when the
 * server says so and a standby has it. What is read is read from the copy, which has nothing that is not durable. Rules
 * LOG-PG-1 to LOG-PG-4.
 */
import { randomUUID } from "node:crypto";
import { assert } from "../../core/base/assert.ts";
import { BatchEncoder, batchBytesOf, decodeBatch, hashOf } from "../batch.ts";
import { Chain } from "../chain.ts";
import type { Disk } from "../disk.ts";
import { readBetween } from "../file/read-chain.ts";
import type { Appended, Batch, BatchDraft, Cursor, Log } from "../log.ts";
import type { CheckedSessions } from "./checked-sessions.ts";
import { batchDamaged } from "./cluster-damaged.ts";
import { type LeaderRow, readLeader, type TermId } from "./leader-table.ts";
import type { LastBatch, LocalCopy } from "./local-copy.ts";
import { barrier, insertClaim, insertRow, type LogRow, numberOf, rowsBehind } from "./log-table.ts";
import { makePartition, NotOurs } from "./schema.ts";
import { type Insertion, isDoubt, type Settled, type Settlement } from "./settlement.ts";

export interface PostgresLogOptions {
  readonly disk: Disk;
  readonly copy: LocalCopy;
  readonly sessions: CheckedSessions;
  readonly settlement: Settlement;
  /** Batches in a partition of the table. */
  readonly partitionRows: number;
}

/** Who claims, as others see it. */
export interface Claimant {
  readonly node: string;
  readonly address: string;
  /** What it takes over from; without it, whatever there is. */
  readonly seen?: Pick<LeaderRow, "epoch" | "beat">;
}

/** Told of every batch that was fetched, with its bytes. */
export type OnBatch = (batch: Batch, bytes: Uint8Array) => void;

/** Fetched at a time: as many batches as the largest are within 64 MiB. */
const FETCH_ROWS = 256;

export class PostgresLog implements Log {
  readonly #options: PostgresLogOptions;
  readonly #encoder = new BatchEncoder();
  #number: number;
  #lastBatch: Uint8Array = new Uint8Array(0);
  #epochClaimed: number | undefined;
  /** The last partition that is known to be there. */
  #partition = -1;
  #isAppending = false;
  #isClosed = false;

  private constructor(options: PostgresLogOptions, number: number) {
    this.#options = options;
    this.#number = number;
  }

  /** Brings the copy up to the end of the log. */
  static async open(options: PostgresLogOptions): Promise<PostgresLog> {
    const { copy, sessions } = options;
    const number = await numberOf(await sessions.get(), copy.end);
    if (number === undefined) {
      const { position } = copy.end;
      throw new NotOurs(
        `The directory has position ${position} of another log than the cluster's.`,
      );
    }
    const log = new PostgresLog(options, number);
    await log.catchUp();
    return log;
  }

  get end(): Cursor {
    return this.#options.copy.end;
  }

  get lastBatch(): Uint8Array {
    return this.#lastBatch;
  }

  get lastTimeMs(): number {
    return this.#options.copy.last.timeMs;
  }

  get endsEmpty(): boolean {
    return this.#options.copy.last.count === 0;
  }

  get isShortOfSpace(): boolean {
    return this.spaceError !== undefined;
  }

  get spaceError(): Error | undefined {
    return this.#options.copy.spaceError;
  }

  /** LOG-PG-3: an append has an outcome that is not known; nothing else is appended. */
  get isInDoubt(): boolean {
    return this.#options.settlement.isInDoubt;
  }

  /** The number of the last batch that is here. */
  get number(): number {
    return this.#number;
  }

  /** Whether more may be brought by `keep`. */
  get hasRoom(): boolean {
    return this.#options.copy.hasRoom;
  }

  /** Puts the batch behind the last one that the leader says is durable; it was held against the chain. */
  keep(bytes: Uint8Array, batch: LastBatch): void {
    this.#options.copy.keep(bytes, batch);
    this.#number += 1;
  }

  /** Brings the copy up to the end of the log. Throws where PostgreSQL does not answer. */
  async catchUp(onBatch: OnBatch = () => undefined): Promise<void> {
    if (!(await this.#options.copy.whole())) throw this.spaceError ?? new Error("no segment");
    await this.#fetch(onBatch);
  }

  /** LOG-PG-4: what is read is applied only behind a barrier that was made after the read. */
  async #fetch(onBatch: OnBatch): Promise<void> {
    const session = await this.#options.sessions.get();
    for (;;) {
      const rows = await rowsBehind(session, this.#number, FETCH_ROWS);
      if (rows.length === 0) return;
      await barrier(session);
      for (const { number, bytes } of rows) {
        const batch = await this.#take(number, bytes);
        onBatch(batch, bytes);
      }
    }
  }

  async #take(number: number, bytes: Uint8Array): Promise<Batch> {
    const { copy } = this.#options;
    const decoded = decodeBatch(bytes);
    const problem = decoded.ok ? undefined : decoded.problem;
    if (!decoded.ok || number !== this.#number + 1) {
      throw batchDamaged(number, problem ?? "one is missing");
    }
    const { batch } = decoded;
    const chain = new Chain(this.end);
    if (batch.segment === chain.segment + 1) chain.beginNextSegment();
    const wrong = chain.problemWith(batch);
    if (wrong) throw batchDamaged(number, wrong);
    if (!(await copy.stepInto(batch.segment))) throw copy.spaceError ?? new Error("no segment");
    const taken = chain.take(batch, bytes);
    copy.put(bytes, taken);
    this.#number = number;
    return taken;
  }

  claim(epoch: number): boolean {
    return epoch === this.#epochClaimed;
  }

  /**
   * Takes the right to append, with an empty batch that says so and proves the state it comes from. Undefined when
   * another was faster, or the leader was heard since.
   */
  async takeOver(draft: BatchDraft, claimant: Claimant): Promise<TermId | undefined> {
    assert(draft.count === 0, "a claim is an empty batch");
    const seen = claimant.seen ?? (await readLeader(await this.#options.sessions.get()));
    const epoch = Math.max(seen.epoch, this.#options.copy.last.epoch) + 1;
    const claim = randomUUID();
    const appended = await this.#append(epoch, draft, (row) => ({
      row,
      insert: (session) => insertClaim(session, { ...row, ...claimant, seen, claim }),
      isOwn: async (session) => (await readLeader(session)).claim === claim,
    }));
    if (appended !== "durable") return undefined;
    this.#epochClaimed = epoch;
    return { epoch, claim };
  }

  async append(expectedPosition: number, epoch: number, draft: BatchDraft): Promise<Appended> {
    assert(!this.#isClosed, "the log is open for appending");
    assert(expectedPosition === this.end.position + 1, "the next position is appended");
    if (epoch !== this.#epochClaimed) return "fenced";
    return this.#append(epoch, draft, (row) => ({
      row,
      insert: (session) => insertRow(session, row),
    }));
  }

  async #append(
    epoch: number,
    draft: BatchDraft,
    insertionOf: (row: LogRow) => Insertion,
  ): Promise<Appended> {
    assert(!this.#isAppending, "one append is outstanding at a time");
    this.#isAppending = true;
    try {
      await this.#makeRoom();
      const segment = await this.#options.copy.segmentFor(batchBytesOf(draft));
      if (segment === undefined) return "full";
      const row = this.#rowOf(draft, epoch, segment);
      const settled = await this.#options.settlement.settle(insertionOf(row));
      return settled === "durable" ? this.#done(row, draft, segment) : this.#notDone(settled);
    } finally {
      this.#isAppending = false;
      if (this.#isClosed) this.#end();
    }
  }

  /** LOG-PG-6: a partition is there long before its first row; where it cannot be made the next append tries. */
  async #makeRoom(): Promise<void> {
    const { partitionRows, sessions } = this.#options;
    const partition = Math.floor(this.#number / partitionRows + 0.5);
    if (partition <= this.#partition || this.isInDoubt) return;
    try {
      await makePartition(await sessions.get(), { partition, partitionRows });
      this.#partition = partition;
    } catch (error) {
      if (!isDoubt(error)) throw error;
    }
  }

  #rowOf(draft: BatchDraft, epoch: number, segment: number): LogRow {
    const { position, hash: hashBefore } = this.end;
    const firstPosition = position + 1;
    const bytes = this.#encoder.encode(draft, { firstPosition, epoch, segment, hashBefore });
    const { count } = draft;
    return {
      number: this.#number + 1,
      firstPosition,
      count,
      epoch,
      hash: hashOf(bytes),
      hashBefore,
      bytes,
    };
  }

  #done({ number, bytes, hash, epoch }: LogRow, draft: BatchDraft, segment: number): "durable" {
    const { position, segment: before, offset } = this.end;
    const begin = segment === before ? offset : 0;
    const after = { position: position + draft.count, segment, offset: begin + bytes.length, hash };
    const { timeMs, count } = draft;
    this.#options.copy.put(bytes, { timeMs, count, epoch, after });
    this.#number = number;
    this.#lastBatch = bytes;
    return "durable";
  }

  /** Fenced is for ever. */
  #notDone(settled: Exclude<Settled | "unknown", "durable">): Appended {
    this.#epochClaimed = undefined;
    return settled;
  }

  read(from: Cursor): Iterable<Batch> {
    return readBetween(this.#options.disk, from, this.end);
  }

  giveUp(): void {
    this.#options.settlement.close();
  }

  /** An append that is outstanding still gets its answer, unless it is in doubt. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.isInDoubt) this.giveUp();
    if (!this.#isAppending) this.#end();
  }

  #end(): void {
    this.#options.copy.close();
    this.#options.sessions.close();
  }
}
