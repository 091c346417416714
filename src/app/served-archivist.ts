/**
 * The archivist as its process has it: it follows what the server says is durable, looks after the history meanwhile, and answers
 * what it is asked. When the log cannot be followed it says so and from then on changes nothing; the history that is
 * written stays readable. Rules LOG-DIGEST-1, HIST-SEAL-1, HIST-FORGET-1, CORE-AUDIT-1.
 */

import type { ProgramLog } from "../edge/program-log/program-log.ts";
import { rowsWriter } from "../edge/public/rows-writer.ts";
import { Archivist, type ArchivistOptions, isDifference } from "../runtime/archivist/archivist.ts";
import type {
  AuditMessage,
  FromArchivist,
  ToArchivist,
} from "../runtime/archivist/archivist-process.ts";
import { Orphaned } from "../runtime/archivist/guarded-disk.ts";
import { ForgettingPace } from "../runtime/archivist/keeping.ts";
import { rowsOf } from "../runtime/history/joined-history.ts";
import { HistoryDamaged } from "../runtime/history/rows/seal.ts";
import type { HistoryStore } from "../runtime/history/store/history-store.ts";
import { solvencyOf } from "../tools/audit/solvency.ts";

export interface ServedOptions {
  readonly archivist: ArchivistOptions & { readonly history: HistoryStore; isMine(): boolean };
  readonly log: ProgramLog;
  /** HIST-FORGET-1: the users whose history is kept for a day only; none where the demo has no traders. */
  readonly forgettable: readonly string[];
  readonly tell: (message: FromArchivist) => void;
  /** It cannot go on: 0 where nothing is wrong with it. */
  readonly end: (code: number) => void;
}

export type FollowMessage = Exclude<ToArchivist, { type: "ask" | "explain" | "audit" }>;

/** HIST-SEAL-2: a store of a hundred million rows is looked through in a week or two. */
const SCRUB_ROWS = 100;

export class ServedArchivist {
  readonly #options: ServedOptions;
  readonly #forgetting: ForgettingPace;
  #archivist: Archivist | undefined;
  #hasDiffered = false;
  #problemSaid: string | undefined;
  #scrubSaid: string | undefined;

  constructor(options: ServedOptions) {
    this.#options = options;
    this.#forgetting = new ForgettingPace(
      (rows) => this.#orSay(() => this.#archivist?.forget(options.forgettable, rows)),
      () => performance.now(),
    );
  }

  hear(message: FollowMessage): void {
    if (!this.#hasDiffered) this.#orDiffer(() => this.#follow(message));
  }

  /** LOG-WITNESS-2: also when nothing more is heard. */
  witness(): void {
    this.#orDiffer(() => this.#archivist?.witness());
  }

  scrub(): void {
    const { tell, archivist } = this.#options;
    if (!this.#archivist || this.#hasDiffered || !archivist.isMine()) return;
    const problem = () => archivist.history.scrub(SCRUB_ROWS)?.message;
    this.#orSay(() => tell({ type: "scrubbed", problem: problem() }));
  }

  answer({ number, query }: ToArchivist & { type: "ask" }): void {
    const archivist = this.#archivist;
    if (!archivist) return;
    const { log, tell } = this.#options;
    try {
      const found = rowsOf(archivist.find(query), rowsWriter(archivist.catalogue));
      tell({ type: "found", number, found });
    } catch (error) {
      // One query that cannot be answered is no reason to leave the others without an answer.
      if (error instanceof HistoryDamaged) tell({ type: "scrubbed", problem: error.message });
      else log.error(error);
      tell({ type: "found", number, found: undefined });
    }
  }

  /** The archivist's own state, where it is now; nothing may be changed in it. */
  get state(): Archivist["state"] | undefined {
    return this.#hasDiffered ? undefined : this.#archivist?.state;
  }

  /** The same after it has followed to a position. */
  stateAt(position: number): Archivist["state"] | undefined {
    this.hear({ type: "durable", position });
    const { state } = this;
    return state && state.position >= position ? state : undefined;
  }

  /** CORE-AUDIT-1: after the archivist has followed to where the server was; after a difference as it is. */
  audit({ number, position }: AuditMessage): void {
    this.hear({ type: "durable", position });
    const text = this.#archivist && JSON.stringify(solvencyOf(this.#archivist.state));
    const sentence = "The archivist has no state to look at; see what the server printed.";
    const audited =
      text === undefined ? { ok: false as const, sentence } : { ok: true as const, text };
    this.#options.tell({ type: "audited", number, audited });
  }

  #follow({ type, position }: FollowMessage): void {
    const { archivist: options, forgettable, tell } = this.#options;
    const archivist = this.#archivist ?? new Archivist(options, position);
    this.#archivist = archivist;
    if (type === "finish") {
      archivist.finish(position);
      return;
    }
    const before = archivist.position;
    archivist.advance(position);
    if (forgettable.length > 0) this.#forgetting.followed(archivist.position - before);
    this.#sayProblem(archivist.historyProblem);
    const { archivedPosition, snapshot } = archivist;
    tell({ type: "archived", position: archivedPosition, snapshot });
  }

  #orDiffer(work: () => void): void {
    const { log, tell, end } = this.#options;
    try {
      work();
    } catch (error) {
      if (error instanceof Orphaned) end(0);
      else if (error instanceof HistoryDamaged) endDamaged(error, log, end);
      else if (isDifference(error)) {
        this.#hasDiffered = true;
        tell({ type: "differs", sentence: error.message });
      } else throw error;
    }
  }

  /** Work on old rows. A failure of it is reported, and the work is tried again. */
  #orSay(work: () => void): void {
    try {
      work();
    } catch (error) {
      const { message } = error as Error;
      if (error instanceof HistoryDamaged) {
        this.#options.tell({ type: "scrubbed", problem: message });
        return;
      }
      // LOG-FULL-1: rows are changed when there is room. Said once: it is tried every second.
      if (message !== this.#scrubSaid) {
        this.#options.log.warn(`the history could not be looked over: ${message}`);
      }
      this.#scrubSaid = message;
    }
  }

  /** Once: it is tried again several times a second. */
  #sayProblem(problem: string | undefined): void {
    if (problem === this.#problemSaid) return;
    this.#problemSaid = problem;
    if (problem) this.#options.log.warn(`history waits: ${problem}`);
    else this.#options.log.info("history is written again");
  }
}

/** HIST-SEAL-1: without the store the archivist cannot go on. It says so, and the next one tries again. */
export function endDamaged(
  { message }: HistoryDamaged,
  log: ProgramLog,
  end: ServedOptions["end"],
): void {
  log.error(`${message}; bourse rebuild-history mends it`);
  end(1);
}
