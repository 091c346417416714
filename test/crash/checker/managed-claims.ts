/**
 * What clients asked about their open orders and were told, against how the orders stand: an order in the place of
 * another (SPOT-REPLACE-2), less of one (SPOT-REPLACE-3), all of a user canceled at once (SPOT-CANCEL-3) or by a
 * countdown, which also ends behind a kill (SPOT-COUNT-3).
 */
import type { Holdings } from "../holdings.ts";
import { type AreaName, type OrderRow, unitsOf } from "./areas.ts";
import { isFinal } from "./contradictions.ts";

export interface Replacement {
  readonly user: string;
  readonly area: AreaName;
  /** The order that was to be replaced. */
  readonly orderId: number;
  /** The name of the new one. */
  readonly clientId: string;
}

export interface Amendment {
  readonly user: string;
  readonly area: AreaName;
  readonly orderId: number;
}

/** All that its user knew of was to end. */
export interface Sweep {
  readonly user: string;
  readonly kind: "cancelAll" | "countdown";
  readonly areas: readonly AreaName[];
  readonly orderIds: readonly number[];
  /** From when on they are over; undefined: it was not acknowledged, or never was. */
  overAtMs: number | undefined;
}

/** SPOT-COUNT-3: a countdown ends up to a second late, and before any command that comes after that. */
export const LATE_MS = 1_000;

/** Atomic: what replaced an order is never there beside it. */
export function brokenOfReplacement(
  { orderId, clientId }: Replacement,
  old: OrderRow | undefined,
  placed: OrderRow | undefined,
): string[] {
  const isBeside = old !== undefined && placed !== undefined && !isFinal(old.status);
  if (!isBeside) return [];
  return [`order ${orderId} is open beside ${clientId}, which replaced it: ${JSON.stringify(old)}`];
}

/** One step was asked for, and it can only become less. */
export function brokenOfAmendment({ orderId }: Amendment, now: OrderRow | undefined): string[] {
  const rest = now ? unitsOf(now.origQty, 5) - unitsOf(now.executedQty, 5) : undefined;
  if (rest !== undefined && rest <= 1n) return [];
  return [`order ${orderId} was amended to one step and has more: ${JSON.stringify(now)}`];
}

/** The sweeps of a user that are over when a command was answered that was sent at this moment; a later countdown takes the place of one before. */
export function sweepsOver(sweeps: readonly Sweep[], settledMs: number): Sweep[] {
  return sweeps.filter(({ kind, overAtMs }, index) => {
    const isRenewed = sweeps.slice(index + 1).some((later) => later.kind === "countdown");
    if (kind === "countdown" && isRenewed) return false;
    return overAtMs !== undefined && settledMs > overAtMs + LATE_MS;
  });
}

export function brokenOfSweep({ kind, areas, orderIds }: Sweep, holdings: Holdings): string[] {
  const swept = new Set(orderIds);
  return areas.flatMap((area) =>
    holdings[area].open
      .filter(({ orderId }) => swept.has(orderId))
      .map(({ orderId }) => `${area}: order ${orderId} is open behind a ${kind}`),
  );
}
