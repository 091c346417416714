/**
 * What the fault rules of a sandbox did to a request, and to the messages that told of an order: from the program's own
 * notes, since nothing of it is in the log. Rule EXPLAIN-STRUCK-1.
 */
import {
  type NotedStrike,
  strikesOnMessages,
  strikesOnRequest,
} from "../../edge/program-log/strike-file.ts";
import type { Explanation, OrderExplained, StrikeTold } from "./words/explanation.ts";

/** EXPLAIN-STRUCK-1: so many are told. */
const STRIKES_TOLD_MAX = 50;

/** The explanation, and what was done on purpose. */
export async function withStrikes(explained: Explanation, directory: string): Promise<Explanation> {
  const noted = await strikesOn(explained, directory);
  if (noted.length === 0) return explained;
  const strikes = noted.slice(0, STRIKES_TOLD_MAX).map(tellStrike);
  const untold = noted.length - strikes.length;
  const more = untold === 0 ? [] : [`${untold} more strikes of fault rules are not told`];
  const notes = [...explained.notes, ...more];
  // A read leaves no command: that a rule struck it is all there is to know.
  if (explained.found === "nothing")
    return { found: "struck", id: explained.id, strikes, notes: more };
  return { ...explained, strikes, notes };
}

async function strikesOn(explained: Explanation, directory: string): Promise<NotedStrike[]> {
  // A client id names no request.
  if (explained.found === "orders") return [];
  if (explained.found !== "order") return await strikesOnRequest(directory, explained.id);
  const { created, user } = explained;
  const request = created?.request;
  const onRequest = request === undefined ? [] : await strikesOnRequest(directory, request);
  return [...onRequest, ...(await strikesOnMessages(directory, user, positionsOf(explained)))];
}

function positionsOf({ created, life }: OrderExplained): number[] {
  const positions = life.map(({ position }) => position);
  return created ? [created.position, ...positions] : positions;
}

function tellStrike(strike: NotedStrike): StrikeTold {
  const { time, rule, kind, ms, route, channel, seq, user, note } = strike;
  const what = ms === undefined ? kind : `${kind} ${ms} ms`;
  const where =
    channel === undefined ? `on ${route}` : `of ${channel} ${seq} to ${user ?? "nobody by name"}`;
  return { time, rule, says: `${what} ${where}${note === undefined ? "" : `: ${note}`}` };
}
