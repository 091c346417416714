/** Which days are recorded: whole ones by command, a stretch of two in the suite, and of two more in CI. */
import { seeds } from "../support/runs.ts";
import type { DayPlan } from "./day.ts";

const HOUR_MS = 3_600_000;

/** Seeds whose crowds together meet every event. */
const WHOLE_SEEDS = [2, 3, 13, 17, 31];
/** The first two together meet what the test wants met. */
const SUITE_SEEDS = [45, 50];
const MORE_SEEDS = [1, 3];

export const WHOLE_DAYS: readonly DayPlan[] = WHOLE_SEEDS.map((seed) => ({
  seed,
  hours: 24,
  commandsMax: Number.POSITIVE_INFINITY,
  askEveryMs: HOUR_MS,
}));

export const SHORT_DAYS: readonly DayPlan[] = [...SUITE_SEEDS, ...MORE_SEEDS].map(shortDay);
export const PLAYED_DAYS: readonly DayPlan[] = seeds(SUITE_SEEDS, MORE_SEEDS).map(shortDay);

/** The day that the examples of stream messages are taken from: nothing is asked before its end. */
export const EXAMPLES_DAY: DayPlan = { ...shortDay(13), askEveryMs: Number.POSITIVE_INFINITY };

function shortDay(seed: number): DayPlan {
  return { seed, hours: 6, commandsMax: 320, askEveryMs: 2 * HOUR_MS };
}
