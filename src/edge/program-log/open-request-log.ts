/**
 * Where requests are logged at all: in a sandbox its refusals, so that each can be explained, and at
 * debug everything. A production directory at any other level has none of it. Rule USER-LOG-3.
 */
import type { ProgramLog } from "./program-log.ts";
import { RefusalFile } from "./refusal-file.ts";
import { RequestLog } from "./request-log.ts";

export interface RequestLogPlace {
  readonly log: ProgramLog;
  /** The data directory. */
  readonly directory: string;
  readonly isSandbox: boolean;
  /** Which process it is; 0 is the server. */
  readonly process?: number;
}

export function openRequestLog(place: RequestLogPlace): RequestLog | undefined {
  const { log, directory, isSandbox, process = 0 } = place;
  if (!isSandbox && !log.isLoud("debug")) return undefined;
  const refusals = new RefusalFile({
    directory,
    process,
    report: (sentence) => log.warn(sentence),
  });
  return new RequestLog({ log, refusals });
}
