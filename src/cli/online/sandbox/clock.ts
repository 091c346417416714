/** `bourse clock ...`: engine time of a sandbox, stopped and led on by hand. */
import { UsageError } from "../../terminal/usage.ts";
import { get, online, post } from "../online.ts";
import { parseDuration } from "./duration.ts";
import { parseMoment } from "./moment.ts";

interface Clock {
  readonly frozen: boolean;
  readonly engineTime: number;
  readonly requestTime: number;
  readonly reaching?: number;
}

export const clock = online({
  name: "clock",
  says: "show the engine time of the exchange, and whether it stands",
  takes: [],
  options: {},
  ask: () => get("/clock"),
  show: showClock,
});

export const clockFreeze = online({
  name: "clock freeze",
  says: "stop the engine time of a sandbox; clients go on signing with real time",
  takes: [],
  options: {},
  ask: () => post("/clock/freeze", {}),
  show: showClock,
});

export const clockAdvance = online({
  name: "clock advance",
  says: "lead a frozen clock on, boundary by boundary: 30s, 8h, 1d12h, or 2026-11-15T16:00Z",
  takes: ["DURATION|TIME"],
  options: {
    "--no-wait": {
      says: "answer at once; it goes on by itself, and `bourse clock` shows how far it is",
    },
  },
  ask: ({ "DURATION|TIME": written }) => {
    const byMs = parseDuration(written);
    const toMs = parseMoment(written);
    if (byMs !== undefined || toMs !== undefined) return post("/clock/advance", { byMs, toMs });
    const duration = "a duration is 500ms, 30s, 15m, 8h, 1d or several of them";
    const moment = "a time is 2026-11-15T16:00Z or in ms";
    throw new UsageError(`${duration}; ${moment}; not ${written}`);
  },
  until: {
    isDone: ({ reaching }: Clock) => reaching === undefined,
    ask: get("/clock"),
    unless: "--no-wait",
  },
  show: showClock,
});

export const clockResume = online({
  name: "clock resume",
  says: "let a frozen clock go on from where it stands",
  takes: [],
  options: {},
  ask: () => post("/clock/resume", {}),
  show: showClock,
});

function showClock({ frozen, engineTime, requestTime, reaching }: Clock): string[] {
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
