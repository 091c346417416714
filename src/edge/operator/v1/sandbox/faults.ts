/**
 * Fault rules of a sandbox: added, listed with how often each has struck, removed. They are no
 * commands: nothing of them is in the log, and a restart forgets them (SANDBOX-FAULT-6).
 */

import type { ValueOf } from "../../../../contract/field.ts";
import {
  eitherOf,
  LATENCY_MS_MAX,
  MESSAGE_KINDS,
  REQUEST_KINDS,
} from "../../../../contract/operator/sandbox/fault-words.ts";
import {
  ADD_FAULT,
  CLEAR_FAULTS,
  type FAULT_RULE,
  LIST_FAULTS,
  LIST_STRIKES,
  REMOVE_FAULT,
} from "../../../../contract/operator/sandbox/faults.ts";
import { formatRate } from "../../../../contract/operator/usual.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import {
  FAULT_RULES_MAX,
  type FaultRule,
  type FaultRuleReject,
  SEED_MAX,
} from "../../../sandbox/fault-rule.ts";
import type { FaultRules } from "../../../sandbox/fault-rules.ts";
import { getUserNamed, nameAt } from "../find.ts";
import { endpoint, type OperatorCall } from "../operator.ts";
import { OperatorRefusal, refusalOf } from "../refusals.ts";

/** SANDBOX-FAULT-17: a misspelt count would be a rule without an end; like every request of the operator's it is refused. */
export const addFault = endpoint(
  ADD_FAULT,
  (call, { user: userName, by: traderName, ms: delayMs, ...asked }) => {
    const idOf = (named: string | undefined) => named && getUserNamed(call, named).id;
    const [user, by] = [idOf(userName) || undefined, idOf(traderName) || undefined];
    const outcome = faultsOf(call).add({ ...asked, user, by, delayMs });
    if (!outcome.ok) throw sayingOf[outcome.reason]();
    return sayRule(call, outcome.answer);
  },
);

export const listFaults = endpoint(LIST_FAULTS, (call) => {
  return { faults: faultsOf(call).list.map((rule) => sayRule(call, rule)) };
});

export const listStrikes = endpoint(LIST_STRIKES, (call) => {
  return { strikes: faultsOf(call).strikes.list.map((strike) => ({ ...strike })) };
});

export const removeFault = endpoint(REMOVE_FAULT, (call, { id }) => {
  if (!faultsOf(call).remove(id)) throw new OperatorRefusal("NO_SUCH_FAULT_RULE");
  return { id };
});

export const clearFaults = endpoint(CLEAR_FAULTS, (call) => {
  return { removed: faultsOf(call).clear() };
});

/** SANDBOX-FAULT-7: the kind of the directory decides, whatever was handed in. */
function faultsOf({ exchange, faults }: OperatorCall): FaultRules {
  const isSandbox = exchange.state.kind === "sandbox";
  if (!isSandbox || !faults) throw refusalOf({ ok: false, reason: "not_a_sandbox" });
  return faults;
}

function sayRule({ exchange }: OperatorCall, rule: FaultRule): ValueOf<typeof FAULT_RULE> {
  const { id, route, kind, delayMs: ms, seed, asked, struck } = rule;
  const { users } = exchange.state.users;
  const nameOf = (user: number | undefined) => (user ? nameAt(users, user) : undefined);
  return {
    id,
    route,
    kind,
    user: nameOf(rule.user),
    ms,
    by: nameOf(rule.by),
    chance: formatRate(rule.chance),
    seed,
    count: rule.count,
    asked,
    struck,
  };
}

const sayingOf: Readonly<Record<FaultRuleReject, () => Refusal>> = {
  route_not_found: () =>
    new OperatorRefusal("NO_SUCH_ROUTE", {
      msg: "There is no such route. ROUTE is like 'POST /sapi/v1/order' or /sapi/v1/order, or '*' for all.",
    }),
  channel_not_found: () =>
    new OperatorRefusal("NO_SUCH_ROUTE", {
      msg: "There is no such channel. ROUTE is like 'WS my.orders', 'WS depth:BTCUSDT' or 'WS depth', or 'WS *' for all.",
    }),
  kind_of_requests: () =>
    malformed(`A channel's kind is ${eitherOf(MESSAGE_KINDS)}; others are for routes.`),
  kind_of_messages: () =>
    malformed(`A route's kind is ${eitherOf(REQUEST_KINDS)}; others are for channels ('WS ...').`),
  kind_of_reads: () => malformed("Only a GET can be answered with what was told before."),
  kind_of_cancels: () =>
    malformed(
      "Only a cancel of one order can be crossed: POST /sapi/v1/cancel, /margin/cancel or /fapi/v1/cancel.",
    ),
  trader_missing: () =>
    malformed(
      "fill-before-cancel needs by, the user who trades: another than the order's, with a key and the money for it.",
    ),
  trader_of_another_kind: () => malformed("Only fill-before-cancel has by."),
  latency_out_of_range: () =>
    malformed(`A latency or a late reply needs ms from 1 to ${LATENCY_MS_MAX}.`),
  latency_of_another_kind: () => malformed("Only a latency or a late reply has ms."),
  chance_out_of_range: () => malformed("A chance is above 0 and at most 1."),
  seed_out_of_range: () => malformed(`A seed is a whole number from 0 to ${SEED_MAX}.`),
  count_out_of_range: () => malformed("A count is a whole number from 1 up."),
  too_many_rules: () =>
    new OperatorRefusal("NO_ROOM", {
      msg: `There are ${FAULT_RULES_MAX} fault rules already; remove one first.`,
    }),
};

function malformed(msg: string): Refusal {
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}
