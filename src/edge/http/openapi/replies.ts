/**
 * The replies of the public listener in the document's words: which headers come with each status, what
 * stands behind it, and which replies are the same on every route.
 */
import type { Shape } from "../../../contract/field.ts";
import { RULE_HEADER } from "../fault.ts";
import type { Route } from "../route.ts";
import { codesOf, UNROUTED } from "./possible-codes.ts";
import {
  type DocumentedReply,
  type HeaderTable,
  headerNamed,
  headerOf,
  type PossibleCode,
  type ReplyRules,
  refusalReply,
  unroutedReplies,
} from "./reply.ts";

const LIMITS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];

/** The headers of our own, each with what it says. */
const HEADERS: Readonly<Record<string, Shape>> = {
  "X-Request-Id": {
    type: "string",
    description: "The number of this request; name it when you ask.",
  },
  "X-RateLimit-Limit": { type: "integer", description: "Requests in a window." },
  "X-RateLimit-Remaining": { type: "integer", description: "How many of them are left." },
  "X-RateLimit-Reset": { type: "integer", description: "The end of the window, in ms." },
  "Retry-After": { type: "integer", minimum: 1, description: "Seconds to wait." },
  [RULE_HEADER]: {
    type: "integer",
    minimum: 1,
    description: "Only where a fault rule of a sandbox refused: the id of the rule.",
  },
  Allow: { type: "string", description: "The methods that this path has." },
};

/** A header of replies without a route: among the components nothing would use it. */
const UNSHARED = "Allow";

/** The headers that routes refer to. */
export function sharedHeaders(): HeaderTable {
  const shared = Object.entries(HEADERS).filter(([name]) => name !== UNSHARED);
  return Object.fromEntries(shared.map(([name, shape]) => [name, headerOf(shape)]));
}

/** The meaning of each status of a refusal, and the headers that come with it. */
const REFUSALS: Readonly<Record<number, { description: string; headers: readonly string[] }>> = {
  400: { description: "Refused; nothing was done.", headers: LIMITS },
  401: { description: "Not signed, or not as it should be; nothing was done.", headers: LIMITS },
  404: { description: "No such path.", headers: [] },
  405: { description: "This path has no such method.", headers: ["Allow"] },
  408: { description: "The request came too slowly.", headers: [] },
  413: { description: "The body is larger than 64 KiB.", headers: [] },
  415: { description: "The body has a content encoding, which is not supported.", headers: [] },
  417: { description: "An expectation other than 100-continue.", headers: [] },
  418: {
    description: "This address is banned for a while: it went on after being refused with 429.",
    headers: ["Retry-After"],
  },
  429: { description: "Too many requests; nothing was done.", headers: [...LIMITS, "Retry-After"] },
  431: { description: "The headers are too large.", headers: [] },
  500: { description: "An unexpected failure.", headers: LIMITS },
  503: { description: "Not executed; it may be sent again.", headers: [...LIMITS, "Retry-After"] },
  504: {
    description:
      "No outcome in time. A command may have been executed or not: ask by its client id before you send it again.",
    headers: LIMITS,
  },
};

function headersNamed(names: readonly string[]): HeaderTable {
  const all = ["X-Request-Id", ...names];
  return Object.fromEntries(
    all.map((name) => [
      name,
      name === UNSHARED ? headerOf(HEADERS[name] ?? {}) : headerNamed(name),
    ]),
  );
}

function refusal(status: number, codes: readonly PossibleCode[]): DocumentedReply {
  const { description, headers } = REFUSALS[status] ?? { description: "Refused.", headers: [] };
  return refusalReply(codes, { description, headers: headersNamed(headers) });
}

/** The statuses that a fault rule can answer with, on every route (SANDBOX-FAULT-1). */
const STRUCK: ReadonlySet<number> = new Set([418, 429, 503, 504]);

/** Where nothing but a sandbox's fault rule can cause it. */
const BY_FAULT = " Here only by a fault rule of a sandbox.";

function refusalOf(
  status: number,
  codes: readonly PossibleCode[],
  shared?: string,
): DocumentedReply {
  const reply = refusal(status, codes);
  const headers = STRUCK.has(status) ? headersNamed([RULE_HEADER]) : {};
  const description = reply.description + (shared?.endsWith("ByFault") ? BY_FAULT : "");
  return { ...reply, description, headers: { ...reply.headers, ...headers } };
}

/** The names of replies that are the same on every route that has them. */
const SHARED: Readonly<Record<number, string>> = {
  401: "NotSigned",
  413: "TooLarge",
  415: "Encoded",
  418: "Banned",
  429: "TooManyRequests",
  500: "Failed",
};

function sharedNameOf(status: number, { waitsFor }: Route): string | undefined {
  if (status === 503) return waitsFor ? "NotExecuted" : "NotExecutedByFault";
  if (status === 504) return waitsFor === "command" ? "OutcomeUnknown" : "NoAnswerByFault";
  return SHARED[status];
}

function yesOf({ reply: schema }: Route): DocumentedReply {
  return {
    description: "Yes.",
    headers: headersNamed(LIMITS),
    content: { "application/json": { schema } },
  };
}

export const PUBLIC_REPLIES: ReplyRules<Route> = { yesOf, codesOf, sharedNameOf, refusalOf };

/** The replies where there is no route. */
export function publicUnrouted() {
  return unroutedReplies(UNROUTED, refusal);
}
