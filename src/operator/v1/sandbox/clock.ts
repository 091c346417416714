/**
 * The manual clock of a sandbox: frozen, led on, let go. Each is a command of the engine; the leading
 * itself goes on after the reply, boundary by boundary. Rules SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4.
 */
import { optional } from "../../../http/dialect/endpoint.ts";
import { Refusal } from "../../../http/dialect/errors.ts";
import { milliseconds } from "../../../http/dialect/forms.ts";
import { engineTimeOf } from "../../../service/submission.ts";
import { carryOut, endpoint, type OperatorCall, type Sayable } from "../operator.ts";

export const showClock = endpoint({
  method: "GET",
  path: "/clock",
  parameters: {},
  handle: sayClock,
});

export const freezeClock = endpoint({
  method: "POST",
  path: "/clock/freeze",
  parameters: {},
  async handle(call) {
    await carryOut(call, { type: "FreezeClock", request: call.request });
    return sayClock(call);
  },
});

export const advanceClock = endpoint({
  method: "POST",
  path: "/clock/advance",
  parameters: { byMs: optional(milliseconds), toMs: optional(milliseconds) },
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
  async handle(call) {
    const { exchange, request } = call;
    await carryOut(call, { type: "ResumeClock", nowMs: exchange.now(), request });
    return sayClock(call);
  },
});

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
