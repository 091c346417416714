/**
 * The timing rule: a request counts only near the time it was sent at. The edge asks it when the
 * request comes; the line asks again, with the end of the window, when the command is numbered.
 */
import { type Fields, malformed } from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { readWhole } from "./forms.ts";

const WINDOW_DEFAULT_MS = 5_000;
const WINDOW_MAX_MS = 60_000;
const AHEAD_MAX_MS = 1_000;

const NAME = "recvWindow";
const OTHER_NAME = "recvwindow";

export function readWindow(fields: Fields): number {
  const given = fields.find(NAME);
  const other = fields.find(OTHER_NAME);
  if (given && other) throw new Refusal("TOO_MANY_PARAMETERS", { msg: `Two of ${NAME}.` });
  const written = given ?? other;
  if (!written) return WINDOW_DEFAULT_MS;
  const windowMs = readWhole(written);
  if (windowMs === undefined || windowMs > WINDOW_MAX_MS) throw malformed(NAME, "malformed");
  return windowMs;
}

export interface Timing {
  readonly nowMs: number;
  readonly ts: number;
  readonly windowMs: number;
}

export function isInWindow({ nowMs, ts, windowMs }: Timing): boolean {
  return ts < nowMs + AHEAD_MAX_MS && nowMs - ts <= windowMs;
}

export function outsideWindow({ nowMs, ts, windowMs }: Timing): Refusal {
  const msg = `Outside of the time window: server time ${nowMs}, request time ${ts}, recvWindow ${windowMs}.`;
  return new Refusal("INVALID_TIMESTAMP", { msg });
}
