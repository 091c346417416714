/**
 * What a campaign must have met, or it proves nothing: that which its blows bring about by themselves, as often as
 * they came. What else it meets is by chance, and is only told.
 */
import { BLOWS, type Blow, type Counts, GATEWAY_BLOWS } from "./checker/counts.ts";

type Met = Readonly<Partial<Counts>>;

/** The errands in front of every load. */
const ERRANDS: Met = { replaced: 1, amended: 1, canceledAll: 1 };
/** And what is left of them when the state is not undone. */
const LOADED: Met = { ...ERRANDS, acknowledged: 4, canceled: 1 };
/** A kill that comes when replies are on their way. */
const UNHEARD: Met = { ...LOADED, lost: 1, lostButDone: 1, unheard: 1, movesLostButDone: 1 };
const RUIN: Met = {
  marginLiquidations: 1,
  futuresLiquidations: 1,
  marginAtKill: 1,
  futuresAtKill: 1,
};

const MADE: Readonly<Record<Blow, Met>> = {
  server: UNHEARD,
  archivist: LOADED,
  both: UNHEARD,
  stop: { ...LOADED, lost: 1 },
  start: { ...UNHEARD, startsCut: 1 },
  snapshot: { ...UNHEARD, drafts: 1 },
  load: ERRANDS,
  backup: { ...LOADED, backupsCut: 1 },
  ruin: { ...UNHEARD, ...RUIN },
  gateway: UNHEARD,
  gatewayStop: LOADED,
  gatewayAndCore: UNHEARD,
};

/** A sentence for each thing that was met less often than it was brought about. */
export function unmetIn(counts: Counts): string[] {
  // One at least is over when a campaign ends, however quickly its blows followed each other; a load undoes its own.
  const wanted: Partial<Counts> = counts.blows > counts.load ? { countdownsOver: 1 } : {};
  for (const blow of [...BLOWS, ...GATEWAY_BLOWS]) {
    for (const [kind, times] of Object.entries(MADE[blow]) as [keyof Counts, number][]) {
      wanted[kind] = (wanted[kind] ?? 0) + times * counts[blow];
    }
  }
  return (Object.entries(wanted) as [keyof Counts, number][])
    .filter(([kind, times]) => counts[kind] < times)
    .map(([kind, times]) => `${kind} was met ${counts[kind]} times, and ${times} are wanted`);
}
