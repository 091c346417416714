/**
 * The timing rule: a request counts only near the time it was sent at. The API checks it when the
 * request comes; the sequencer checks again, with the end of the window, when the command is numbered.
 */

import { expectationOf } from "../../../contract/expectation.ts";
import { told } from "../../../contract/field.ts";
import { WINDOW_NAMES } from "../../../contract/field-names.ts";
import { readWhole, whole } from "../../../contract/forms.ts";
import { type Fields, malformed } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";

const WINDOW_DEFAULT_MS = 5_000;
const WINDOW_MAX_MS = 60_000;
const AHEAD_MAX_MS = 1_000;

/** Below it a time can only be meant in seconds: as ms it is a day of 1973. */
const SECONDS_END = 100_000_000_000;

const { first: NAME, other: OTHER_NAME } = WINDOW_NAMES;

/** For the documents: every signed request may name its window. */
export const WINDOW_SHAPE = told(whole, {
  maximum: WINDOW_MAX_MS,
  default: WINDOW_DEFAULT_MS,
  description: `For how many ms after X-CH-TS the request counts, up to ${WINDOW_MAX_MS}.`,
}).shape;

export function readWindow(fields: Fields): number {
  const given = fields.find(NAME);
  const other = fields.find(OTHER_NAME);
  if (given && other) {
    const more = `It is sent as one of ${NAME}, ${OTHER_NAME}.`;
    throw new Refusal("TOO_MANY_PARAMETERS", { msg: `Two of ${NAME}.`, more });
  }
  const written = given ?? other;
  if (!written) return WINDOW_DEFAULT_MS;
  const windowMs = readWhole(written);
  if (windowMs !== undefined && windowMs <= WINDOW_MAX_MS) return windowMs;
  const expects = `a whole number of ms from 0 to ${WINDOW_MAX_MS}`;
  throw malformed(NAME, "malformed", () => expectationOf(expects, written));
}

const TIME_FORM = /^[1-9][0-9]{0,15}$/;

/** A time that stands in a message of a stream: a number, or the same in quotes; as it is signed. */
export function readMessageTime(ts: unknown): string {
  const text = typeof ts === "number" || typeof ts === "string" ? `${ts}` : "";
  if (TIME_FORM.test(text)) return text;
  const more = "It is 1 to 16 digits, the first not 0, as 1700000000123.";
  throw new Refusal("INVALID_TIMESTAMP", { msg: "ts is not a time in milliseconds.", more });
}

export interface Timing {
  readonly nowMs: number;
  readonly ts: number;
  readonly windowMs: number;
}

export function isInWindow({ nowMs, ts, windowMs }: Timing): boolean {
  return ts < nowMs + AHEAD_MAX_MS && nowMs - ts <= windowMs;
}

export function outsideWindow(timing: Timing): Refusal {
  const { nowMs, ts, windowMs } = timing;
  const msg = `Outside of the time window: server time ${nowMs}, request time ${ts}, recvWindow ${windowMs}.`;
  return new Refusal("INVALID_TIMESTAMP", { msg, more: () => howFarOutside(timing) });
}

/** USER-REFUSE-5: by how much, on which side, and what to do. */
function howFarOutside({ nowMs, ts, windowMs }: Timing): string {
  if (ts < SECONDS_END) return "X-CH-TS looks like seconds; it is a time in milliseconds.";
  const isAhead = ts > nowMs;
  const where = isAhead
    ? `The request is ${ts - nowMs} ms ahead of the server; it must be less than ${AHEAD_MAX_MS}.`
    : `The request is ${nowMs - ts} ms old, ${nowMs - ts - windowMs} more than recvWindow allows.`;
  return `${where} Take the difference between GET /sapi/v1/time and your clock into account.`;
}
