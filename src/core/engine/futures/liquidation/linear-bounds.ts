/**
 * The risk bounds of one linear position, worked out in numbers: most positions that a trade changes are such. The same as
 * bounds.ts says in bigints. Rule FUT-WATCH-1.
 */
import { mulDivSmall } from "../../../money/mul-div.ts";
import { RATE_ONE } from "../../../money/rate.ts";
import type { Appraisal } from "../contract-value.ts";
import type { Bounds, ContractMarket } from "../futures-state.ts";

/** What rounding may take from a position between two assessments, in units: two roundings at each. */
export const SLACK = 4;

const MOST = Number.MAX_SAFE_INTEGER;

/** Undefined where a number is not safe, where nothing may be lost, and of an inverse contract. */
export function linearBoundsOf(
  { contract, mark }: ContractMarket,
  { position, tier, rate }: Appraisal,
  share: number,
): Bounds | undefined {
  const { kind, unitNumber } = contract;
  const size = position.volume * unitNumber;
  const isUp = position.side === "buy";
  const gain = isUp ? RATE_ONE - rate : RATE_ONE + rate;
  const isSafe = share > SLACK && gain > 0 && size <= MOST;
  if (kind !== "linear" || !isSafe) return undefined;
  // Cut by the gain and then by the size: that is the quotient by both, cut once.
  const move = Math.floor(mulDivSmall(share - SLACK, RATE_ONE, gain, "down") / size);
  const edge = edgeOf(contract.tierEnds, tier);
  if (!(mark + move <= MOST && edge <= MOST)) return undefined;
  const rise = edge === NO_EDGE ? undefined : Math.floor(edge / size);
  if (isUp) return { low: mark > move ? mark - move : undefined, high: rise };
  return { low: undefined, high: rise === undefined ? mark + move : Math.min(mark + move, rise) };
}

const NO_EDGE = -1;

/** Up to which value the tier goes; the last has no edge. */
function edgeOf(tierEnds: readonly number[], tier: number): number {
  return tier === tierEnds.length - 1 ? NO_EDGE : (tierEnds[tier] as number);
}
