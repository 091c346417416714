/**
 * The log at a follower: its batches are fed over the wire, or read where they were not fed, and go to the one replica either
 * way. When something does not add up the core hears why, and nothing is applied any more. Rules FOLLOW-FEED-1,
 * FOLLOW-FEED-2, LOG-DIGEST-1.
 */

import type { Batch, Cursor } from "../../log/log.ts";
import type { UnarchivedRecords } from "../history/unarchived-records.ts";
import type { Follower } from "../replica/follower.ts";
import type { CommandWitness } from "../replica/replay.ts";
import type { TouchedUsers } from "../replica/touched-users.ts";
import { TO_CORE } from "./frames.ts";
import type { ToCore } from "./to-core.ts";

export interface FollowedLogOptions {
  readonly follower: Follower;
  readonly unarchived: UnarchivedRecords;
  readonly touched: TouchedUsers;
  readonly witness: CommandWitness;
  readonly core: Pick<ToCore, "send">;
  /** FOLLOW-FEED-2: reads the log by itself up to a place, and hands over every batch on the way. */
  readonly readOn: (
    from: Cursor,
    until: Cursor,
    follow: (batch: Batch) => void,
  ) => Promise<void> | void;
  /** Told of every batch, however it came. */
  readonly onApplied: (batch: Batch) => void;
  /** Told of every batch that was fed, with its bytes, when all that waited for it are answered. */
  readonly onFed?: ((batch: Batch, bytes: Uint8Array) => void) | undefined;
  /** It cannot go on: the log cannot be followed, or the core refuses it. */
  readonly onEnd: (reason: unknown) => void;
}

export class FollowedLog {
  readonly #options: FollowedLogOptions;

  constructor(options: FollowedLogOptions) {
    const { follower, unarchived, touched, witness } = options;
    this.#options = options;
    const { replica } = follower;
    replica.unarchived = unarchived;
    replica.onTouched = touched.note;
    replica.witness = witness;
  }

  get cursor(): Cursor {
    return this.#options.follower.cursor;
  }

  async readTo(end: Cursor): Promise<void> {
    const { readOn, onEnd } = this.#options;
    try {
      await readOn(this.cursor, end, (batch) => this.follow(batch));
    } catch (error) {
      // What cannot be read may have been moved away; another begins at a newer snapshot.
      onEnd(error);
    }
  }

  /** Applies a batch that was not fed: one that a reader has held against the chain. */
  follow(batch: Batch): void {
    const { follower, onApplied } = this.#options;
    this.#orEnd(() => {
      follower.follow(batch);
      onApplied(batch);
    });
  }

  feed(bytes: Uint8Array): void {
    const { follower, onApplied, onFed } = this.#options;
    this.#orEnd(() => {
      const batch = follower.feed(bytes);
      if (!batch) return;
      onApplied(batch);
      onFed?.(batch, bytes);
    });
  }

  /** LOG-DIGEST-1: the core hears why, and the exchange halts. */
  #orEnd(work: () => void): void {
    const { follower, core, onEnd } = this.#options;
    if (follower.isHalted) return;
    try {
      work();
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      core.send(TO_CORE.DIFFERS, (out) => out.text(sentence.slice(0, 1_000)));
      onEnd(error);
    }
  }
}
