/**
 * Placing an order once, whatever becomes of the replies. After a lost reply the order is looked for
 * by its client id. Found, it is answered as if its reply had come. "No such order" (-2013) alone is
 * no proof of the contrary: the request may still be on its way, or wait in the server's sequencer behind
 * a slow disk. It is a proof when two things were so before the query was sent:
 *
 * 1. The request can no longer come in. A 504 of the service itself says that it was handed on; if
 *    the connection broke or the time ran out, the server's clock (`/time`) must have passed the
 *    request's time and `recvWindow`, and a margin: from then on it is refused as late.
 * 2. Nothing is in the sequencer that was there before: a later command was answered. Commands are
 *    answered in their order, so the client cancels a client id that it has just drawn, which no order
 *    has: the -2013 to that command, unlike the one to a query, comes after all that stood before it.
 *
 * So proven, the order is sent again, with the same client id: nothing of it was done. Without proof
 * within `outcomeMs` it is an `OutcomeUnknown`; it is never sent again on a guess. (A duplicate client
 * id is refused, -2010, but an id is free again at once after its owner's cancel, so that alone would
 * not do.)
 *
 * An id that the caller chose may have been used by an earlier order. The order that is found is the
 * lost one if its number is above every one seen before, and its time not before the request's. Otherwise
 * that is unknown: a sandbox's numbers go back when a state is loaded, and its clock can stand still.
 * So while an order of that id is found, nothing is sent again.
 */
import { CODES } from "../session/codes.ts";
import { BourseError, OutcomeUnknown } from "../session/errors.ts";
import { LostReply, outcomeUnknown } from "../session/lost-reply.ts";
import type { Session } from "../session/session.ts";

/** An order that was found by its client id, and what its lost reply would have said. */
export interface Found<T> {
  readonly orderId: number;
  readonly transactTime: number;
  readonly reply: T;
}

export interface Placing<T> {
  /** `POST /sapi/v1/order` */
  readonly endpoint: string;
  readonly clientOrderId: string;
  /** Drawn by this client: no other order ever had it. */
  readonly isDrawn: boolean;
  /** The largest order id that was seen before the order was sent. */
  readonly orderIdSeen: number;
  send(): Promise<T>;
  /** The newest order with the client id. */
  find(): Promise<Found<T> | undefined>;
  /** A command that does nothing, and is answered after all that stood before it. */
  awaitEarlierCommands(): Promise<void>;
}

/** More than the server's clock may jump back. */
export const MARGIN_MS = 1_000;
/** A request may be this far ahead of the server's clock, and its order so much earlier than it. */
export const AHEAD_MAX_MS = 1_000;
const PAUSE_MIN_MS = 100;
const PAUSE_MAX_MS = 2_000;

export async function placeOnce<T>(session: Session, placing: Placing<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await placing.send();
    } catch (error) {
      const found = await foundAfter(session, placing, { error, isFirst: tries === 0 });
      if (found) return found.reply;
      if (tries === session.retries) throw notExecuted(error);
    }
  }
}

interface Failed {
  readonly error: unknown;
  readonly isFirst: boolean;
}

/** The order, if it is there after all; undefined when it surely is not. A refusal that decides it is thrown. */
async function foundAfter<T>(session: Session, placing: Placing<T>, { error, isFirst }: Failed) {
  if (error instanceof LostReply) return await findOut(session, placing, error);
  // The client id is taken already: by this very order, if no other can have taken it.
  const isOurs = placing.isDrawn || !isFirst;
  if (!isOurs || !isCode(error, CODES.DUPLICATE_CLIENT_ORDER_ID.code)) throw error;
  const found = await placing.find().catch(() => undefined);
  if (found && (placing.isDrawn || found.orderId > placing.orderIdSeen)) return found;
  throw takenName(placing, error);
}

/** The order may be there, but cannot be looked at now, or not be told from another. */
function takenName<T>({ endpoint, clientOrderId }: Placing<T>, cause: unknown): OutcomeUnknown {
  const told = { endpoint, clientOrderIds: [clientOrderId], remedy: remedyFor(clientOrderId) };
  return new OutcomeUnknown({ ...told, expiresAtMs: 0, cause });
}

function remedyFor(clientOrderId: string): string {
  return `Ask for the order ${clientOrderId} by its client id.`;
}

async function findOut<T>(session: Session, placing: Placing<T>, lost: LostReply) {
  const untilMs = session.now() + session.outcomeMs;
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    try {
      const found = await placing.find();
      if (found && isOwn(placing, found, lost)) return found;
      if (await isOutside(session, lost)) return await findLast(placing, lost);
    } catch (error) {
      if (!isPassing(error)) throw unknownOrder(placing, lost);
    }
    if (session.now() + pauseMs > untilMs) throw unknownOrder(placing, lost);
    await session.sleep(pauseMs);
  }
}

/** Nothing more can come: whether the order is found now is the outcome. */
async function findLast<T>(placing: Placing<T>, lost: LostReply): Promise<Found<T> | undefined> {
  await placing.awaitEarlierCommands();
  const found = await placing.find();
  if (!found || isOwn(placing, found, lost)) return found;
  throw unknownOrder(placing, lost);
}

function isOwn<T>(placing: Placing<T>, found: Found<T>, { ts }: LostReply): boolean {
  if (placing.isDrawn) return true;
  return found.orderId > placing.orderIdSeen && found.transactTime > ts - AHEAD_MAX_MS;
}

/** The request is handed on already, or comes too late to be. */
async function isOutside({ clock }: Session, lost: LostReply): Promise<boolean> {
  return lost.isHandedOn || (await clock.learn()) > lost.expiresAtMs + MARGIN_MS;
}

/** Whether the failure may pass in a moment. */
function isPassing(error: unknown): boolean {
  if (error instanceof LostReply) return true;
  if (!(error instanceof BourseError)) return false;
  const { kind, status } = error;
  return ["no_answer", "unavailable", "failure"].includes(kind) || status === 429;
}

export function isCode(error: unknown, code: number): boolean {
  return error instanceof BourseError && error.code === code;
}

function unknownOrder<T>({ clientOrderId }: Placing<T>, lost: LostReply) {
  const remedy = remedyFor(clientOrderId);
  return outcomeUnknown(lost, { remedy, clientOrderIds: [clientOrderId] });
}

function notExecuted(error: unknown): unknown {
  if (!(error instanceof LostReply)) return error;
  const { code, status, requestId } = error.cause instanceof BourseError ? error.cause : {};
  const facts = { kind: "not_executed", code, status, requestId, cause: error.cause } as const;
  return new BourseError(`${error.endpoint} was surely not executed, as often as tried.`, facts);
}
