/** What a campaign must have met, or it proves little: of each kind so many, for so many kills. */
import type { Claims } from "./claims.ts";

/** A fifth or less of what is met usually: chance alone does not miss them. */
const WANTED_PER_KILL = { acknowledged: 10, lost: 0.25, lostButDone: 0.1, canceled: 4 } as const;

/** A sentence for each kind that was not met often enough. */
export function unmetIn(counts: Claims["counts"], kills: number): string[] {
  const kinds = Object.keys(WANTED_PER_KILL) as (keyof typeof WANTED_PER_KILL)[];
  return kinds
    .map((kind) => ({ kind, wanted: Math.floor(WANTED_PER_KILL[kind] * kills) }))
    .filter(({ kind, wanted }) => counts[kind] < wanted)
    .map(({ kind, wanted }) => `${kind} was met ${counts[kind]} times, and ${wanted} are wanted`);
}
