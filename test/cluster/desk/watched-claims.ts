/** The claims of a campaign against a cluster: they also know what orders were answered, and which was acknowledged last, wherever that was. */
import type { Placement, Told } from "../../crash/checker/order-claims.ts";
import { Claims } from "../../crash/claims.ts";

export class WatchedClaims extends Claims {
  #last: Placement | undefined;
  /** How often orders were answered with a status; 0 is no answer. */
  readonly statuses = new Map<number, number>();

  override answer(placement: Placement, told: Told): void {
    super.answer(placement, told);
    const status = told?.status ?? 0;
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    // A query of futures answers with a list, also where there is nothing.
    if (told?.status === 200 && placement.area !== "futures") this.#last = placement;
  }

  /** Whoever asks for it from now on must be shown it, at every node. */
  get lastAcknowledged(): Placement | undefined {
    return this.#last;
  }
}
