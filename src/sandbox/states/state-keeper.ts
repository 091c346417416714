/**
 * Saves the state of a running sandbox: the line is held, so that state, log and archive come to rest
 * at one position, what is there is written down, and the line goes on. Orders that come meanwhile
 * wait; nobody is refused. Rule SANDBOX-STATE-1.
 */
import type { Line } from "../../service/line.ts";
import { presentOf } from "../../service/present-state.ts";
import type { SavedAt } from "../sandbox.ts";
import { StateRefused } from "../state-refused.ts";
import { checkNewState, writeState } from "./saved-state.ts";

/** After this the archive is behind for a reason of its own, and trading must go on. */
const ARCHIVE_MS = 5_000;
const LOOK_MS = 20;

export interface Running {
  readonly directory: string;
  readonly line: Line;
  /** Up to here the history store has everything. */
  readonly archived: () => number;
}

export async function saveState(running: Running, name: string): Promise<SavedAt> {
  const { directory, line } = running;
  checkNewState(directory, name);
  const release = await line.hold();
  try {
    await archiveAtRest(running);
    await writeState(directory, name, presentOf(line));
    const { position, timeMs } = line.state;
    return { name, position, timeMs };
  } finally {
    release();
  }
}

async function archiveAtRest({ line, archived }: Running): Promise<void> {
  for (let waitedMs = 0; archived() < line.state.position; waitedMs += LOOK_MS) {
    if (waitedMs >= ARCHIVE_MS) throw archiveBehind();
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function archiveBehind(): StateRefused {
  return new StateRefused("not_now", "The archive is behind; try again in a moment.");
}
