/** What a campaign must have met, or it proves little: of each kind so many, for so many blows. */
import type { Counts } from "./checker/counts.ts";

/** A fifth or less of what is met usually. */
const WANTED_PER_KILL = {
  acknowledged: 8,
  lost: 0.25,
  lostButDone: 0.05,
  canceled: 2,
  replaced: 0.3,
  amended: 0.15,
  canceledAll: 0.05,
  countdownsOver: 0.05,
  marginLiquidations: 0.1,
  futuresLiquidations: 0.1,
  marginAtKill: 0.02,
  futuresAtKill: 0.05,
} as const;

type Kind = keyof typeof WANTED_PER_KILL;
export type Least = Readonly<Partial<Record<Kind, number>>>;

/** A sentence for each kind that was not met often enough; of some a few are wanted however short it is. */
export function unmetIn(counts: Counts, kills: number, least: Least = {}): string[] {
  const kinds = Object.keys(WANTED_PER_KILL) as Kind[];
  const wantedOf = (kind: Kind) =>
    Math.max(Math.floor(WANTED_PER_KILL[kind] * kills), least[kind] ?? 0);
  return kinds
    .map((kind) => ({ kind, wanted: wantedOf(kind) }))
    .filter(({ kind, wanted }) => counts[kind] < wanted)
    .map(({ kind, wanted }) => `${kind} was met ${counts[kind]} times, and ${wanted} are wanted`);
}
