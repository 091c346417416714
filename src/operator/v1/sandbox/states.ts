/**
 * States of a sandbox that are saved by name and gone back to, and the way back to its beginning.
 * Rules SANDBOX-STATE-1 to SANDBOX-STATE-6.
 */
import { required } from "../../../http/dialect/endpoint.ts";
import { Refusal } from "../../../http/dialect/errors.ts";
import { words } from "../../../http/dialect/forms.ts";
import type { StateControls } from "../../../sandbox/sandbox.ts";
import { type RefusedReason, StateRefused } from "../../../sandbox/state-refused.ts";
import { endpoint, type OperatorCall, type Sayable } from "../operator.ts";
import { type OperatorCodeName, OperatorRefusal, refusalOf } from "../refusals.ts";

export const listStates = endpoint({
  method: "GET",
  path: "/states",
  parameters: {},
  handle: (call) => ({ states: statesOf(call).list() }),
});

export const saveState = endpoint({
  method: "POST",
  path: "/states/save",
  parameters: { name: required(words) },
  handle: (call, { name }) => orRefusal(() => statesOf(call).save(name)),
});

export const loadState = endpoint({
  method: "POST",
  path: "/states/load",
  parameters: { name: required(words) },
  handle: (call, { name }) =>
    orRefusal(async () => ({ name, ...(await statesOf(call).load(name, call.request)) })),
});

export const removeState = endpoint({
  method: "POST",
  path: "/states/remove",
  parameters: { name: required(words) },
  handle: (call, { name }) =>
    orRefusal(async () => {
      await statesOf(call).remove(name);
      return { name };
    }),
});

export const reset = endpoint({
  method: "POST",
  path: "/reset",
  parameters: {},
  handle: (call) => orRefusal(() => statesOf(call).reset()),
});

/** SANDBOX-STATE-6: what the directory is decides, whatever was handed in. */
function statesOf({ exchange, states }: OperatorCall): StateControls {
  const isSandbox = exchange.state.kind === "sandbox";
  if (!isSandbox || !states) throw refusalOf({ ok: false, reason: "not_a_sandbox" });
  return states;
}

const CODES: Readonly<Record<Exclude<RefusedReason, "name_malformed">, OperatorCodeName>> = {
  state_damaged: "STATE_DAMAGED",
  state_exists: "ALREADY_EXISTS",
  state_not_found: "NO_SUCH_STATE",
  too_many_states: "NO_ROOM",
  not_now: "NOT_NOW",
};

async function orRefusal(work: () => Promise<object>): Promise<Sayable> {
  try {
    return { ...(await work()) };
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
