/**
 * What the fault rules of a sandbox did, on disk, so that a strike can be explained also after a restart. A sandbox that
 * goes to another state begins anew: positions of before mean something else. Rule SANDBOX-FAULT-12.
 */
import { LineFile } from "./line-file.ts";
import { linesIn } from "./read-lines.ts";

/** The newest lines are in the first. */
export const STRIKE_FILES = ["strikes.log", "strikes.1.log"] as const;

/** A strike, as far as it is looked for. */
export interface NotedStrike {
  readonly time: string;
  readonly rule: number;
  readonly route: string;
  readonly kind: string;
  readonly user?: string;
  readonly ms?: number;
  readonly request?: string;
  readonly channel?: string;
  readonly seq?: string;
  readonly prev?: string;
  readonly note?: string;
}

interface StateChange {
  readonly stateOf: string;
}

export class StrikeFile extends LineFile<NotedStrike | StateChange> {
  constructor(options: { readonly directory: string; readonly report: (said: string) => void }) {
    const words = { lost: "strikes are not kept", kept: "strikes are kept again" };
    super({ ...options, names: STRIKE_FILES, words });
  }

  /** The positions of what was noted so far are those of another log. */
  anew(): void {
    this.add({ stateOf: new Date().toISOString() });
  }
}

/** `directory` is the data directory. Oldest first. */
export function strikesOnRequest(directory: string, request: string): Promise<NotedStrike[]> {
  return strikesWith(directory, (strike) => strike.request === request);
}

/** The messages of a user's private channels that told of one of these positions, oldest first. */
export function strikesOnMessages(
  directory: string,
  user: string,
  positions: readonly number[],
): Promise<NotedStrike[]> {
  return strikesWith(directory, ({ channel, seq, prev, user: struck }) => {
    if (struck !== user || !channel?.startsWith("my.")) return false;
    const [after, upTo] = [positionOf(prev), positionOf(seq)];
    return positions.some((position) => position > after && position <= upTo);
  });
}

function positionOf(seq = "0-0"): number {
  return Number(seq.split("-", 1)[0]);
}

async function strikesWith(
  directory: string,
  isWanted: (strike: NotedStrike) => boolean,
): Promise<NotedStrike[]> {
  const found: NotedStrike[] = [];
  for (const name of STRIKE_FILES.toReversed()) {
    for await (const line of linesIn<NotedStrike | StateChange>(directory, name, "{")) {
      if ("stateOf" in line) forgetMessages(found);
      else if (isWanted(line)) found.push(line);
    }
  }
  return found;
}

/** An id of a request is never drawn again, a position is. */
function forgetMessages(found: NotedStrike[]): void {
  const kept = found.filter(({ request }) => request !== undefined);
  found.splice(0, found.length, ...kept);
}
