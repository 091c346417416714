/**
 * A follower: a replica of the exchange that is fed the durable batches of the log. It begins at a snapshot,
 * holds every batch against the chain and the digest, and halts on a difference: whatever is made of its state,
 * history, snapshots or replies, is made of the state that was live. The archivist reads the batches from the
 * files, a gateway is sent them. Rules CORE-REPLAY-1, LOG-DIGEST-1.
 */
import { decodeBatch } from "../../log/batch.ts";
import { Chain } from "../../log/chain.ts";
import type { Batch, Cursor } from "../../log/log.ts";
import { DigestDiffers, digestOf, type Replica } from "./replay.ts";

/** What a follower was sent does not continue what it has. */
export class ChainBroken extends Error {
  override readonly name = "ChainBroken";
}

export class Follower {
  readonly replica: Replica;
  /** Made when bytes come: what a reader brings, the reader has held against the chain. */
  #chain: Chain | undefined;
  #isHalted = false;

  /** `replica` is at a snapshot, or was led along the log from one. */
  constructor(replica: Replica) {
    this.replica = replica;
  }

  get state(): Replica["state"] {
    return this.replica.state;
  }

  get cursor(): Cursor {
    return this.replica.cursor;
  }

  /** LOG-DIGEST-1: nothing may be made of its state any more. */
  get isHalted(): boolean {
    return this.#isHalted;
  }

  /** Applies the batch behind the last one, as the bytes that the log has of it; undefined where it is halted. */
  feed(bytes: Uint8Array): Batch | undefined {
    return this.orHalt(() => {
      const batch = this.#batchOf(bytes);
      this.replica.follow(batch);
      return batch;
    });
  }

  /** Its state was led along the log by another, who is done with it. */
  moveTo(cursor: Cursor): void {
    this.replica.cursor = cursor;
    this.#chain = undefined;
  }

  #batchOf(bytes: Uint8Array): Batch {
    const decoded = decodeBatch(bytes);
    if (!decoded.ok) throw this.#broken(decoded.problem);
    const { batch } = decoded;
    if (batch.length !== bytes.length) throw this.#broken("bytes behind the batch");
    const chain = this.#chain ?? new Chain(this.cursor);
    this.#chain = chain;
    if (batch.segment === chain.segment + 1) chain.beginNextSegment();
    const problem = chain.problemWith(batch);
    if (problem) throw this.#broken(problem);
    return chain.take(batch, bytes);
  }

  #broken(problem: string): ChainBroken {
    return new ChainBroken(`behind position ${this.state.position}: ${problem}`);
  }

  /** Applies a batch that a reader has held against the chain already. */
  follow(batch: Batch): void {
    this.orHalt(() => {
      this.replica.follow(batch);
      this.#chain = undefined;
    });
  }

  /** Whether a batch, which is not applied, bears out the state; only that of a void record speaks of an older one. */
  isConfirmedBy({ digestPosition, digest }: Batch): boolean {
    const { position } = this.state;
    if (digestPosition !== position) return false;
    const { high, low } = digestOf(this.state);
    if (digest.high === high && digest.low === low) return true;
    throw new DigestDiffers(position);
  }

  /** LOG-DIGEST-1: what goes wrong here may leave a wrong state, so nothing is made of it any more. */
  orHalt<T>(work: () => T): T | undefined {
    if (this.#isHalted) return undefined;
    try {
      return work();
    } catch (error) {
      this.#isHalted = true;
      throw error;
    }
  }
}
