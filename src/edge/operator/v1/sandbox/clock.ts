/**
 * The manual clock of a sandbox: frozen, led on, let go. Each is a command of the engine; the leading
 * itself goes on after the reply, boundary by boundary. Rules SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4.
 */

import type { ValueOf } from "../../../../contract/field.ts";
import {
  ADVANCE_CLOCK,
  type CLOCK,
  FREEZE_CLOCK,
  RESUME_CLOCK,
  SHOW_CLOCK,
} from "../../../../contract/operator/sandbox/clock.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import { engineTimeOf } from "../../../../runtime/replica/submission.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";
import { OperatorRefusal } from "../refusals.ts";

export const showClock = endpoint(SHOW_CLOCK, sayClock);

export const freezeClock = endpoint(FREEZE_CLOCK, async (call) => {
  checkNotInCluster(call);
  await carryOut(call, { type: "FreezeClock", request: call.request });
  return sayClock(call);
});

export const advanceClock = endpoint(ADVANCE_CLOCK, async (call, { byMs, toMs }) => {
  if ((byMs === undefined) === (toMs === undefined)) throw oneOfTwo();
  const how = { toMs: toMs ?? 0, byMs: byMs ?? 0 };
  await carryOut(call, { type: "AdvanceClock", ...how, request: call.request });
  call.clock?.go();
  return sayClock(call);
});

export const resumeClock = endpoint(RESUME_CLOCK, async (call) => {
  const { exchange, request } = call;
  await carryOut(call, { type: "ResumeClock", nowMs: exchange.now(), request });
  return sayClock(call);
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

function sayClock({ exchange }: OperatorCall): ValueOf<typeof CLOCK> {
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
