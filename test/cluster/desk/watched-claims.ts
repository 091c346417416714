/** The claims of a campaign against a cluster: they also know which order was acknowledged last, wherever that was. */
import type { Placement, Told } from "../../crash/checker/order-claims.ts";
import { Claims } from "../../crash/claims.ts";

export class WatchedClaims extends Claims {
  #last: Placement | undefined;

  override answer(placement: Placement, told: Told): void {
    super.answer(placement, told);
    // A query of futures answers with a list, also where there is nothing.
    if (told?.status === 200 && placement.area !== "futures") this.#last = placement;
  }

  /** Whoever asks for it from now on must be shown it, at every node. */
  get lastAcknowledged(): Placement | undefined {
    return this.#last;
  }
}
