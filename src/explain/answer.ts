/**
 * The whole answer to one question: the log first, and what never came so far from the program's own
 * log of refusals. Rules EXPLAIN-EARLY-1, EXPLAIN-PACE-1.
 */
import { LogCorrupt } from "../log/file/read-chain.ts";
import { findRefusal, type RefusedRequest } from "../program-log/find-refusal.ts";
import { explain } from "./explain.ts";
import { inSlices, type Pace } from "./slices.ts";
import type { Sources } from "./sources.ts";
import type { Explanation, NotFound } from "./words/explanation.ts";

export interface Asking extends Sources {
  readonly id: string;
  /** The data directory, in which the program keeps its log of refusals. */
  readonly directory: string;
  readonly pace: Pace;
}

export async function answer(asking: Asking): Promise<Explanation> {
  const { id, directory } = asking;
  const explained = await explainOnce(asking);
  if (explained.found !== "nothing" && explained.found !== "unknown") return explained;
  const refused = await findRefusal(directory, id);
  // What was refused before the log is not in it: that it was not found there is no news.
  const notes = explained.found === "unknown" ? explained.notes : [];
  if (refused) return refusedEarly(id, refused, notes);
  return explained.found === "nothing" ? nowhere(explained) : explained;
}

/** Segments move and go while it reads: then it begins again, once. */
async function explainOnce(asking: Asking, isAgain = false): Promise<Explanation> {
  const { id, pace } = asking;
  try {
    return (await inSlices(explain(asking, id), pace)) ?? tookTooLong(asking);
  } catch (error) {
    if (isAgain || !isGone(error)) throw error;
    return explainOnce(asking, true);
  }
}

function isGone(error: unknown): boolean {
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
  return isMissing || error instanceof LogCorrupt;
}

/** EXPLAIN-PACE-1 */
function tookTooLong({ id, pace: { limitMs } }: Asking): Explanation {
  const gaveUp = `it was not found within ${limitMs / 1_000} s: the log is long`;
  const remedy = "on a stopped server, or on a backup, bourse explain takes the time it needs";
  return { found: "unknown", id, notes: [gaveUp, remedy] };
}

/** EXPLAIN-EARLY-1 */
function refusedEarly(
  id: string,
  { time, method, path, status, code, message, user }: RefusedRequest,
  notes: readonly string[],
): Explanation {
  return {
    found: "refusal",
    id,
    time,
    route: `${method} ${path}`,
    status,
    code,
    msg: message,
    user: user === 0 ? undefined : `user ${user}`,
    notes,
  };
}

function nowhere({ id, notes }: NotFound): NotFound {
  const elsewhere = [
    "the log of refusals does not have it either: a production directory keeps one at level debug",
    "only, and its oldest lines go; or it was answered without a change (a read, a test order)",
  ].join(" ");
  return { found: "nothing", id, notes: [...notes, elsewhere] };
}
