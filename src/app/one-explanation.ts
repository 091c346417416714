/**
 * Explanations that the archivist's process makes, one at a time, while it goes on following and answering. It says how far it is, and
 * gives up what is asked for no more when another comes. Rules EXPLAIN-PACE-1, EXPLAIN-SOON-1.
 */

import type { ExchangeState } from "../core/engine/state.ts";
import type { ProgramLog } from "../edge/program-log/program-log.ts";
import type { ExplainMessage, FromArchivist } from "../runtime/archivist/archivist-process.ts";
import { answer } from "../tools/explain/answer.ts";

/** EXPLAIN-PACE-1: after so much of it other messages are served. */
const SLICE_MS = 5;
/** Between two reports of how far it is. */
const TELL_MS = 200;

type Sources = Pick<Parameters<typeof answer>[0], "disk" | "history" | "directory">;

interface ExplainerParts extends Sources {
  readonly log: ProgramLog;
  readonly tell: (message: FromArchivist) => void;
  /** Follows to a position, and answers with the state there, as long as there is one. */
  readonly follow: (position: number) => ExchangeState | undefined;
  /** The state where the archivist is now. */
  readonly state: () => ExchangeState | undefined;
}

/** Another one is wanted. */
class GivenUp extends Error {
  override readonly name = "GivenUp";
}

export class OneExplanation {
  readonly #parts: ExplainerParts;
  /** The number of the one that is wanted. */
  #wanted = 0;

  constructor(parts: ExplainerParts) {
    this.#parts = parts;
  }

  async make({ number, id, position }: ExplainMessage): Promise<void> {
    const { log, tell, follow, state, ...sources } = this.#parts;
    this.#wanted = number;
    const refuse = (sentence: string) =>
      tell({ type: "explained", number, explained: { ok: false, sentence } });
    try {
      // What it is compared with is then at least as new as what was asked about.
      const live = follow(position) && state;
      const asked = { ...sources, durablePosition: position, id, live, pace: this.#pace(number) };
      const explained = await answer({ ...asked, onProgress: this.#reporter(number) });
      tell({ type: "explained", number, explained: { ok: true, text: JSON.stringify(explained) } });
    } catch (error) {
      if (error instanceof GivenUp) return;
      log.error(error);
      refuse(`It could not be explained: ${(error as Error).message}.`);
    }
  }

  #pace(number: number) {
    return {
      sliceMs: SLICE_MS,
      limitMs: Number.POSITIVE_INFINITY,
      now: () => performance.now(),
      pause: async () => {
        await new Promise<void>((resolve) => setImmediate(resolve));
        if (this.#wanted !== number) throw new GivenUp("another explanation is wanted");
      },
    };
  }

  #reporter(number: number) {
    let toldAtMs = performance.now();
    return (done: number, of: number) => {
      if (performance.now() - toldAtMs < TELL_MS) return;
      toldAtMs = performance.now();
      this.#parts.tell({ type: "explaining", number, done, of });
    };
  }
}
