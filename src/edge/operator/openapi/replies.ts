/**
 * The replies of the operator's listener in the document's words: which headers come with each status,
 * what stands behind it, and which replies are the same on every route.
 */
import type { Shape } from "../../../contract/field.ts";
import {
  type DocumentedReply,
  type HeaderTable,
  headerNamed,
  headerOf,
  type PossibleCode,
  type ReplyRules,
  refusalReply,
  unroutedReplies,
} from "../../http/openapi/reply.ts";
import { codesOf, type OperatorDocumented, UNROUTED } from "./possible-codes.ts";

/** The headers of our own, each with what it says. */
const HEADERS: Readonly<Record<string, Shape>> = {
  "X-Request-Id": {
    type: "string",
    description: "The number of this request, which explain takes.",
  },
  "Retry-After": { type: "integer", minimum: 1, description: "Seconds to wait." },
  "WWW-Authenticate": { type: "string", description: "Always Bearer." },
};

/** A header of replies without a route: among the components nothing would use it. */
const ALLOW = headerOf({ type: "string", description: "The methods that this path has." });

export function operatorHeaders(): HeaderTable {
  return Object.fromEntries(
    Object.entries(HEADERS).map(([name, shape]) => [name, headerOf(shape)]),
  );
}

const REFUSALS: Readonly<Record<number, { description: string; headers?: readonly string[] }>> = {
  400: { description: "Refused; nothing was done." },
  401: { description: "Without the token; nothing was done.", headers: ["WWW-Authenticate"] },
  403: { description: "Asked under another name, or by another page; nothing was done." },
  404: { description: "What is named is not there; nothing was done." },
  405: { description: "This path has no such method." },
  408: { description: "The request came too slowly." },
  409: { description: "What there is stands in the way; nothing was done." },
  413: { description: "The body is larger than 64 KiB." },
  415: { description: "The body has a content encoding, which is not supported." },
  417: { description: "An expectation other than 100-continue." },
  431: { description: "The headers are too large." },
  500: { description: "An unexpected failure." },
  503: { description: "Not carried out; it may be sent again.", headers: ["Retry-After"] },
  504: {
    description:
      "No outcome in time: it was carried out once or not at all. The message says how to go on.",
  },
};

function headersNamed(names: readonly string[] = []): HeaderTable {
  const all = ["X-Request-Id", ...names];
  return Object.fromEntries(all.map((name) => [name, headerNamed(name)]));
}

function refusalOf(status: number, codes: readonly PossibleCode[]): DocumentedReply {
  const { description, headers } = REFUSALS[status] ?? { description: "Refused." };
  const allow = status === 405 ? { Allow: ALLOW } : {};
  return refusalReply(codes, { description, headers: { ...headersNamed(headers), ...allow } });
}

/** The names of replies that are the same on every route that has them. */
const SHARED: Readonly<Record<number, string>> = {
  401: "NoToken",
  403: "NotTheOperator",
  413: "TooLarge",
  415: "Encoded",
  500: "Failed",
  503: "NotCarriedOut",
  504: "OutcomeUnknown",
};

function yesOf({ about, type = "application/json" }: OperatorDocumented): DocumentedReply {
  const headers = headersNamed();
  return { description: "Yes.", headers, content: { [type]: { schema: about.reply } } };
}

export const OPERATOR_REPLIES: ReplyRules<OperatorDocumented> = {
  yesOf,
  codesOf,
  sharedNameOf: (status) => SHARED[status],
  refusalOf,
};

export function operatorUnrouted() {
  return unroutedReplies(UNROUTED, refusalOf);
}
