/**
 * What stands behind the APIs of a data directory and leads its state along the log: the sequencer of one machine, or a node
 * of a cluster, which has a sequencer while it leads. Listeners, archivist and demo are the same around either.
 */
import type { Cursor } from "../../log/log.ts";
import type { Exchange } from "../replica/submission.ts";
import type { Waiting } from "./waiting.ts";

export interface Core extends Exchange {
  /** Where the log ends. */
  readonly end: Cursor;
  /** How many commands wait. */
  readonly waiting: number;
  /** LOG-DIGEST-1: nothing is accepted any more. */
  readonly isHalted: boolean;
  /** Lets a command wait until `flush` sends it; it is answered once. */
  enter(waiting: Waiting): void;
  /** Sends what waits and what is due. */
  flush(): void;
  /** FOLLOW-FEED-1: called with the bytes of every batch when it is durable and applied; gone with the next one. */
  onBatch(listener: (bytes: Uint8Array) => void): void;
  /** SANDBOX-STATE-1: nothing more goes into the log until the release; undefined where that is not to be had. */
  hold(): Promise<(() => void) | undefined>;
  /** LOG-DIGEST-1: something does not add up. Nothing is accepted any more, everything is kept. */
  halt(): void;
  /** Takes no more commands; what waits is still done. Resolves when the log is closed. */
  stop(): Promise<void>;
}
