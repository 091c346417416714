/** Fault rules of a sandbox: added, listed with how often each has struck, removed (SANDBOX-FAULT-6). */
import { count, decimalText, id, list, record, sometimes, text, told, word } from "../../field.ts";
import { whole } from "../../forms.ts";
import { type Form, optional, required } from "../../parameter.ts";
import { Refusal } from "../../refusal.ts";
import { bound, name } from "../forms.ts";
import { request } from "../request.ts";
import { at, option } from "../typed.ts";
import { formatRate, withoutIt } from "../usual.ts";
import {
  CHANCE_DEFAULT,
  eitherOf,
  FAULT_KINDS,
  type FaultKind,
  LATENCY_MS_MAX,
} from "./fault-words.ts";

const KINDS = eitherOf(FAULT_KINDS);

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
    if (found !== undefined) return found;
    throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg: `KIND is ${KINDS}.` });
  },
};

export const FAULT_RULE = record({
  id: id("number of the rule"),
  route: text("route or channel that it is about, or * for all routes, WS * for all channels"),
  kind: word(FAULT_KINDS, "what it does to a request or to a message"),
  user: sometimes(
    text("user whose requests or connections it is about; left out where it is about all"),
  ),
  ms: sometimes(count("how long a latency or a late reply lasts, in ms")),
  by: sometimes(text("user who trades before a cancel")),
  chance: decimalText("how likely it strikes"),
  seed: count("what it strikes follows from it"),
  count: sometimes(count("how often it strikes before it is gone")),
  asked: count("how many requests or messages it was asked about"),
  struck: count("how many of them it struck"),
});

const CHANCE_USUAL = formatRate(CHANCE_DEFAULT);

const RULE_PARAMETERS = {
  route: at(
    "ROUTE",
    required(
      told(name, {
        description:
          "As POST /sapi/v1/order, a path for all its methods, or *; of a stream WS my.orders, WS depth or WS *.",
      }),
    ),
  ),
  kind: at(
    "KIND",
    required(told(kindName, { description: "What it does to a request or to a message." })),
  ),
  user: option(
    "--user NAME",
    "only requests and streams of this user",
    optional(
      told(name, { description: "Only requests and connections of this user; all without it." }),
    ),
    { usual: "everybody's" },
  ),
  ms: option(
    "--ms N",
    `how long a latency or a late reply lasts, at most ${LATENCY_MS_MAX}`,
    optional(
      told(whole, {
        description: `How long a latency or a late reply lasts, 1 to ${LATENCY_MS_MAX} ms.`,
      }),
    ),
  ),
  by: option(
    "--by NAME",
    "who trades before a cancel; only for fill-before-cancel",
    optional(
      told(name, {
        description: "Only for fill-before-cancel, which needs it: the user who trades.",
      }),
    ),
  ),
  chance: option(
    "--chance P",
    "how likely it strikes, such as 0.1",
    optional(
      told(bound, {
        description: `How likely it strikes, above 0 and at most 1; ${withoutIt(CHANCE_USUAL)}.`,
      }),
    ),
    { usual: CHANCE_USUAL },
  ),
  seed: option(
    "--seed N",
    "what it strikes follows from it",
    optional(
      told(whole, { description: "What it strikes follows from it; the rule's id without it." }),
    ),
    { usual: "the rule's id" },
  ),
  count: option(
    "--count N",
    "how often it strikes before it is gone",
    optional(
      told(whole, { description: "How often it strikes before it is gone; it stays without it." }),
    ),
    { usual: "without end" },
  ),
};

/** SANDBOX-FAULT-17: a misspelt count would be a rule without an end; like every request of the operator's it is refused. */
export const ADD_FAULT = request({
  method: "POST",
  path: "/faults",
  parameters: RULE_PARAMETERS,
  about: {
    operation: "addFault",
    tag: "sandbox",
    summary: "Let requests to the public API, or messages of its streams, go wrong on purpose",
    reply: FAULT_RULE,
    codes: ["SANDBOX_ONLY", "NO_SUCH_USER", "NO_SUCH_ROUTE", "NO_ROOM", "BAD_PRECISION"],
  },
  commands: [
    {
      words: "faults add",
      says: `let requests or messages go wrong: ROUTE is a path, 'METHOD path', '*' or 'WS CHANNEL'; KIND is ${KINDS}`,
    },
  ],
});

export const LIST_FAULTS = request({
  method: "GET",
  path: "/faults",
  parameters: {},
  about: {
    operation: "listFaults",
    tag: "sandbox",
    summary: "The fault rules, and how often each has struck",
    reply: record({ faults: list(FAULT_RULE, "in the order in which they are asked") }),
    codes: ["SANDBOX_ONLY"],
  },
  commands: [
    {
      words: "faults",
      says: "show the fault rules of a sandbox, and how often each has struck",
    },
  ],
});

export const STRIKE = record({
  time: text("when, by the wall clock"),
  rule: id("number of the rule"),
  route: text("route or channel that the rule is about"),
  kind: word(FAULT_KINDS, "what it did"),
  user: sometimes(text("user whose request or connection it was")),
  ms: sometimes(count("how long it lasted, in ms")),
  request: sometimes(text("request that it struck, as in X-Request-Id")),
  channel: sometimes(text("channel of the message that it struck")),
  seq: sometimes(text("number of that message")),
  prev: sometimes(text("number of the message before it")),
  note: sometimes(text("what became of it, where the kind does not tell")),
});

export const LIST_STRIKES = request({
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
  commands: [
    {
      words: "faults strikes",
      says: "show what the fault rules did: the newest 1,000 strikes, oldest first",
    },
  ],
});

export const REMOVE_FAULT = request({
  method: "POST",
  path: "/faults/remove",
  parameters: { id: at("ID", required(told(whole, { description: "The number of the rule." }))) },
  about: {
    operation: "removeFault",
    tag: "sandbox",
    summary: "Remove a fault rule",
    reply: record({ id: id("number of the rule") }),
    codes: ["SANDBOX_ONLY", "NO_SUCH_FAULT_RULE"],
  },
  commands: [{ words: "faults remove", says: "remove a fault rule" }],
});

export const CLEAR_FAULTS = request({
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
  commands: [{ words: "faults clear", says: "remove all fault rules" }],
});
