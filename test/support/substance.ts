/** Bytes of the state without position, time and digest: what a reject must leave alone. */
import { writeSnapshot } from "../../src/core/engine/snapshot/snapshot.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";

export function substanceOf(state: ExchangeState): Uint8Array {
  return writeSnapshot({ ...state, position: 0, timeMs: 0, digest: new Int32Array(2) }).slice();
}
