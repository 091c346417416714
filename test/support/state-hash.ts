/** The state hash of a sequencer: of the same bytes that a replica at its position would write. */

import { Replica } from "../../src/runtime/replica/replay.ts";
import type { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import { stateHashOf } from "../../src/tools/audit/verify.ts";

export function hashOfSequencer({ state, views }: Pick<Sequencer, "state" | "views">): string {
  const parts = { state: { value: state }, views: { value: views } };
  return stateHashOf(Object.create(Replica.prototype, parts) as Replica);
}
