/** How long it is to the next funding, which is at multiples of the interval from 00:00 UTC (FUT-FUND-4, FUT-FUND-8). */

const HOUR_MS = 3_600_000;

/** Of intervals that a day is a multiple of, as all are here: from the beginning of time is from 00:00, too. */
export function msToFunding(nowMs: number, intervalHours: number): number {
  const intervalMs = intervalHours * HOUR_MS;
  return intervalMs - (nowMs % intervalMs);
}

/** 07:59:59; a second that has begun counts, so that zero is never shown before it is due. */
export function sayCountdown(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, "0")).join(":");
}
