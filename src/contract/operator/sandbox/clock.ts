/** The manual clock of a sandbox: frozen, led on, let go. Rules SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4. */
import { record, sometimes, time, told, truth } from "../../field.ts";
import { milliseconds } from "../../forms.ts";
import { optional } from "../../parameter.ts";
import { request } from "../request.ts";
import { at } from "../typed.ts";

export const CLOCK = record({
  frozen: truth("whether engine time stands"),
  engineTime: time("time of the exchange"),
  requestTime: time("clock that requests are judged by, which is never led"),
  reaching: sometimes(time("what a frozen clock is on its way to; left out when it is there")),
});

/** The refusals of a command about the clock. */
const CLOCK_CODES = ["SANDBOX_ONLY", "CLOCK_REFUSED"] as const;

export const SHOW_CLOCK = request({
  method: "GET",
  path: "/clock",
  parameters: {},
  about: {
    operation: "showClock",
    tag: "sandbox",
    summary: "The two clocks, and whether one stands",
    reply: CLOCK,
  },
  commands: [
    { words: "clock", says: "show the engine time of the exchange, and whether it stands" },
  ],
});

export const FREEZE_CLOCK = request({
  method: "POST",
  path: "/clock/freeze",
  parameters: {},
  about: {
    operation: "freezeClock",
    tag: "sandbox",
    summary: "Let engine time stand",
    reply: CLOCK,
    codes: CLOCK_CODES,
    waitsFor: "command",
  },
  commands: [
    {
      words: "clock freeze",
      says: "stop the engine time of a sandbox; clients go on signing with real time",
    },
  ],
});

const HOW_FAR = "DURATION|TIME";

export const ADVANCE_CLOCK = request({
  method: "POST",
  path: "/clock/advance",
  parameters: {
    byMs: at(
      HOW_FAR,
      optional(told(milliseconds, { description: "How far, in ms; this or toMs." })),
      "duration",
    ),
    toMs: at(
      HOW_FAR,
      optional(told(milliseconds, { description: "To which time, in ms since 1970." })),
      "moment",
    ),
  },
  about: {
    operation: "advanceClock",
    tag: "sandbox",
    summary: "Lead a frozen clock on, by at most 366 days",
    description:
      "The reply does not wait for it: the clock stops at every second and hour on its way, where what is due is done.",
    reply: CLOCK,
    codes: CLOCK_CODES,
    waitsFor: "command",
  },
  commands: [
    {
      words: "clock advance",
      says: "lead a frozen clock on, boundary by boundary: 30s, 8h, 1d12h, or 2026-11-15T16:00Z",
    },
  ],
});

export const RESUME_CLOCK = request({
  method: "POST",
  path: "/clock/resume",
  parameters: {},
  about: {
    operation: "resumeClock",
    tag: "sandbox",
    summary: "Let a frozen clock go on from where it stands",
    reply: CLOCK,
    codes: CLOCK_CODES,
    waitsFor: "command",
  },
  commands: [{ words: "clock resume", says: "let a frozen clock go on from where it stands" }],
});
