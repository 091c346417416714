/**
 * A core on a held log and followers at it, joined by wires in memory that a test can delay and cut. Everything
 * runs on virtual time.
 */

import type { Batch, Cursor } from "../../src/log/log.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { Follower } from "../../src/runtime/replica/follower.ts";
import { Replica } from "../../src/runtime/replica/replay.ts";
import { TouchedUsers } from "../../src/runtime/replica/touched-users.ts";
import type { CoreLinkOptions } from "../../src/runtime/wire/core-link.ts";
import { Feeder } from "../../src/runtime/wire/feeder.ts";
import { FollowedExchange } from "../../src/runtime/wire/followed-exchange.ts";
import { memoryWire, type WireEnd, type WireListener } from "../../src/runtime/wire/wire.ts";
import { emptyArchive } from "./http-client.ts";
import { SequencerDesk } from "./service-desk.ts";

export const PROGRAM = "1.2.3";

/** What comes over the wire of a follower, and what a test does to it. */
export class TestWire {
  /** Those that were opened, the newest last. */
  readonly ends: WireEnd[] = [];
  /** The core's ends of them. */
  readonly coreEnds: WireEnd[] = [];
  /** Where the next one leads instead. */
  elsewhere: Feeder | undefined;
  /** False: every try to open one fails. */
  isReachable = true;
  /** True: what the core sends waits. */
  isSlow = false;
  readonly #held: (() => void)[] = [];
  /** How many bytes of what the core sends arrive before the wire is cut. */
  bytesLeft = Number.POSITIVE_INFINITY;

  open(feeder: Feeder, listener: WireListener): WireEnd {
    const [mine, cores] = memoryWire();
    this.ends.push(mine.wire);
    mine.listen({
      bytes: (chunk) => this.#bring(() => this.#cut(chunk, listener)),
      closed: () => this.#bring(() => listener.closed()),
    });
    this.coreEnds.push(cores.wire);
    if (this.isReachable) cores.listen((this.elsewhere ?? feeder).accept(cores.wire));
    else mine.wire.close();
    return mine.wire;
  }

  #bring(arrive: () => void): void {
    if (this.isSlow) this.#held.push(arrive);
    else arrive();
  }

  #cut(chunk: Uint8Array, listener: WireListener): void {
    const arriving = chunk.subarray(0, this.bytesLeft);
    this.bytesLeft -= arriving.length;
    if (arriving.length > 0) listener.bytes(arriving);
    if (this.bytesLeft > 0) return;
    this.bytesLeft = Number.POSITIVE_INFINITY;
    this.cut();
  }

  cut(): void {
    this.ends.at(-1)?.close();
  }

  /** What was held arrives, and all that comes from now on. */
  release(): void {
    this.isSlow = false;
    for (const arrive of this.#held.splice(0)) arrive();
  }
}

export class FollowerDesk {
  readonly core: SequencerDesk;
  readonly feeder: Feeder;
  readonly reports: string[] = [];
  readonly differences: string[] = [];
  /** How many there were. */
  followers = 0;

  private constructor(core: SequencerDesk) {
    this.core = core;
    this.feeder = new Feeder({
      core: core.sequencer,
      archive: emptyArchive(),
      program: PROGRAM,
      makeWay: queueMicrotask,
      onDiffers: (sentence) => void this.differences.push(sentence),
      report: (sentence) => void this.reports.push(sentence),
    });
  }

  /** The market is open before the first follower comes; appends are let through unless they are held. */
  static async open(): Promise<FollowerDesk> {
    const core = await SequencerDesk.open();
    core.log.isHolding = false;
    return new FollowerDesk(core);
  }

  /** A follower that begins with nothing and has not caught up. */
  follow(changes: Partial<CoreLinkOptions> = {}): FollowerAtDesk {
    return new FollowerAtDesk(this, changes);
  }

  /** One that has caught up. */
  async following(): Promise<FollowerAtDesk> {
    const follower = this.follow();
    await follower.exchange.caughtUp();
    return follower;
  }

  read(from: Cursor): Iterable<Batch> {
    return this.core.log.read(from);
  }
}

export class FollowerAtDesk {
  readonly wire = new TestWire();
  readonly follower = new Follower(Replica.start(undefined));
  readonly unarchived = new UnarchivedRecords();
  readonly touched = new TouchedUsers();
  readonly exchange: FollowedExchange;
  readonly ends: unknown[] = [];
  readonly reports: string[] = [];

  constructor(desk: FollowerDesk, changes: Partial<CoreLinkOptions>) {
    const { time } = desk.core;
    this.exchange = new FollowedExchange({
      follower: this.follower,
      unarchived: this.unarchived,
      touched: this.touched,
      open: (listener) => this.wire.open(desk.feeder, listener),
      readOn: (from, _until, follow) => [...desk.read(from)].forEach(follow),
      program: PROGRAM,
      number: ++desk.followers,
      now: () => time.wallMs(),
      clockwork: { now: () => time.monotonicMs(), timer: time.timer, makeWay: queueMicrotask },
      onEnd: (reason) => void this.ends.push(reason),
      report: (sentence) => void this.reports.push(sentence),
      ...changes,
    });
  }
}
