/**
 * One life of the simulated service: the processes between a start and their end, the disk as they
 * see it, and the moment at which they are to be struck.
 */

import { present } from "../../src/core/base/assert.ts";
import type { Archivist } from "../../src/runtime/archivist/archivist.ts";
import type { RequestClock } from "../../src/runtime/sequencer/clock.ts";
import type { OpenedExchange } from "../../src/runtime/sequencer/open-exchange.ts";
import type { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import { CrashingDisk, type CrashPoint } from "../support/crashing-disk.ts";
import { MachineDown, type SimulatedDisk } from "../support/simulated-disk.ts";
import type { SimulatedFollowers } from "./service-followers.ts";

/** When and how a life is to end. */
export interface Target {
  readonly point: CrashPoint;
  /** How often the moment must come. */
  left: number;
  /** Everything that was not synced may be lost; otherwise only the processes are. */
  readonly isPowerCut: boolean;
  readonly isArchivistOnly: boolean;
}

/** The archivist was killed, and nothing else. */
export class ArchivistKilled extends Error {
  override readonly name = "ArchivistKilled";
}

export class Life {
  readonly disk: CrashingDisk;
  exchange: OpenedExchange | undefined;
  archivist: Archivist | undefined;
  followers: SimulatedFollowers | undefined;
  isArchiving = false;
  isDown = false;
  /** Why the sequencer said that the process must stop. */
  reason: unknown;
  #target: Target | undefined;
  readonly #simulated: SimulatedDisk;
  readonly #count: (what: string) => void;
  isPowerCut = false;

  constructor(disk: SimulatedDisk, target: Target | undefined, count: (what: string) => void) {
    this.#simulated = disk;
    this.#target = target;
    this.#count = count;
    this.disk = new CrashingDisk(disk, (point) => this.#watch(point));
  }

  get sequencer(): Sequencer {
    return present(this.exchange, "an open exchange").sequencer;
  }

  get clock(): RequestClock {
    return present(this.exchange, "an open exchange").clock;
  }

  get isOver(): boolean {
    return this.isDown || this.reason !== undefined;
  }

  break(reason: unknown): void {
    this.reason ??= reason;
  }

  get unarchived(): OpenedExchange["unarchived"] {
    return present(this.exchange, "an open exchange").unarchived;
  }

  /** A moment of the archivist's that is not a call to the disk. */
  strike(point: CrashPoint): void {
    this.#watch(point);
  }

  /** A moment that is not a call to the disk. */
  pass(point: CrashPoint): void {
    try {
      this.#watch(point);
    } catch {
      // Struck: nothing that comes after this reaches a client.
    }
  }

  #watch(point: CrashPoint | undefined): void {
    if (this.isDown) throw new MachineDown("the process is gone");
    const target = this.#target;
    if (!target || target.point !== point) return;
    target.left--;
    if (target.left > 0) return;
    this.#target = undefined;
    this.#count(point);
    if (target.isArchivistOnly && this.isArchiving) throw new ArchivistKilled(point);
    this.isDown = true;
    this.isPowerCut = target.isPowerCut;
    if (target.isPowerCut) this.#simulated.operationsLeft = 0;
    throw new MachineDown(point);
  }
}
