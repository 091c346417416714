/**
 * How a node notices that the leader is silent: it looks at the leader's row and the end of the log again and again, and
 * measures on its own clock for how long they have been the same. No clock is compared with another's. Rule CLUSTER-CLAIM-1.
 */
import type { LeaderSight } from "../../log/postgres/leader-table.ts";

/** So long a leader may be silent. It answers reads for two seconds only, so it has stopped by then (CLUSTER-READ-1). */
export const SILENT_MS = 3_000;
/** Between two looks that count as one. Beats only grow, so two that are equal have none between them; a node that slept long looks again all the same. */
export const GAP_MAX_MS = 2_000;

export class LeaderWatch {
  #seen: string | undefined;
  #sinceMs = 0;
  #lastMs = 0;

  /** Takes a look at a time of a clock that only goes on; whether the leader has been silent for too long. */
  see({ epoch, beat, number }: Pick<LeaderSight, "epoch" | "beat" | "number">, nowMs: number) {
    const seen = `${epoch} ${beat} ${number}`;
    const isUnbroken = nowMs - this.#lastMs <= GAP_MAX_MS;
    if (seen !== this.#seen || !isUnbroken) this.#sinceMs = nowMs;
    this.#seen = seen;
    this.#lastMs = nowMs;
    return nowMs - this.#sinceMs >= SILENT_MS;
  }

  /** For how long nothing has been heard of the leader. */
  silentMs(nowMs: number): number {
    return nowMs - this.#sinceMs;
  }

  /** A look failed: what happened meanwhile is not known. */
  interrupted(): void {
    this.#seen = undefined;
  }
}
