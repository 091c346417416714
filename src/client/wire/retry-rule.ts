/**
 * When a request may be sent again, and after how long:
 *
 * - A refusal is the answer, and is thrown. Three of them say "not executed, come again": 503 (-1001)
 *   after its `Retry-After`; 429 too, if the caller allows it; -1021 once, after asking for the time.
 *   418 is a ban and is never answered by another request.
 * - No reply, 500 or 504: a request that changes nothing is sent again. One that does is not, unless no
 *   connection stood over which it could have left.
 */
import { type Endpoint, nameOf } from "./endpoint.ts";
import { BourseError } from "./errors.ts";
import { NoReply } from "./transport.ts";

const RETRY_AFTER_MAX_MS = 60_000;
const PAUSE_MS = 100;

/**
 * Whether the request may have been executed, or still be. Of all refusals only failures of the service
 * leave that open.
 */
export function isDoubtful(error: unknown): boolean {
  if (error instanceof NoReply) return !error.isUnsent;
  return error instanceof BourseError && error.status >= 500 && error.kind !== "unavailable";
}

export function isLate(error: unknown): boolean {
  return error instanceof BourseError && error.kind === "clock";
}

export interface Attempt {
  readonly tries: number;
  readonly onRateLimit: "throw" | "wait";
}

/** How long to wait before the next try; undefined when there must not be one. */
export function pauseAfter(error: unknown, { tries, onRateLimit }: Attempt): number | undefined {
  const pauseMs = PAUSE_MS * 2 ** tries;
  // A lost read came here as what it was lost by; a lost write as a LostReply.
  if (error instanceof NoReply) return pauseMs;
  if (!(error instanceof BourseError)) return undefined;
  const { status, retryAfterMs = pauseMs } = error;
  const waitMs = retryAfterMs <= RETRY_AFTER_MAX_MS ? retryAfterMs : undefined;
  if (status === 429) return onRateLimit === "wait" ? waitMs : undefined;
  return status >= 500 ? waitMs : undefined;
}

/** A missing reply that did no harm is an error like the refusals. `root` is where the request was sent. */
export function asThrown(error: unknown, endpoint: Endpoint, root: string): unknown {
  if (!(error instanceof NoReply)) return error;
  if (error.system === "ECONNREFUSED") return notListening(root);
  const kind = error.isUnsent ? "unavailable" : "no_answer";
  return new BourseError(`${nameOf(endpoint)}: ${error.message}.`, { kind, cause: error });
}

/** It has no cause: a stack of them would hide the one thing to know. A password stays untold, too. */
function notListening(root: string): BourseError {
  const message = `nobody listens on ${new URL(root).origin}; is the server running?`;
  return new BourseError(message, { kind: "unavailable" });
}
