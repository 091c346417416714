/**
 * Requests in the program's log: at debug a line for each, and where refusals are kept, each of them
 * in their file. A success that leaves no line costs one comparison. Rules USER-LOG-1, USER-LOG-3.
 */
import { requestIdOf } from "../http/request.ts";
import type { AnsweredRequest, Traffic } from "../http/traffic.ts";
import type { RefusedRequest } from "./find-refusal.ts";
import { hideSecrets } from "./hide-secrets.ts";
import type { ProgramLog } from "./program-log.ts";
import type { RefusalFile } from "./refusal-file.ts";

type RefusalKeeper = Pick<RefusalFile, "add" | "close" | "dropped">;

export interface RequestLogOptions {
  readonly log: ProgramLog;
  /** Where refusals are kept. */
  readonly refusals: RefusalKeeper;
}

/** A longer path belongs to no endpoint. */
const PATH_LENGTH_MAX = 256;

export class RequestLog implements Traffic {
  readonly #log: ProgramLog;
  readonly #refusals: RefusalKeeper;
  readonly #isEveryLogged: boolean;

  constructor({ log, refusals }: RequestLogOptions) {
    this.#log = log;
    this.#refusals = refusals;
    this.#isEveryLogged = log.isLoud("debug");
  }

  /** Refusals that were not kept. */
  get dropped(): number {
    return this.#refusals.dropped;
  }

  /** Ends when all that was noted is written. */
  close(): Promise<void> {
    return this.#refusals.close();
  }

  clock(): number {
    return performance.now();
  }

  note(answered: AnsweredRequest): void {
    if (answered.refusal === undefined && !this.#isEveryLogged) return;
    const facts = this.#factsOf(answered);
    if (answered.refusal) this.#refusals.add({ time: new Date().toISOString(), ...facts });
    if (!this.#isEveryLogged) return;
    const { method, path, status } = facts;
    this.#log.debug(`${method} ${path} ${status}`, facts);
  }

  #factsOf({ request, status, code, refusal, head, user = 0, arrivedMs = 0 }: AnsweredRequest) {
    const durationMs = arrivedMs === 0 ? 0 : Math.round((this.clock() - arrivedMs) * 1e3) / 1e3;
    const path = head?.target.split(/[?#]/, 1)[0] ?? "";
    return {
      request: requestIdOf(request),
      method: head?.method ?? "",
      path: hideSecrets(path.slice(0, PATH_LENGTH_MAX)),
      status,
      code,
      message: hideSecrets(refusal?.talk ?? ""),
      user,
      durationMs,
    } satisfies Omit<RefusedRequest, "time">;
  }
}
