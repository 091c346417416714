/**
 * Followers of the simulated service: replicas that begin at a snapshot on the simulated disk and are fed over
 * wires that take their time, are cut at any byte and opened again. Clients send through them as through the
 * sequencer. What a follower says of itself is held against the core: that it is current, and what its state is.
 */

import { isBehind, readBetween } from "../../src/log/file/read-chain.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { Follower } from "../../src/runtime/replica/follower.ts";
import { chooseSnapshot, restore } from "../../src/runtime/replica/restore.ts";
import type { Exchange } from "../../src/runtime/replica/submission.ts";
import { TouchedUsers } from "../../src/runtime/replica/touched-users.ts";
import { Feeder } from "../../src/runtime/wire/feeder.ts";
import { FollowedExchange } from "../../src/runtime/wire/followed-exchange.ts";
import { memoryWire, type WireEnd, type WireListener } from "../../src/runtime/wire/wire.ts";
import { emptyArchive } from "../support/desk-options.ts";
import { hashOfSequencer } from "../support/state-hash.ts";
import type { VirtualTime } from "../support/virtual-time.ts";
import type { Life } from "./service-life.ts";

const PROGRAM = "simulated";
const COUNT = 2;
/** The most that bytes take from one end to the other. */
const WAY_MS = 12;

export interface FollowersOptions {
  readonly life: Life;
  readonly time: VirtualTime;
  readonly random: () => number;
  readonly fail: (sentence: string) => never;
  readonly count: (what: string) => void;
}

export class SimulatedFollowers {
  readonly #options: FollowersOptions;
  readonly #feeder: Feeder;
  readonly #followers: SimulatedFollower[];

  constructor(options: FollowersOptions) {
    this.#options = options;
    this.#feeder = new Feeder({
      core: options.life.sequencer,
      archive: emptyArchive(),
      program: PROGRAM,
      makeWay: queueMicrotask,
      onDiffers: (sentence) => options.fail(`a follower differs: ${sentence}`),
      report: () => undefined,
    });
    this.#followers = Array.from({ length: COUNT }, (_, at) => this.#follow(at + 1));
  }

  #follow(number: number): SimulatedFollower {
    return new SimulatedFollower(this.#options, this.#feeder, number);
  }

  #draw(): number {
    return Math.floor(this.#options.random() * COUNT);
  }

  /** Where a user's connection leads: of all users, some to the core itself. */
  of(user: number): Exchange {
    return this.#followers[user % (COUNT + 1)]?.exchange ?? this.#options.life.sequencer;
  }

  /** Something happens to a follower, or to what connects it. */
  disturb(): void {
    const at = this.#draw();
    const dice = this.#options.random();
    if (dice < 0.5) this.#followers[at]?.cutSoon();
    else if (dice < 0.8) this.#followers[at]?.ask();
    else {
      this.#followers[at]?.end();
      this.#followers[at] = this.#follow(at + 1);
      this.#options.count("a follower started anew");
    }
  }

  /** When all is said and the wires are open again: every follower has the state of the core. */
  async settle(): Promise<void> {
    const { life, fail } = this.#options;
    for (const follower of this.#followers) {
      const { exchange } = follower;
      const isCurrent = await this.#catchUp(follower);
      if (life.isOver) return;
      if (!isCurrent) fail("a follower does not catch up");
      if (hashOfSequencer(exchange) !== hashOfSequencer(life.sequencer)) {
        fail("a follower that is current has another state than the core");
      }
    }
    this.#options.count("a follower held against the core");
  }

  /** Whether it is current now, and the log did not go on meanwhile. */
  async #catchUp(follower: SimulatedFollower): Promise<boolean> {
    const { life, time } = this.#options;
    follower.mend();
    for (let tries = 0; tries < TRIES && !life.isOver; tries++) {
      let isCurrent = false;
      void follower.exchange.current().then((answer) => {
        isCurrent = answer;
      });
      await time.pass(TRY_MS);
      const isThere = follower.exchange.state.position === life.sequencer.state.position;
      if (isCurrent && isThere) return true;
    }
    return false;
  }
}

/** Between two tries to be current. */
const TRY_MS = 300;
const TRIES = 50;

class SimulatedFollower {
  readonly #options: FollowersOptions;
  readonly exchange: FollowedExchange;
  readonly #feeder: Feeder;
  #wire: WireEnd | undefined;
  /** How many bytes of what the core sends come through. */
  #bytesLeft = Number.POSITIVE_INFINITY;
  #isEnded = false;

  constructor(options: FollowersOptions, feeder: Feeder, number: number) {
    const { life, time, fail } = options;
    this.#options = options;
    this.#feeder = feeder;
    const { disk, sequencer } = life;
    const { snapshot } = chooseSnapshot(disk);
    const { end } = sequencer;
    const replica = restore(
      { read: (from) => (isBehind(from, end) ? [] : readBetween(disk, from, end)) },
      snapshot,
    );
    this.exchange = new FollowedExchange({
      follower: new Follower(replica),
      unarchived: new UnarchivedRecords(),
      touched: new TouchedUsers(),
      open: (listener) => this.#open(listener),
      readOn: (from, until, follow) => {
        for (const batch of readBetween(disk, from, until)) follow(batch);
      },
      program: PROGRAM,
      number,
      now: () => sequencer.now(),
      clockwork: { now: () => time.monotonicMs(), timer: time.timer, makeWay: queueMicrotask },
      onEnd: (reason) => this.#isEnded || life.isDown || fail(`a follower ended: ${reason}`),
      report: () => undefined,
    });
  }

  #open(listener: WireListener): WireEnd {
    const { random, time, life } = this.#options;
    let lastMs = 0;
    const [mine, cores] = memoryWire((goOn) => {
      lastMs = Math.max(lastMs, time.monotonicMs() + Math.floor(random() * WAY_MS));
      time.timer(lastMs - time.monotonicMs(), () => life.isDown || goOn());
    });
    mine.listen({
      bytes: (chunk) => this.#bring(chunk, listener),
      closed: () => listener.closed(),
    });
    cores.listen(this.#feeder.accept(cores.wire));
    this.#wire = mine.wire;
    return mine.wire;
  }

  #bring(chunk: Uint8Array, listener: WireListener): void {
    const arriving = chunk.subarray(0, this.#bytesLeft);
    this.#bytesLeft -= arriving.length;
    if (arriving.length > 0) listener.bytes(arriving);
    if (this.#bytesLeft > 0) return;
    this.#bytesLeft = Number.POSITIVE_INFINITY;
    this.#wire?.close();
    this.#options.count("a wire cut");
  }

  /** After some of the bytes that come next. */
  cutSoon(): void {
    this.#bytesLeft = 1 + Math.floor(this.#options.random() * 400);
  }

  /** What was to be cut is not. */
  mend(): void {
    this.#bytesLeft = Number.POSITIVE_INFINITY;
  }

  /** FOLLOW-READ-1: whoever is told "current" has what was durable when it asked. */
  ask(): void {
    const { life, fail, count } = this.#options;
    const { position } = life.sequencer.state;
    void this.exchange.current().then((isCurrent) => {
      if (!isCurrent || life.isDown) return;
      if (this.exchange.state.position < position) fail("a read was answered from an old state");
      count("a read index");
    });
  }

  end(): void {
    this.#isEnded = true;
    this.exchange.close();
  }
}
