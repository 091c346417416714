/**
 * The manual clock of a sandbox: frozen, led on, let go. Each is a command of the engine; the leading
 * itself goes on after the reply, boundary by boundary. Rules SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4.
 */

import { recordWith, time, told, truth } from "../../../contract/field.ts";
import { milliseconds } from "../../../contract/forms.ts";
import { optional } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { engineTimeOf } from "../../../service/submission.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "../operator.ts";
import { OperatorRefusal } from "../refusals.ts";

const CLOCK = recordWith(
  {
    frozen: truth("whether engine time stands"),
    engineTime: time("time of the exchange"),
    requestTime: time("clock that requests are judged by, which is never led"),
  },
  { reaching: time("what a frozen clock is on its way to; left out when it is there") },
);

/** The refusals of a command about the clock. */
const CLOCK_CODES = ["SANDBOX_ONLY", "CLOCK_REFUSED"] as const;

export const showClock = endpoint({
  method: "GET",
  path: "/clock",
  parameters: {},
  about: {
    operation: "showClock",
    tag: "sandbox",
    summary: "The two clocks, and whether one stands",
    reply: CLOCK,
  },
  handle: sayClock,
});

export const freezeClock = endpoint({
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
  async handle(call) {
    checkNotInCluster(call);
    await carryOut(call, { type: "FreezeClock", request: call.request });
    return sayClock(call);
  },
});

export const advanceClock = endpoint({
  method: "POST",
  path: "/clock/advance",
  parameters: {
    byMs: optional(told(milliseconds, { description: "How far, in ms; this or toMs." })),
    toMs: optional(told(milliseconds, { description: "To which time, in ms since 1970." })),
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
  async handle(call, { byMs, toMs }) {
    if ((byMs === undefined) === (toMs === undefined)) throw oneOfTwo();
    const how = { toMs: toMs ?? 0, byMs: byMs ?? 0 };
    await carryOut(call, { type: "AdvanceClock", ...how, request: call.request });
    call.clock?.go();
    return sayClock(call);
  },
});

export const resumeClock = endpoint({
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
  async handle(call) {
    const { exchange, request } = call;
    await carryOut(call, { type: "ResumeClock", nowMs: exchange.now(), request });
    return sayClock(call);
  },
});

/** CLUSTER-STATE-1: a clock that one machine leads by hand is not the cluster's; none is ever frozen there. */
function checkNotInCluster({ watch, exchange }: OperatorCall): void {
  if (!watch.cluster?.() || exchange.state.kind !== "sandbox") return;
  throw new OperatorRefusal("SANDBOX_ONLY", { msg: "A sandbox in a cluster has no manual clock." });
}

function oneOfTwo(): Refusal {
  const msg = "One of byMs and toMs says how far the clock is to go.";
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

function sayClock({ exchange }: OperatorCall): Sayable {
  const { clock, timeMs } = exchange.state;
  const isFrozen = clock.frozen === 1;
  return {
    frozen: isFrozen,
    engineTime: engineTimeOf(exchange),
    requestTime: exchange.now(),
    // None when there is nothing left to reach.
    reaching: isFrozen && clock.targetMs > timeMs ? clock.targetMs : undefined,
  };
}
