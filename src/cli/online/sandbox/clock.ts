/** `bourse clock ...`: engine time of a sandbox, stopped and led on by hand. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  ADVANCE_CLOCK,
  type CLOCK,
  FREEZE_CLOCK,
  RESUME_CLOCK,
  SHOW_CLOCK,
} from "../../../contract/operator/sandbox/clock.ts";
import { askOf, online } from "../online.ts";

export const clock = online(SHOW_CLOCK, "clock", { show: showClock });
export const clockFreeze = online(FREEZE_CLOCK, "clock freeze", { show: showClock });

export const clockAdvance = online(ADVANCE_CLOCK, "clock advance", {
  options: {
    "--no-wait": {
      says: "answer at once; it goes on by itself, and `bourse clock` shows how far it is",
    },
  },
  until: {
    isDone: ({ reaching }) => reaching === undefined,
    ask: askOf(SHOW_CLOCK),
    unless: "--no-wait",
  },
  show: showClock,
});

export const clockResume = online(RESUME_CLOCK, "clock resume", { show: showClock });

function showClock({ frozen, engineTime, requestTime, reaching }: ValueOf<typeof CLOCK>): string[] {
  const how = frozen ? "stands" : "runs";
  const onWay = reaching === undefined ? "" : `, on its way to ${isoOf(reaching)}`;
  return [
    `engine time ${how} at ${isoOf(engineTime)}${onWay}`,
    `it is ${apart(engineTime - requestTime)} the request clock`,
  ];
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

function apart(leadMs: number): string {
  const seconds = Math.abs(leadMs) / 1_000;
  if (seconds < 2) return "with";
  return `${Math.round(seconds)} s ${leadMs > 0 ? "ahead of" : "behind"}`;
}
