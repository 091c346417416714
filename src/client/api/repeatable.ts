/**
 * Writes that may be done twice, since the second time changes nothing more: cancels, settings, and
 * requests with a client request id. When their reply is lost they are sent again at once. But the lost
 * request may still come, and then it must not change what the caller did next: a new order, another
 * setting. So the call returns only when the lost request can no longer be let in; after a 504 of the
 * service itself, which was handed on before the second, that is at once.
 */
import type { Endpoint, Parameters } from "../session/endpoint.ts";
import { BourseError } from "../session/errors.ts";
import { LostReply, outcomeUnknown } from "../session/lost-reply.ts";
import type { Session } from "../session/session.ts";
import { AHEAD_MAX_MS, MARGIN_MS } from "./lost-order.ts";

/** The outcome of both tries: a lost reply tells what a refusal of the second try means. */
export interface Repeated<T> {
  readonly answer: T | undefined;
  readonly refusal: unknown;
  readonly lost: LostReply | undefined;
}

export interface Repetition {
  readonly remedy: string;
  /** A late request can change nothing but what it was meant for: there is no need to wait for its end. */
  readonly isHarmlessLate?: boolean;
  /** The request cannot do anything more once it was done; if it was refused it still might. */
  readonly isHarmlessOnceDone?: boolean;
}

export async function repeat<T>(
  session: Session,
  [endpoint, parameters]: readonly [Endpoint, Parameters],
  { remedy, isHarmlessLate = false, isHarmlessOnceDone = false }: Repetition,
): Promise<Repeated<T>> {
  let lost: LostReply | undefined;
  let lateMs = 0;
  for (let tries = 0; ; tries++) {
    const sent = await attempt<T>(session, endpoint, parameters);
    if (!(sent.refusal instanceof LostReply)) {
      if (lost && isUndecided(sent.refusal)) throw outcomeUnknown(lost, { remedy });
      const isDone = sent.refusal === undefined;
      const isHarmless = isHarmlessLate || (isHarmlessOnceDone && isDone);
      if (lateMs > 0 && !isHarmless) await waitUntil(session, lateMs + MARGIN_MS);
      return { ...sent, lost };
    }
    lost = sent.refusal;
    if (!lost.isHandedOn) lateMs = Math.max(lateMs, lost.expiresAtMs);
    if (tries === session.retries) throw outcomeUnknown(lost, { remedy });
  }
}

/** The refusal says that the second try was not executed, and nothing about the first. */
function isUndecided(refusal: unknown): boolean {
  if (refusal === undefined) return false;
  if (!(refusal instanceof BourseError)) return true;
  return ["limit", "unavailable", "credentials", "clock", "no_answer"].includes(refusal.kind);
}

/** The same for endpoints that answer only whether it was done. */
export async function repeatPlainly(
  session: Session,
  request: readonly [Endpoint, Parameters],
  remedy: string,
): Promise<void> {
  const { refusal } = await repeat(session, request, { remedy });
  if (refusal !== undefined) throw refusal;
}

/** Parameters of a write that the service carries out once under this id. */
export interface Named {
  /** 1 to 64 of A-Z, a-z, 0-9 and . _ : / - */
  readonly clientRequestId?: string | undefined;
}

const SEND_AGAIN = "Send it again with the same clientRequestId.";

/** Sent again after a lost reply if it has a client request id, else never. */
export async function callNamed<T>(
  session: Session,
  request: readonly [Endpoint, Parameters & Named],
  unnamed: { readonly remedy: string },
): Promise<T> {
  const [endpoint, parameters] = request;
  if (parameters.clientRequestId !== undefined) return repeatNamed<T>(session, request);
  return session.callOnce<T>(endpoint, parameters, unnamed);
}

export async function repeatNamed<T>(
  session: Session,
  request: readonly [Endpoint, Parameters],
): Promise<T> {
  const again = { remedy: SEND_AGAIN, isHarmlessOnceDone: true };
  const { answer, refusal } = await repeat<T>(session, request, again);
  if (refusal !== undefined) throw refusal;
  return answer as T;
}

/**
 * What became of an order that is over, and that a lost try of this cancel may have ended. When it
 * cannot be looked at, it is known that the order is over, and not what ended it.
 */
export async function lookAfter<T>(
  lost: LostReply,
  remedy: string,
  look: () => Promise<T>,
): Promise<T> {
  try {
    return await look();
  } catch {
    throw outcomeUnknown(lost, { remedy });
  }
}

async function attempt<T>(session: Session, endpoint: Endpoint, parameters: Parameters) {
  try {
    return { answer: await session.call<T>(endpoint, parameters), refusal: undefined };
  } catch (refusal) {
    return { answer: undefined, refusal };
  }
}

/**
 * Our own clock may have jumped since the server was asked for its time, so it is asked anew. Where it
 * cannot be, or its clock stands still, it can take no longer than this: how far the request was ahead, its
 * window, and the margin.
 */
async function waitUntil({ clock, sleep, lifeMs }: Session, serverMs: number): Promise<void> {
  const mostMs = AHEAD_MAX_MS + lifeMs + MARGIN_MS;
  const leftMs = await clock.learn().then(
    (nowMs) => Math.min(serverMs - nowMs, mostMs),
    () => mostMs,
  );
  if (leftMs > 0) await sleep(leftMs);
}
