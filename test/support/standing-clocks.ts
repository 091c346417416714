/** The clocks of one machine, any of which may stand for a while and then go on from where it stood. */
import type { Clocks } from "../../src/runtime/cluster/clocks.ts";

export const CLOCKS = ["monotonic", "boot", "wall"] as const;
export type ClockName = (typeof CLOCKS)[number];

/** Without anything standing, both clocks of the machine go together. */
type Going = Pick<Clocks, "monotonicMs" | "wallMs">;

export class StandingClocks implements Clocks {
  readonly #going: Going;
  /** How far each is behind. */
  readonly #behindMs = { monotonic: 0, boot: 0, wall: 0 };
  #standing: ReadonlySet<ClockName> = new Set();
  #sinceMs = 0;

  constructor(going: Going) {
    this.#going = going;
  }

  stop(standing: readonly ClockName[]): void {
    this.goOn();
    this.#standing = new Set(standing);
    this.#sinceMs = this.#going.monotonicMs();
  }

  goOn(): void {
    for (const name of this.#standing) this.#behindMs[name] += this.#stoodMs;
    this.#standing = new Set();
  }

  /** As a time server does it: the wall clock is set to what it should be. */
  setWallRight(): void {
    this.#behindMs.wall = 0;
  }

  get #stoodMs(): number {
    return this.#going.monotonicMs() - this.#sinceMs;
  }

  monotonicMs(): number {
    return this.#going.monotonicMs() - this.#lostBy("monotonic");
  }

  bootMs(): number {
    return this.#going.monotonicMs() - this.#lostBy("boot");
  }

  wallMs(): number {
    return this.#going.wallMs() - this.#lostBy("wall");
  }

  #lostBy(name: ClockName): number {
    return this.#behindMs[name] + (this.#standing.has(name) ? this.#stoodMs : 0);
  }
}
