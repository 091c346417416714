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

/** In all; the operator's clients wait for an answer longer than this. */
const ARCHIVE_MS = 20_000;
/** During this wait no order is executed: shorter than any time window. */
const HOLD_MS = 2_000;

export interface Running {
  readonly directory: string;
  readonly sequencer: Core;
  /** Resolves when the history store has everything up to `position`, or with false after `patienceMs`. */
  readonly archivedTo: (position: number, patienceMs: number) => Promise<boolean>;
}

export async function saveState(running: Running, name: string): Promise<SavedAt> {
  const { directory, sequencer } = running;
  checkNewState(directory, name);
  const release = await holdArchived(running);
  try {
    await writeState(directory, name, presentOf(sequencer));
    const { position, timeMs } = sequencer.state;
    return { name, position, timeMs };
  } finally {
    release();
  }
}

/**
 * Holds the sequencer where the archive has everything. The archive comes most of the way before any order has
 * to wait; when it is not there soon after that, orders go on, and all of it begins again.
 */
async function holdArchived({ sequencer, archivedTo }: Running): Promise<() => void> {
  const untilMs = performance.now() + ARCHIVE_MS;
  for (;;) {
    const leftMs = untilMs - performance.now();
    if (leftMs <= 0 || !(await archivedTo(sequencer.state.position, leftMs))) break;
    const release = await sequencer.hold();
    if (!release) throw notNow("The exchange is stopping, or takes no commands.");
    if (await archivedTo(sequencer.state.position, HOLD_MS)) return release;
    release();
  }
  throw notNow("The archive is behind; try again in a moment.");
}

function notNow(sentence: string): StateRefused {
  return new StateRefused("not_now", sentence);
}
