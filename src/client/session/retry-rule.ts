/**
 * When a request may be sent again, and after how long:
 *
 * - A refusal is the answer, and is thrown. Three of them say "not executed, come again": 503 (-1001)
 *   after its `Retry-After`; 429 too, if the caller allows it; -1021 once, after asking for the time.
 *   418 is a ban and is never answered by another request.
 * - No reply, 500 or 504: a request that changes nothing is sent again. One that does is not, unless no
 *   connection stood over which it could have left.
 *
 * Where there are several addresses, what may be sent again goes on to the next of them at once, and waits only when
 * it was at all of them (CLIENT-ADDR-2 to 4).
 */
import { type Failing, isAway, NobodyAnswered } from "./addresses.ts";
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

/** Whether the request may be sent to another address now. */
export function mayGoOn({ isRead }: Endpoint, error: unknown): boolean {
  if (isAway(error)) return true; // CLIENT-ADDR-4
  if (error instanceof NoReply) return isRead || error.isUnsent; // CLIENT-ADDR-2, CLIENT-ADDR-3
  return isRead && error instanceof BourseError && error.status >= 500; // CLIENT-ADDR-3
}

export function isLate(error: unknown): boolean {
  return error instanceof BourseError && error.kind === "clock";
}

export interface Attempt {
  readonly tries: number;
  readonly onRateLimit: "throw" | "wait";
}

/** How long to wait before the next try; undefined when there must not be one. */
export function pauseAfter(error: unknown, attempt: Attempt): number | undefined {
  if (!(error instanceof NobodyAnswered)) return pauseAfterOne(error, attempt);
  const pauses = error.failings.map((failing) => pauseAfterOne(failing.error, attempt));
  const known = pauses.filter((pauseMs) => pauseMs !== undefined);
  // None of them is asked sooner than it wants to be.
  return known.length === pauses.length ? Math.max(...known) : undefined;
}

function pauseAfterOne(error: unknown, { tries, onRateLimit }: Attempt): number | undefined {
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
  if (error instanceof NobodyAnswered) return asOne(error.failings, endpoint);
  if (!(error instanceof NoReply)) return error;
  // It has no cause: a stack of them would hide the one thing to know.
  if (error.system === "ECONNREFUSED") {
    const message = `${nobodyListens(root)}; is the server running?`;
    return new BourseError(message, { kind: "unavailable" });
  }
  const kind = error.isUnsent ? "unavailable" : "no_answer";
  return new BourseError(`${nameOf(endpoint)}: ${error.message}.`, { kind, cause: error });
}

/** A password in the address stays untold. */
function nobodyListens(root: string): string {
  return `nobody listens on ${new URL(root).origin}`;
}

/** CLIENT-ADDR-6: one error, which has what each address said; code, status and times are those of the last refusal. */
function asOne(failings: readonly Failing[], endpoint: Endpoint): BourseError {
  const refusals = failings.map(({ error }) => error).filter((error) => isRefusal(error));
  const { code, status, requestId, retryAfterMs } = refusals.at(-1) ?? {};
  const said = failings.map(sayingOf).join("; ");
  const message = `${nameOf(endpoint)}: none of ${failings.length} addresses took it: ${said}.`;
  const kind = kindOfAll(failings);
  return new BourseError(message, { kind, code, status, requestId, retryAfterMs });
}

function isRefusal(error: unknown): error is BourseError {
  return error instanceof BourseError;
}

function kindOfAll(failings: readonly Failing[]): "unavailable" | "no_answer" | "failure" {
  if (!failings.some(({ error }) => isDoubtful(error))) return "unavailable";
  return failings.some(({ error }) => error instanceof NoReply) ? "no_answer" : "failure";
}

function sayingOf({ root, error }: Failing): string {
  const { origin } = new URL(root);
  if (error instanceof BourseError) return `${origin}: ${error.status} ${error.message}`;
  if (!(error instanceof NoReply)) return `${origin}: ${error}`;
  return error.system === "ECONNREFUSED" ? nobodyListens(root) : `${origin}: ${error.message}`;
}
