/**
 * The replies of an operation in the document's words: a 200 with the shape of its endpoint, and for
 * each status of a refusal the codes that can come with it. What is the same for many routes stands
 * once among the components and is referred to.
 */
import { CODES, type CodeName } from "../dialect/errors.ts";
import { record, type Shape } from "../dialect/shape.ts";
import { RULE_HEADER } from "../fault.ts";
import type { Route } from "../route.ts";
import { codesOf, UNROUTED } from "./possible-codes.ts";

type Header = { readonly description: string; readonly schema: Shape };
type Headers = Readonly<Record<string, Header | { readonly $ref: string }>>;

export interface DocumentedReply {
  readonly description: string;
  readonly headers: Headers;
  readonly content: { readonly "application/json": { readonly schema: Shape } };
  readonly "x-codes"?: readonly { code: number; name: string; meaning: string }[];
}

type ReplyOrRef = DocumentedReply | { readonly $ref: string };

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

/** Only where no route is asked: among the components nothing would use it. */
const UNSHARED = "Allow";

function headerOf(name: string): Header {
  const { description = "", ...schema } = HEADERS[name] ?? {};
  return { description, schema };
}

/** Those that routes refer to. */
export function sharedHeaders(): Headers {
  const shared = Object.keys(HEADERS).filter((name) => name !== UNSHARED);
  return Object.fromEntries(shared.map((name) => [name, headerOf(name)]));
}

/** What stands behind each status of a refusal, and which headers come with it. */
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

function headersNamed(names: readonly string[]): Headers {
  const all = ["X-Request-Id", ...names];
  return Object.fromEntries(all.map((name) => [name, headerNamed(name)]));
}

function headerNamed(name: string): Headers[string] {
  return name === UNSHARED ? headerOf(name) : { $ref: `#/components/headers/${name}` };
}

function refusalShape(names: readonly CodeName[]): Shape {
  return record({
    // Two names may share a code.
    code: { type: "integer", enum: [...new Set(names.map((name) => CODES[name].code))] },
    msg: { type: "string", description: "what is wrong, for people: it may change" },
  });
}

function refusal(status: number, names: readonly CodeName[]): DocumentedReply {
  const { description, headers } = REFUSALS[status] ?? { description: "Refused.", headers: [] };
  return {
    description,
    headers: headersNamed(headers),
    content: { "application/json": { schema: refusalShape(names) } },
    "x-codes": names.map((name) => ({ code: CODES[name].code, name, meaning: CODES[name].msg })),
  };
}

/** The statuses that a fault rule can answer with, on every route (SANDBOX-FAULT-1). */
const STRUCK: ReadonlySet<number> = new Set([418, 429, 503, 504]);

function refusalOfRoute(status: number, names: readonly CodeName[], more = ""): DocumentedReply {
  const reply = refusal(status, names);
  const headers = STRUCK.has(status) ? headersNamed([RULE_HEADER]) : {};
  const description = reply.description + more;
  return { ...reply, description, headers: { ...reply.headers, ...headers } };
}

/** Where nothing but a sandbox's fault rule can cause it. */
const BY_FAULT = " Here only by a fault rule of a sandbox.";

/** The names of replies that are the same on every route that has them. */
const SHARED: Readonly<Record<number, string>> = {
  401: "NotSigned",
  413: "TooLarge",
  415: "Encoded",
  418: "Banned",
  429: "TooManyRequests",
  500: "Failed",
};

function nameOf(status: number, { waitsFor }: Route["about"]): string | undefined {
  if (status === 503) return waitsFor ? "NotExecuted" : "NotExecutedByFault";
  if (status === 504) return waitsFor === "command" ? "OutcomeUnknown" : "NoAnswerByFault";
  return SHARED[status];
}

export function repliesOf(route: Route): Readonly<Record<string, ReplyOrRef>> {
  const { reply: schema } = route.about;
  const replies: Record<string, ReplyOrRef> = {
    200: {
      description: "Yes.",
      headers: headersNamed(LIMITS),
      content: { "application/json": { schema } },
    },
  };
  for (const [status, names] of codesOf(route)) {
    const shared = nameOf(status, route.about);
    replies[status] = shared
      ? { $ref: `#/components/responses/${shared}` }
      : refusalOfRoute(status, names);
  }
  return replies;
}

/** The replies that routes share, by name. */
export function sharedReplies(routes: readonly Route[]): Readonly<Record<string, DocumentedReply>> {
  const shared: Record<string, DocumentedReply> = {};
  for (const route of routes) {
    for (const [status, names] of codesOf(route)) {
      const name = nameOf(status, route.about);
      const more = name?.endsWith("ByFault") ? BY_FAULT : "";
      if (name) shared[name] = refusalOfRoute(status, names, more);
    }
  }
  return shared;
}

/** What is answered where there is no route. */
export function unroutedReplies(): Readonly<Record<string, DocumentedReply>> {
  return Object.fromEntries(
    [...UNROUTED].map(([status, names]) => [`${status}`, refusal(status, names)]),
  );
}
