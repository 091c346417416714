/**
 * Deleveraging: what the liquidation engine could not sell is closed against positions of the other
 * side, at the bankruptcy price, those with the most profit and leverage first. There is always one,
 * since longs equal shorts. Rules FUT-ADL-1, FUT-ADL-2, examples FUT-26, FUT-27.
 */
import type { Fraction } from "../../../money/fraction.ts";
import { crossEquityOf, crossPositionsOf } from "../account.ts";
import { bottomOf, maintenanceOf, topOf, unrealizedOf } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesState, Position } from "../futures-state.ts";
import { forceClose } from "./force-close.ts";
import { partOf, type TakenOver } from "./holding.ts";

interface Ranked {
  readonly position: Position;
  readonly score: Fraction;
}

export function deleverage(state: FuturesState, held: TakenOver, context: FuturesContext): void {
  for (const { position } of queueOf(state, held)) {
    if (held.volume === 0) return;
    const lots = Math.min(held.volume, position.volume);
    const value = partOf(held, lots); // So the engine's result is exactly 0.
    held.volume -= lots;
    held.cost -= value;
    forceClose(state, position, { lots, value, reason: "deleveraging" }, context);
  }
}

/** FUT-ADL-1: largest score first, ties by lower position id, frozen positions last. */
function queueOf(state: FuturesState, { market, side }: TakenOver): Ranked[] {
  const ranked: Ranked[] = [];
  for (const position of market.positions.all()) {
    if (position.side !== side) ranked.push({ position, score: scoreOf(state, position) });
  }
  return ranked.sort(comesFirst);
}

function comesFirst(a: Ranked, b: Ranked): number {
  if (a.position.isFrozen !== b.position.isFrozen) return a.position.isFrozen ? 1 : -1;
  const difference = a.score.top * b.score.bottom - b.score.top * a.score.bottom;
  if (difference !== 0n) return difference > 0n ? -1 : 1;
  return a.position.id - b.position.id;
}

/** The effective leverage of a position without equity. */
const LEVERAGE_OF_NOTHING = 1_000_000_000n;

/** FUT-ADL-1: profit in proportion to cost, times the effective leverage; a loss is divided by it. */
export function scoreOf(state: FuturesState, position: Position): Fraction {
  const { volume, cost, contractAccount } = position;
  const { contract, mark } = contractAccount.market;
  const unrealized = unrealizedOf(position);
  const base = cost > 0n ? cost : 1n;
  const worth = {
    top: topOf(contract, { lots: volume, ticks: mark }),
    bottom: bottomOf(contract, mark),
  };
  const leverage = effectiveLeverage(worth, equityOf(state, position));
  return unrealized > 0n
    ? { top: unrealized * leverage.top, bottom: base * leverage.bottom }
    : { top: unrealized * leverage.bottom, bottom: base * leverage.top };
}

function effectiveLeverage(worth: Fraction, equity: Fraction): Fraction {
  if (equity.top <= 0n) return { top: LEVERAGE_OF_NOTHING, bottom: 1n };
  return { top: worth.top * equity.bottom, bottom: worth.bottom * equity.top };
}

/** Isolated: margin + unrealized; cross: its part of the account, by maintenance. */
function equityOf(state: FuturesState, position: Position): Fraction {
  const { user, asset, margin, contractAccount } = position;
  if (contractAccount.mode === "isolated")
    return { top: margin + unrealizedOf(position), bottom: 1n };
  const all = crossPositionsOf(state, user, asset);
  const maintenance = all.reduce((sum, other) => sum + maintenanceOf(other), 0n);
  const own = maintenanceOf(position);
  return { top: crossEquityOf(state, user, asset) * own, bottom: maintenance };
}
