/**
 * Saves the state of a running sandbox: the sequencer is held, so that state, log and archive come to
 * rest at one position, all of it is written down, and the sequencer goes on. Orders that come meanwhile
 * wait; none is refused. Rule SANDBOX-STATE-1.
 */

import type { Core } from "../../../runtime/sequencer/core.ts";
import { presentOf } from "../../../runtime/sequencer/present-state.ts";
import type { SavedAt } from "../sandbox.ts";
import { StateRefused } from "../state-refused.ts";
import { checkNewState, writeState } from "./saved-state.ts";

/** After this the archive is behind for a reason of its own. */
const ARCHIVE_MS = 5_000;
/** During this wait no order is executed: shorter than any time window. */
const HOLD_MS = 2_000;
const LOOK_MS = 20;

export interface Running {
  readonly directory: string;
  readonly sequencer: Core;
  /** Up to here the history store has everything. */
  readonly archived: () => number;
}

export async function saveState(running: Running, name: string): Promise<SavedAt> {
  const { directory, sequencer } = running;
  checkNewState(directory, name);
  // The archive catches up most of the way before any order has to wait.
  await archiveUpTo(running, sequencer.state.position, ARCHIVE_MS);
  const release = await sequencer.hold();
  if (!release) throw notNow("The exchange is stopping, or takes no commands.");
  try {
    await archiveUpTo(running, sequencer.state.position, HOLD_MS);
    await writeState(directory, name, presentOf(sequencer));
    const { position, timeMs } = sequencer.state;
    return { name, position, timeMs };
  } finally {
    release();
  }
}

async function archiveUpTo(
  { archived }: Running,
  position: number,
  patienceMs: number,
): Promise<void> {
  for (let waitedMs = 0; archived() < position; waitedMs += LOOK_MS) {
    if (waitedMs >= patienceMs) throw notNow("The archive is behind; try again in a moment.");
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

function notNow(sentence: string): StateRefused {
  return new StateRefused("not_now", sentence);
}
