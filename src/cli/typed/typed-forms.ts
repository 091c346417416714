/** How typed text becomes a value, where the API has another form of it. Rules OPER-FUT-1, SANDBOX-CLOCK-2. */
import type { TypedForm } from "../../contract/operator/typed.ts";
import { UsageError } from "../terminal/usage.ts";
import { parseDuration } from "./duration.ts";
import { parseMoment } from "./moment.ts";

interface Reading {
  /** Undefined when the text is not written like one; throws where only one form is possible. */
  read(typed: string, flag: string): unknown;
  /** What it is, where several forms are possible. */
  readonly is?: string;
}

const DAY_MS = 86_400_000;

const READINGS: Readonly<Record<Extract<TypedForm, string>, Reading>> = {
  capitals: { read: (typed) => typed.toUpperCase() },
  days: { read: daysIn },
  duration: {
    read: parseDuration,
    is: "a duration is 500ms, 30s, 15m, 8h, 1d or several of them",
  },
  moment: { read: parseMoment, is: "a time is 2026-11-15T16:00Z or in ms" },
  tiers: { read: tiersIn },
};

export function readingOf(as: TypedForm | undefined): Reading {
  if (as === undefined) return { read: (typed) => typed };
  return typeof as === "string" ? READINGS[as] : { read: (typed) => meaningOf(typed, as) };
}

function meaningOf(typed: string, { called, means }: Exclude<TypedForm, string>) {
  if (Object.hasOwn(means, typed)) return means[typed];
  throw new UsageError(`${called} is ${Object.keys(means).join(" or ")}, not ${typed}`);
}

function daysIn(typed: string, flag: string): number {
  if (/^[0-9]{1,4}$/.test(typed)) return Number(typed) * DAY_MS;
  throw new UsageError(`${flag} is a whole number of days, not ${typed}`);
}

/** `100000:50:0.01,1000000:10:0.05`, as the server reads it. */
function tiersIn(typed: string) {
  return typed.split(",").map((tier) => {
    const parts = /^([^:]+):([^:]+):([^:]+)$/.exec(tier);
    if (!parts) throw new UsageError(`a tier is VALUE:LEVERAGE:KEEPRATE, not ${tier}`);
    const [, maxPositionValue, maxLeverage, keepRate] = parts;
    return { maxPositionValue, maxLeverage, keepRate };
  });
}
