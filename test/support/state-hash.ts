/** The state hash of a live line: of the same bytes that a replica at its position would write. */

import { stateHashOf } from "../../src/audit/verify.ts";
import type { Line } from "../../src/service/line.ts";
import { Replica } from "../../src/service/replay.ts";

export function hashOfLine({ state, views }: Pick<Line, "state" | "views">): string {
  const parts = { state: { value: state }, views: { value: views } };
  return stateHashOf(Object.create(Replica.prototype, parts) as Replica);
}
