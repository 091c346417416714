/**
 * Clients that go on after a refusal: the times of the last refusals of each block of addresses. A
 * hundred within a minute earn a ban (USER-BAN-1). This table only asks for the ban: the ban itself is a
 * command, and until it is in the log each further refusal asks for it again.
 */
import { NO_SLOT, Slots } from "./slots.ts";

export const REFUSALS_TO_BAN = 100;
export const REFUSALS_WITHIN_MS = 60_000;

/** CORE-BOUND-1: how many blocks are watched; more than bans can come of in a minute. */
export const BLOCKS_MAX = 4_096;

export class RefusalCounts {
  readonly #slots: Slots<string>;
  /** The ring of times of each slot, as many as make a ban. */
  readonly #times: Float64Array;
  /** How many refusals each slot had since it began anew. */
  readonly #counts: Float64Array;
  /** Whether the ban of each slot is under way. */
  readonly #areSent: Uint8Array;

  constructor(blocksMax = BLOCKS_MAX) {
    this.#slots = new Slots(blocksMax);
    this.#times = new Float64Array((blocksMax + 1) * REFUSALS_TO_BAN);
    this.#counts = new Float64Array(blocksMax + 1);
    this.#areSent = new Uint8Array(blocksMax + 1);
  }

  /** Notes a refusal. True when the block is to be banned now; then `banAnswered` must follow. */
  note(block: string, nowMs: number): boolean {
    const slot = this.add(block, nowMs);
    if (slot === NO_SLOT) return false;
    const count = this.#counts[slot] as number;
    if (count < REFUSALS_TO_BAN || this.#areSent[slot] === 1) return false;
    // The place behind the newest holds the oldest of the last hundred.
    const firstMs = this.#times[placeOf(slot, count + 1)] as number;
    if (nowMs - firstMs > REFUSALS_WITHIN_MS) return false; // USER-BAN-1
    this.#areSent[slot] = 1;
    return true;
  }

  /** FOLLOW-LIMIT-1: notes a refusal of another process, which asks for the ban itself; its slot. */
  add(block: string, nowMs: number): number {
    const slot = this.#slotOf(block, nowMs);
    if (slot === NO_SLOT) return NO_SLOT;
    const count = (this.#counts[slot] as number) + 1;
    this.#counts[slot] = count;
    this.#times[placeOf(slot, count)] = nowMs;
    this.#slots.renew(slot);
    return slot;
  }

  /** What became of a ban: once it is in the log the block begins anew, else it is tried again. */
  banAnswered(block: string, isLogged: boolean): void {
    const slot = this.#slots.find(block);
    this.#areSent[slot] = 0;
    if (isLogged) this.#counts[slot] = 0;
  }

  /** A full table takes no new block while all others were refused within the minute. */
  #slotOf(block: string, nowMs: number): number {
    const slot = this.#slots.find(block);
    if (slot !== NO_SLOT) return slot;
    const { isFull, oldest } = this.#slots;
    if (isFull && nowMs - this.#lastMs(oldest) <= REFUSALS_WITHIN_MS) return NO_SLOT;
    const given = this.#slots.give(block);
    this.#counts[given] = 0;
    this.#areSent[given] = 0;
    return given;
  }

  #lastMs(slot: number): number {
    return this.#times[placeOf(slot, this.#counts[slot] as number)] as number;
  }
}

function placeOf(slot: number, count: number): number {
  return slot * REFUSALS_TO_BAN + (count % REFUSALS_TO_BAN);
}
