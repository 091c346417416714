/**
 * What the fault rules did, strike by strike: the newest in memory for the list, and each handed on to be written
 * down, so that an explanation finds it after a restart. SANDBOX-FAULT-12.
 */
import type { FaultKind } from "../../contract/operator/sandbox/fault-words.ts";

export interface Strike {
  /** When, in ISO 8601, by the wall clock. */
  readonly time: string;
  /** The id of the rule, and what it is about. */
  readonly rule: number;
  readonly route: string;
  readonly kind: FaultKind;
  /** The name of the user; left out without a login. */
  readonly user?: string;
  readonly ms?: number;
  /** The request that was struck, as `X-Request-Id` has it. */
  readonly request?: string;
  /** The message that was struck: its channel and numbers. */
  readonly channel?: string;
  readonly seq?: string;
  readonly prev?: string;
  /** What became of it, where the kind alone does not tell. */
  readonly note?: string;
}

/** SANDBOX-FAULT-12: so many are listed. */
export const STRIKES_MAX = 1_000;

export class Strikes {
  #newest: Strike[] = [];
  #next = 0;
  /** Writes a strike down. */
  onStrike: (strike: Strike) => void = () => undefined;

  add(strike: Strike): void {
    this.#newest[this.#next] = strike;
    this.#next = (this.#next + 1) % STRIKES_MAX;
    this.onStrike(strike);
  }

  /** Oldest first. */
  get list(): readonly Strike[] {
    return [...this.#newest.slice(this.#next), ...this.#newest.slice(0, this.#next)];
  }

  clear(): void {
    this.#newest = [];
    this.#next = 0;
  }
}
