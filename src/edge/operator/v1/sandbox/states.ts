/**
 * States of a sandbox that are saved by name and gone back to, and the way back to its beginning.
 * Rules SANDBOX-STATE-1 to SANDBOX-STATE-6.
 */

import type { OperatorCodeName } from "../../../../contract/operator/codes.ts";
import {
  LIST_STATES,
  LOAD_STATE,
  REMOVE_STATE,
  RESET,
  SAVE_STATE,
} from "../../../../contract/operator/sandbox/states.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import type { StateControls } from "../../../sandbox/sandbox.ts";
import { type RefusedReason, StateRefused } from "../../../sandbox/state-refused.ts";
import { endpoint, type OperatorCall } from "../operator.ts";
import { OperatorRefusal, refusalOf } from "../refusals.ts";

export const listStates = endpoint(LIST_STATES, (call) => ({ states: statesOf(call).list() }));

export const saveState = endpoint(SAVE_STATE, (call, { name }) =>
  orRefusal(() => statesOf(call).save(name)),
);

export const loadState = endpoint(LOAD_STATE, (call, { name }) =>
  orRefusal(async () => ({ name, ...(await statesOf(call).load(name, call.request)) })),
);

export const removeState = endpoint(REMOVE_STATE, (call, { name }) =>
  orRefusal(async () => {
    await statesOf(call).remove(name);
    return { name };
  }),
);

export const reset = endpoint(RESET, (call) => orRefusal(() => statesOf(call).reset()));

/** SANDBOX-STATE-6: the kind of the directory decides, whatever was handed in. */
function statesOf({ exchange, states }: OperatorCall): StateControls {
  const isSandbox = exchange.state.kind === "sandbox";
  if (!isSandbox) throw refusalOf({ ok: false, reason: "not_a_sandbox" });
  if (states) return states;
  // CLUSTER-STATE-1
  throw new OperatorRefusal("SANDBOX_ONLY", {
    msg: "A sandbox in a cluster has no saved states.",
  });
}

const CODES: Readonly<Record<Exclude<RefusedReason, "name_malformed">, OperatorCodeName>> = {
  state_damaged: "STATE_DAMAGED",
  state_exists: "ALREADY_EXISTS",
  state_not_found: "NO_SUCH_STATE",
  too_many_states: "NO_ROOM",
  not_now: "NOT_NOW",
};

async function orRefusal<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StateRefused)) throw error;
    throw toRefusal(error);
  }
}

function toRefusal({ reason, message: msg }: StateRefused): Refusal {
  return reason === "name_malformed"
    ? new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg })
    : new OperatorRefusal(CODES[reason], { msg });
}
