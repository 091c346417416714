/**
 * The whole answer to one request for an explanation: the log first, and from the program's own log of
 * refusals what the client was told, and what never came as far as the log. Rules EXPLAIN-EARLY-1,
 * EXPLAIN-PACE-1, EXPLAIN-TOLD-1.
 */

import { findRefusal, type RefusedRequest } from "../../edge/program-log/find-refusal.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import { explain } from "./explain.ts";
import { inSlices, type SlicePace } from "./slices.ts";
import type { Sources } from "./sources.ts";
import { withStrikes } from "./strikes.ts";
import type {
  Explanation,
  NotFound,
  OrderExplained,
  RefusedEarly,
  RequestExplained,
  Step,
  Unfinished,
} from "./words/explanation.ts";
import { isTold } from "./words/told.ts";

export interface Asking extends Sources {
  readonly id: string;
  /** The data directory, in which the program keeps its log of refusals. */
  readonly directory: string;
  readonly pace: SlicePace;
}

export async function answer(asking: Asking): Promise<Explanation> {
  return await withStrikes(await answerOf(asking), asking.directory); // EXPLAIN-STRUCK-1
}

async function answerOf(asking: Asking): Promise<Explanation> {
  const { id, directory } = asking;
  const explained = await explainOnce(asking);
  switch (explained.found) {
    case "request":
      return withTold(explained, explained.steps, await findRefusal(directory, explained.id));
    case "order": {
      const { created } = explained;
      const request = created?.request;
      if (!created || request === undefined) return explained;
      return withTold(explained, [created], await findRefusal(directory, request));
    }
    case "nothing": {
      const refused = await findRefusal(directory, id);
      return refused ? refusedEarly(explained, refused) : nowhere(explained);
    }
    case "unknown": {
      const refused = await findRefusal(directory, id);
      return refused ? refusedEarly(explained, refused) : explained;
    }
    case "refusal":
    case "orders":
    case "underway":
    case "struck":
      return explained;
  }
}

/** Segments move and go while the log is read: then the explanation begins again, once. */
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
  const gaveUp = `it could not be told within ${limitMs / 1_000} s: the log is long`;
  const remedy = "on a stopped server, or on a backup, bourse explain takes the time it needs";
  return { found: "unknown", id, notes: [gaveUp, remedy] };
}

/** EXPLAIN-TOLD-1 */
function withTold<T extends RequestExplained | OrderExplained>(
  explained: T,
  steps: readonly Step[],
  refused: RefusedRequest | undefined,
): T {
  if (!refused) return explained;
  const { code, status } = refused;
  const told = { code, status };
  if (steps.some(({ verdict }) => isTold(verdict, told))) return { ...explained, told };
  // A ban bears the number of the request that brought it about, and names no user.
  const instead = steps.some(({ user }) => user !== undefined) ? " instead" : "";
  const note = `the client was told ${code} (HTTP ${status})${instead}`;
  return { ...explained, told, notes: [...explained.notes, note] };
}

/** EXPLAIN-EARLY-1 */
function refusedEarly(
  { found, id, notes }: NotFound | Unfinished,
  { time, method, path, status, code, message, user }: RefusedRequest,
): RefusedEarly {
  const isOpen = status >= 500 && status !== UNAVAILABLE;
  // A request refused before the log is not in the log: a note of that would say nothing new.
  const known = found === "unknown" || isOpen ? notes : [];
  return {
    found: "refusal",
    id,
    time,
    route: `${method} ${path}`,
    status,
    code,
    msg: message,
    isOpen,
    user: user === 0 ? undefined : `user ${user}`,
    notes: isOpen ? [...known, OPEN] : known,
  };
}

/** The service takes no requests, and says so before it takes one. */
const UNAVAILABLE = 503;
const ASK_AGAIN = "ask again when a later order was answered";
const OPEN = `it may still wait in the server's line, or have been in a segment that is gone: ${ASK_AGAIN}`;

function nowhere({ id, notes }: NotFound): NotFound {
  const elsewhere = [
    "the log of refusals does not have it either: a production directory keeps one at level debug",
    "only, and its oldest lines go; or it was answered without a change (a read, a test order)",
  ].join(" ");
  const waits = `after a 504, or no reply at all, it may still wait in the server's line: ${ASK_AGAIN}`;
  return { found: "nothing", id, notes: [...notes, elsewhere, waits] };
}
