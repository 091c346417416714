/**
 * The bans that hold, folded from events: what the API checks before anything else (USER-BAN-3). As
 * large as the engine's own table of bans, which has a bound (USER-BAN-4).
 */

import { blockOf } from "../../core/base/address.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { Ban } from "../../core/engine/users/bans.ts";

export class BanTable {
  readonly #endsAtMs = new Map<string, number>();

  constructor(bans: Iterable<Ban> = []) {
    for (const { block, endsAtMs } of bans) this.#endsAtMs.set(block, endsAtMs);
  }

  get size(): number {
    return this.#endsAtMs.size;
  }

  fold(event: ExchangeEvent): void {
    if (event.type === "AddressBanned") this.#endsAtMs.set(event.block, event.endsAtMs);
    else if (event.type === "BanLifted") this.#endsAtMs.delete(event.block);
  }

  /** How long an address is still banned; 0 when it is not. */
  leftMs(address: string, timeMs: number): number {
    if (this.#endsAtMs.size === 0) return 0;
    const endsAtMs = this.#endsAtMs.get(blockOf(address)) ?? 0;
    return Math.max(0, endsAtMs - timeMs);
  }
}
