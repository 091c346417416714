/** Which days are recorded: whole ones by command, and a stretch of two in the suite. */
import type { DayPlan } from "./day.ts";

const HOUR_MS = 3_600_000;

/** Seeds whose crowds together meet every event. */
const WHOLE_SEEDS = [2, 3, 13, 17, 31];
const SHORT_SEEDS = [1, 3];

export const WHOLE_DAYS: readonly DayPlan[] = WHOLE_SEEDS.map((seed) => ({
  seed,
  hours: 24,
  commandsMax: Number.POSITIVE_INFINITY,
  askEveryMs: HOUR_MS,
}));

export const SHORT_DAYS: readonly DayPlan[] = SHORT_SEEDS.map((seed) => ({
  seed,
  hours: 6,
  commandsMax: 320,
  askEveryMs: 2 * HOUR_MS,
}));
