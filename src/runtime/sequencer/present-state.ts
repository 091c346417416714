/**
 * The live state as a snapshot would have it, taken on the spot. It stalls the sequencer for as long as it
 * takes to write, so only a sandbox asks for it; a production directory has the archivist.
 */
import type { SnapshotHead } from "../../log/file/snapshot-files.ts";
import { digestOf, writeBody } from "../replica/replay.ts";
import type { Core } from "./core.ts";

export interface PresentState {
  readonly head: SnapshotHead;
  readonly body: Uint8Array[];
}

/** The state of a sequencer at rest, which is that of the log's end. */
export function presentOf({ state, views, end }: Core): PresentState {
  const head = { cursor: end, timeMs: state.timeMs, digest: digestOf(state) };
  return { head, body: writeBody(state, views) };
}
