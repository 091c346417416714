/**
 * Fault rules of a sandbox: added, listed with how often each has struck, removed. They are no
 * commands: nothing of them is in the log, and a restart forgets them (SANDBOX-FAULT-6).
 */

import {
  count,
  decimalText,
  id as idShape,
  list,
  record,
  recordWith,
  text,
  told,
  word,
} from "../../../contract/field.ts";
import { whole } from "../../../contract/forms.ts";
import { type Form, optional, required } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import {
  FAULT_KINDS,
  type FaultKind,
  MESSAGE_KINDS,
  REQUEST_KINDS,
} from "../../../sandbox/fault-kinds.ts";
import {
  FAULT_RULES_MAX,
  type FaultRule,
  type FaultRuleReject,
  LATENCY_MS_MAX,
  SEED_MAX,
} from "../../../sandbox/fault-rule.ts";
import type { FaultRules } from "../../../sandbox/fault-rules.ts";
import { getUserNamed } from "../find.ts";
import { bound, name } from "../forms.ts";
import { endpoint, type OperatorCall, type Sayable } from "../operator.ts";
import { formatRate } from "../pair-rules.ts";
import { OperatorRefusal, refusalOf } from "../refusals.ts";

const KINDS = eitherOf(FAULT_KINDS);

function eitherOf(kinds: readonly FaultKind[]): string {
  return `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
}

/** A status alone may also be sent as the number that it looks like. */
const kindName: Form<FaultKind> = {
  name: KINDS,
  shape: {
    type: ["string", "integer"],
    enum: [...FAULT_KINDS, ...FAULT_KINDS.map(Number).filter(Number.isInteger)],
  },
  read(given) {
    const written = given.kind === "text" || given.kind === "number" ? given.text : undefined;
    const found = FAULT_KINDS.find((kind) => kind === written);
    if (found === undefined) throw malformed(`KIND is ${KINDS}.`);
    return found;
  },
};

const RULE = recordWith(
  {
    id: idShape("number of the rule"),
    route: text("route or channel that it is about, or * for all routes, WS * for all channels"),
    kind: word(FAULT_KINDS, "what it does to a request or to a message"),
    chance: decimalText("how likely it strikes"),
    seed: count("what it strikes follows from it"),
    asked: count("how many requests or messages it was asked about"),
    struck: count("how many of them it struck"),
  },
  {
    user: text("user whose requests or connections it is about; left out where it is about all"),
    ms: count("how long a latency or a late reply lasts, in ms"),
    by: text("user who trades before a cancel"),
    count: count("how often it strikes before it is gone"),
  },
);

const RULE_PARAMETERS = {
  route: required(
    told(name, {
      description:
        "As POST /sapi/v1/order, a path for all its methods, or *; of a stream WS my.orders, WS depth or WS *.",
    }),
  ),
  kind: required(told(kindName, { description: "What it does to a request or to a message." })),
  user: optional(
    told(name, { description: "Only requests and connections of this user; all without it." }),
  ),
  ms: optional(
    told(whole, {
      description: `How long a latency or a late reply lasts, 1 to ${LATENCY_MS_MAX} ms.`,
    }),
  ),
  by: optional(
    told(name, {
      description: "Only for fill-before-cancel, which needs it: the user who trades.",
    }),
  ),
  chance: optional(
    told(bound, { description: "How likely it strikes, above 0 and at most 1; 1 without it." }),
  ),
  seed: optional(
    told(whole, {
      description: "What it strikes follows from it; the rule's id without it.",
    }),
  ),
  count: optional(
    told(whole, { description: "How often it strikes before it is gone; it stays without it." }),
  ),
};

/** SANDBOX-FAULT-17: a misspelt count would be a rule without an end; like every request of the operator's it is refused. */
export const addFault = endpoint({
  method: "POST",
  path: "/faults",
  parameters: RULE_PARAMETERS,
  about: {
    operation: "addFault",
    tag: "sandbox",
    summary: "Let requests to the public API, or messages of its streams, go wrong on purpose",
    reply: RULE,
    codes: ["SANDBOX_ONLY", "NO_SUCH_USER", "NO_SUCH_ROUTE", "NO_ROOM", "BAD_PRECISION"],
  },
  handle(call, { user: userName, by: traderName, ms: delayMs, ...asked }) {
    const idOf = (named: string | undefined) => named && getUserNamed(call, named).id;
    const [user, by] = [idOf(userName) || undefined, idOf(traderName) || undefined];
    const outcome = faultsOf(call).add({ ...asked, user, by, delayMs });
    if (!outcome.ok) throw sayingOf[outcome.reason]();
    return sayRule(call, outcome.answer);
  },
});

export const listFaults = endpoint({
  method: "GET",
  path: "/faults",
  parameters: {},
  about: {
    operation: "listFaults",
    tag: "sandbox",
    summary: "The fault rules, and how often each has struck",
    reply: record({ faults: list(RULE, "in the order in which they are asked") }),
    codes: ["SANDBOX_ONLY"],
  },
  handle(call) {
    return { faults: faultsOf(call).list.map((rule) => sayRule(call, rule)) };
  },
});

const STRIKE = recordWith(
  {
    time: text("when, by the wall clock"),
    rule: idShape("number of the rule"),
    route: text("route or channel that the rule is about"),
    kind: word(FAULT_KINDS, "what it did"),
  },
  {
    user: text("user whose request or connection it was"),
    ms: count("how long it lasted, in ms"),
    request: text("request that it struck, as in X-Request-Id"),
    channel: text("channel of the message that it struck"),
    seq: text("number of that message"),
    prev: text("number of the message before it"),
    note: text("what became of it, where the kind does not tell"),
  },
);

export const listStrikes = endpoint({
  method: "GET",
  path: "/faults/strikes",
  parameters: {},
  about: {
    operation: "listStrikes",
    tag: "sandbox",
    summary: "What the fault rules did, strike by strike",
    reply: record({ strikes: list(STRIKE, "the newest 1,000, oldest first") }),
    codes: ["SANDBOX_ONLY"],
  },
  handle(call) {
    return { strikes: faultsOf(call).strikes.list.map((strike) => ({ ...strike })) };
  },
});

export const removeFault = endpoint({
  method: "POST",
  path: "/faults/remove",
  parameters: { id: required(told(whole, { description: "The number of the rule." })) },
  about: {
    operation: "removeFault",
    tag: "sandbox",
    summary: "Remove a fault rule",
    reply: record({ id: idShape("number of the rule") }),
    codes: ["SANDBOX_ONLY", "NO_SUCH_FAULT_RULE"],
  },
  handle(call, { id }) {
    if (!faultsOf(call).remove(id)) throw new OperatorRefusal("NO_SUCH_FAULT_RULE");
    return { id };
  },
});

export const clearFaults = endpoint({
  method: "POST",
  path: "/faults/clear",
  parameters: {},
  about: {
    operation: "clearFaults",
    tag: "sandbox",
    summary: "Remove all fault rules",
    reply: record({ removed: count("how many there were") }),
    codes: ["SANDBOX_ONLY"],
  },
  handle(call) {
    return { removed: faultsOf(call).clear() };
  },
});

/** SANDBOX-FAULT-7: the kind of the directory decides, whatever was handed in. */
function faultsOf({ exchange, faults }: OperatorCall): FaultRules {
  const isSandbox = exchange.state.kind === "sandbox";
  if (!isSandbox || !faults) throw refusalOf({ ok: false, reason: "not_a_sandbox" });
  return faults;
}

function sayRule({ exchange }: OperatorCall, rule: FaultRule): Sayable {
  const { id, route, kind, delayMs: ms, seed, asked, struck } = rule;
  const nameOf = (id: number | undefined) => id && exchange.state.users.users[id - 1]?.name;
  const [user, by] = [nameOf(rule.user), nameOf(rule.by)];
  return {
    id,
    route,
    kind,
    user,
    ms,
    by,
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
  trader_missing: () => malformed("fill-before-cancel needs by, the user who trades."),
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
