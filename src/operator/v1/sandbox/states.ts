/**
 * States of a sandbox that are saved by name and gone back to, and the way back to its beginning.
 * Rules SANDBOX-STATE-1 to SANDBOX-STATE-6.
 */

import { count, list, record, text, time, told } from "../../../contract/field.ts";
import { words } from "../../../contract/forms.ts";
import { type Form, required } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { StateControls } from "../../../sandbox/sandbox.ts";
import { type RefusedReason, StateRefused } from "../../../sandbox/state-refused.ts";
import { endpoint, type OperatorCall, type Sayable } from "../operator.ts";
import { type OperatorCodeName, OperatorRefusal, refusalOf } from "../refusals.ts";

const stateName: Form<string> = told(words, {
  description: "A name of 1 to 64 letters, digits, dots, dashes and underscores.",
});

const PLACE = {
  position: count("position of the log"),
  timeMs: time("engine time there"),
};

const NAMED_PLACE = record({ name: text("name of the state"), ...PLACE });

export const listStates = endpoint({
  method: "GET",
  path: "/states",
  parameters: {},
  about: {
    operation: "listStates",
    tag: "sandbox",
    summary: "The names of the saved states",
    reply: record({ states: list({ type: "string" }, "names, in order") }),
    codes: ["SANDBOX_ONLY"],
  },
  handle: (call) => ({ states: statesOf(call).list() }),
});

export const saveState = endpoint({
  method: "POST",
  path: "/states/save",
  parameters: { name: required(stateName) },
  about: {
    operation: "saveState",
    tag: "sandbox",
    summary: "Save everything as it stands, by a name",
    reply: NAMED_PLACE,
    codes: ["SANDBOX_ONLY", "ALREADY_EXISTS", "NO_ROOM", "NOT_NOW"],
  },
  handle: (call, { name }) => orRefusal(() => statesOf(call).save(name)),
});

export const loadState = endpoint({
  method: "POST",
  path: "/states/load",
  parameters: { name: required(stateName) },
  about: {
    operation: "loadState",
    tag: "sandbox",
    summary: "Go back to a saved state",
    description: "Requests that come meanwhile get 503, and streams are closed.",
    reply: NAMED_PLACE,
    codes: ["SANDBOX_ONLY", "NO_SUCH_STATE", "STATE_DAMAGED", "NOT_NOW"],
  },
  handle: (call, { name }) =>
    orRefusal(async () => ({ name, ...(await statesOf(call).load(name, call.request)) })),
});

export const removeState = endpoint({
  method: "POST",
  path: "/states/remove",
  parameters: { name: required(stateName) },
  about: {
    operation: "removeState",
    tag: "sandbox",
    summary: "Remove a saved state",
    reply: record({ name: text("name of the state") }),
    codes: ["SANDBOX_ONLY", "NO_SUCH_STATE", "NOT_NOW"],
  },
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
  about: {
    operation: "reset",
    tag: "sandbox",
    summary: "Begin anew, with the demo where there was one",
    reply: record(PLACE),
    codes: ["SANDBOX_ONLY", "NOT_NOW"],
  },
  handle: (call) => orRefusal(() => statesOf(call).reset()),
});

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
