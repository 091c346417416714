/**
 * The intervals of klines as numbered stretches of UTC time: minutes, hours and days counted from
 * 1970, weeks from the Monday of that first week, months by the calendar. Whole numbers only; no
 * `Date`, so no time zone can get in. SPOT-DATA-4.
 */

/** Those whose candles are kept, in the order of snapshots and of the archive. */
export const KEPT_INTERVALS = [
  "1min",
  "5min",
  "15min",
  "30min",
  "60min",
  "1day",
  "1week",
  "1month",
] as const;
export type KeptInterval = (typeof KEPT_INTERVALS)[number];

/** Those that may be asked for: four hours are made of the hours that are kept. */
export const INTERVALS = [
  "1min",
  "5min",
  "15min",
  "30min",
  "60min",
  "4hour",
  "1day",
  "1week",
  "1month",
] as const;
export type IntervalName = (typeof INTERVALS)[number];

/** The largest number the API gives of an interval, and the largest that is kept. */
export const CANDLES_MAX = 300;

export interface Interval {
  /** The number of the stretch that a time lies in. */
  indexOf(timeMs: number): number;
  /** When the stretch with this number starts. */
  startOf(index: number): number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const interval: Readonly<Record<IntervalName, Interval>> = {
  "1min": every(MINUTE_MS),
  "5min": every(5 * MINUTE_MS),
  "15min": every(15 * MINUTE_MS),
  "30min": every(30 * MINUTE_MS),
  "60min": every(60 * MINUTE_MS),
  "4hour": every(240 * MINUTE_MS),
  "1day": every(DAY_MS),
  // 1 January 1970 was a Thursday: its week began three days before.
  "1week": every(7 * DAY_MS, -3 * DAY_MS),
  "1month": { indexOf: monthOf, startOf: startOfMonth },
};

export function intervalOf(name: IntervalName): Interval {
  return interval[name];
}

function every(lengthMs: number, firstMs = 0): Interval {
  return {
    indexOf: (timeMs) => Math.floor((timeMs - firstMs) / lengthMs),
    startOf: (index) => firstMs + index * lengthMs,
  };
}

/*
 * The calendar counts in years that begin on 1 March, from 1 March of the year 0: the leap day is
 * then the last of its year, and months 3 to 14 start on day floor((153 m + 2) / 5), m from 0.
 */
const DAYS_TO_1970 = 719_468;
const DAYS_OF_400_YEARS = 146_097;
const MONTHS_TO_1970 = 1970 * 12 - 2;

/** Months since January 1970. */
function monthOf(timeMs: number): number {
  const day = Math.floor(timeMs / DAY_MS) + DAYS_TO_1970;
  const era = Math.floor(day / DAYS_OF_400_YEARS);
  const dayOfEra = day - era * DAYS_OF_400_YEARS;
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - firstDayOfYear(yearOfEra);
  const monthOfYear = Math.floor((5 * dayOfYear + 2) / 153);
  return (era * 400 + yearOfEra) * 12 + monthOfYear - MONTHS_TO_1970;
}

function startOfMonth(index: number): number {
  const month = index + MONTHS_TO_1970;
  const year = Math.floor(month / 12);
  const era = Math.floor(year / 400);
  const dayOfYear = Math.floor((153 * (month - year * 12) + 2) / 5);
  const day = era * DAYS_OF_400_YEARS + firstDayOfYear(year - era * 400) + dayOfYear;
  return (day - DAYS_TO_1970) * DAY_MS;
}

/** The first day of a year of the 400, by the leap years before it. */
function firstDayOfYear(year: number): number {
  return year * 365 + Math.floor(year / 4) - Math.floor(year / 100);
}
