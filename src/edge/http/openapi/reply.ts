/**
 * How a document tells replies, whichever listener it is of: a 200 with the shape of its endpoint, and
 * for each status of a refusal the codes that can come with it. What is the same for many routes
 * stands once among the components and is referred to.
 */
import { record, type Shape } from "../../../contract/field.ts";

/** A refusal that a route can give. */
export interface PossibleCode {
  readonly name: string;
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
}

export type CodesByStatus = ReadonlyMap<number, readonly PossibleCode[]>;

export function byStatus(possible: readonly PossibleCode[]): CodesByStatus {
  const sorted = possible.toSorted((a, b) => a.status - b.status || b.code - a.code);
  const codes = new Map<number, PossibleCode[]>();
  for (const one of sorted) codes.set(one.status, [...(codes.get(one.status) ?? []), one]);
  return codes;
}

type DocumentedHeader = { readonly description: string; readonly schema: Shape };
export type HeaderTable = Readonly<Record<string, DocumentedHeader | { readonly $ref: string }>>;

export function headerOf({ description = "", ...schema }: Shape): DocumentedHeader {
  return { description, schema };
}

/** A header that stands among the components. */
export function headerNamed(name: string): { readonly $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

export interface DocumentedReply {
  readonly description: string;
  readonly headers: HeaderTable;
  readonly content: Readonly<Record<string, { readonly schema: Shape }>>;
  readonly "x-codes"?: readonly Omit<PossibleCode, "status">[];
}

/** The words about a status beside its codes. */
export interface StatusWords {
  readonly description: string;
  readonly headers: HeaderTable;
}

export function refusalReply(
  codes: readonly PossibleCode[],
  { description, headers }: StatusWords,
): DocumentedReply {
  return {
    description,
    headers,
    content: { "application/json": { schema: refusalShape(codes) } },
    "x-codes": codes.map(({ code, name, meaning }) => ({ code, name, meaning })),
  };
}

function refusalShape(codes: readonly PossibleCode[]): Shape {
  return record({
    // Two names may share a code.
    code: { type: "integer", enum: [...new Set(codes.map(({ code }) => code))] },
    msg: { type: "string", description: "what is wrong, for people: it may change" },
  });
}

type ReplyOrRef = DocumentedReply | { readonly $ref: string };

/** The rules that the replies of a listener's routes follow from. */
export interface ReplyRules<R> {
  yesOf(route: R): DocumentedReply;
  codesOf(route: R): CodesByStatus;
  /** The name of a reply that is the same on every route that has it. */
  sharedNameOf(status: number, route: R): string | undefined;
  refusalOf(status: number, codes: readonly PossibleCode[], shared?: string): DocumentedReply;
}

export function repliesOf<R>(route: R, rules: ReplyRules<R>): Readonly<Record<string, ReplyOrRef>> {
  const replies: Record<string, ReplyOrRef> = { 200: rules.yesOf(route) };
  for (const [status, codes] of rules.codesOf(route)) {
    const shared = rules.sharedNameOf(status, route);
    replies[status] = shared
      ? { $ref: `#/components/responses/${shared}` }
      : rules.refusalOf(status, codes);
  }
  return replies;
}

/** The replies that routes share, by name. */
export function sharedReplies<R>(
  routes: readonly R[],
  rules: ReplyRules<R>,
): Readonly<Record<string, DocumentedReply>> {
  const shared: Record<string, DocumentedReply> = {};
  for (const route of routes) {
    for (const [status, codes] of rules.codesOf(route)) {
      const name = rules.sharedNameOf(status, route);
      if (name) shared[name] = rules.refusalOf(status, codes, name);
    }
  }
  return shared;
}

/** The replies where there is no route. */
export function unroutedReplies(
  codes: CodesByStatus,
  refusalOf: (status: number, codes: readonly PossibleCode[]) => DocumentedReply,
): Readonly<Record<string, DocumentedReply>> {
  return Object.fromEntries([...codes].map(([status, of]) => [`${status}`, refusalOf(status, of)]));
}
