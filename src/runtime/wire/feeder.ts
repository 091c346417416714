/**
 * The core's end of all wires: feeds every follower the durable batches of the log, takes the commands they hand
 * over, and says of each where it stands. It encodes no reply: what a command did, a follower finds out itself.
 * A follower that does not keep up is cut off, and goes on from where it was. Rules FOLLOW-FEED-1 to
 * FOLLOW-FEED-3.
 */
import type { Archive } from "../history/joined-history.ts";
import type { Core } from "../sequencer/core.ts";
import { type FaultJudge, FollowerLink } from "./follower-link.ts";
import { frameOf } from "./frame-queue.ts";
import { type CoreStatus, TO_FOLLOWER } from "./frames.ts";
import { RecentBatches } from "./recent-batches.ts";
import type { MakeWay, WireEnd, WireListener } from "./wire.ts";

/** What the followers need of a core. */
export type FeedingCore = Pick<
  Core,
  "state" | "end" | "lines" | "notReady" | "current" | "enter" | "flush" | "onBatch"
>;

export interface FeederOptions {
  readonly core: FeedingCore;
  readonly archive: Archive;
  /** The version of the program. */
  readonly program: string;
  readonly makeWay: MakeWay;
  /** LOG-DIGEST-1: a follower came to another state than the log says. */
  readonly onDiffers: (sentence: string) => void;
  readonly report: (sentence: string) => void;
}

/** CORE-BOUND-1: so many followers at a time. */
export const FOLLOWERS_MAX = 64;

export class Feeder {
  readonly #options: FeederOptions;
  readonly #recent: RecentBatches;
  readonly #links = new Set<FollowerLink>();
  #status: CoreStatus;
  #lines: readonly string[];
  #archived = 0;
  #faults: FaultJudge | undefined;
  /** FOLLOW-LIMIT-1: told what a follower has counted. */
  onCounted: (counts: Uint8Array) => void = () => undefined;
  #isFlushing = false;

  constructor(options: FeederOptions) {
    const { core } = options;
    this.#options = options;
    this.#recent = new RecentBatches(core.end);
    this.#status = core.notReady ?? "";
    this.#lines = core.lines;
    core.onBatch((bytes) => this.#feed(bytes));
  }

  /** How many followers are fed. */
  get count(): number {
    return this.#links.size;
  }

  /**
   * Takes a wire whose other end is a follower; what comes over it is to be told to the listener. A node comes for an
   * epoch, and is let go at its end.
   */
  accept(wire: WireEnd, epoch = 0): WireListener {
    const link = new FollowerLink(wire, {
      ...this.#options,
      epoch,
      isOfNode: epoch > 0,
      recent: this.#recent,
      status: () => this.#status,
      archived: () => this.#archived,
      faults: () => this.#faults,
      flush: () => this.#flush(),
      supersede: (number) => this.#supersede(number, link),
      passOn: (counts, from) => this.#passOn(counts, from),
      onClosed: () => this.#links.delete(link),
    });
    if (this.#links.size >= FOLLOWERS_MAX) link.refuse("There are too many followers.");
    else this.#links.add(link);
    return link;
  }

  /** FOLLOW-FEED-1: only what is durable and was looked at comes here. */
  #feed(bytes: Uint8Array): void {
    const frame = frameOf(TO_FOLLOWER.BATCH, bytes);
    this.#recent.add(frame, this.#options.core.end);
    for (const link of this.#links) link.feed(frame);
  }

  #supersede(number: number, by: FollowerLink): void {
    if (number === 0) return;
    for (const link of this.#links) if (link !== by && link.number === number) link.close();
  }

  #passOn(counts: Uint8Array, from: FollowerLink): void {
    this.tellCounts(counts, from);
    this.onCounted(counts);
  }

  /** FOLLOW-LIMIT-1: tells the followers what was counted elsewhere. */
  tellCounts(counts: Uint8Array, from?: FollowerLink): void {
    const frame = frameOf(TO_FOLLOWER.COUNTS, counts);
    for (const link of this.#links) if (link !== from) link.feed(frame);
  }

  /** The commands of all followers of this turn go into one batch. */
  #flush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.#options.makeWay(() => {
      this.#isFlushing = false;
      this.#options.core.flush();
    });
  }

  /** Called now and then: says to all whether orders are taken. A node hears it each time, and knows that it is fed. */
  beat(): void {
    const status = this.#options.core.notReady ?? "";
    const isNew = status !== this.#status;
    this.#status = status;
    for (const link of this.#links) if (isNew || link.isOfNode) link.tell(status);
    this.#tellLines();
  }

  /** STREAM-RESUME-5: another leads, and gives the line another name. */
  #tellLines(): void {
    const { lines } = this.#options.core;
    if (lines === this.#lines) return;
    this.#lines = lines;
    for (const link of this.#links) link.tellLines();
  }

  /** The history has everything up to here. */
  archived(position: number): void {
    this.#archived = position;
    for (const link of this.#links) link.archived(position);
  }

  /** SANDBOX-FAULT-1: the rules hold at every follower, from when it hears how many there are. */
  judgeBy(faults: FaultJudge | undefined): void {
    this.#faults = faults;
    this.tellFaults();
  }

  /** SANDBOX-FAULT-16: there are more rules, or fewer. */
  tellFaults(): void {
    for (const link of this.#links) link.tellFaults();
  }

  /** CLUSTER-SUBMIT-1: nothing comes in any more from the nodes that came for an epoch. */
  closeNodes(): void {
    for (const link of this.#links) if (link.isOfNode) link.dismiss();
  }

  close(): void {
    for (const link of this.#links) link.close();
  }
}
