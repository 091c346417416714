/** Explanations that the archivist's process makes, one at a time, while it goes on following and answering. Rule EXPLAIN-PACE-1. */

import type { ProgramLog } from "../edge/program-log/program-log.ts";
import type { ExplainMessage, FromArchivist } from "../runtime/archivist/archivist-process.ts";
import { EXPLAIN_LIMIT_MS } from "../runtime/archivist/explanations.ts";
import { answer } from "../tools/explain/answer.ts";

/** EXPLAIN-PACE-1: after so much of it other messages are served. */
const SLICE_MS = 5;

const pace = {
  sliceMs: SLICE_MS,
  limitMs: EXPLAIN_LIMIT_MS,
  now: () => performance.now(),
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

type Sources = Pick<Parameters<typeof answer>[0], "disk" | "history" | "directory">;

interface ExplainerParts extends Sources {
  readonly log: ProgramLog;
  readonly tell: (message: FromArchivist) => void;
}

export class OneExplanation {
  readonly #parts: ExplainerParts;
  #isMade = false;

  constructor(parts: ExplainerParts) {
    this.#parts = parts;
  }

  async make({ number, id, position }: ExplainMessage): Promise<void> {
    const { log, tell, ...sources } = this.#parts;
    const refuse = (sentence: string) =>
      tell({ type: "explained", number, explained: { ok: false, sentence } });
    if (this.#isMade) {
      refuse("Another explanation is being made; ask again.");
      return;
    }
    this.#isMade = true;
    try {
      const text = JSON.stringify(
        await answer({ ...sources, durablePosition: position, id, pace }),
      );
      tell({ type: "explained", number, explained: { ok: true, text } });
    } catch (error) {
      log.error(error);
      refuse(`It could not be explained: ${(error as Error).message}.`);
    } finally {
      this.#isMade = false;
    }
  }
}
