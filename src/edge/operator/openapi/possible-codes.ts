/**
 * Which refusals a route of the operator's listener can give. Most follow from the kind of the route,
 * since the listener checks the same of all of its kind; the others the endpoint declares itself.
 */

import { type AnyCodeName, codeRowOf } from "../../../contract/operator/codes.ts";
import { byStatus, type CodesByStatus, type PossibleCode } from "../../http/openapi/reply.ts";
import type { OperatorRoute } from "../v1/operator.ts";

/** The part of a route that the document needs. */
export type OperatorDocumented = Pick<
  OperatorRoute,
  "method" | "path" | "parameters" | "about" | "type"
> & {
  /** The route needs no token. */
  readonly isOpen?: boolean;
};

type Possible = readonly [name: AnyCodeName, status?: number];

/** OPER-API-3: checked before everything else. */
const OF_OPEN: readonly Possible[] = [["HOST_NOT_LOCAL"], ["ORIGIN_NOT_OWN"]];

/** What any request with a token may meet; 503 while the exchange starts or is replaced. */
const OF_ALL: readonly Possible[] = [
  ...OF_OPEN,
  ["UNAUTHORIZED"],
  ["ILLEGAL_CHARS"],
  ["TOO_MANY_PARAMETERS", 413],
  ["ILLEGAL_CONTENT_TYPE", 415],
  ["UNKNOWN"],
  ["DISCONNECTED"],
];

export function codesOf({ method, about, isOpen, type }: OperatorDocumented): CodesByStatus {
  const own = (about.codes ?? []).map((name): Possible => [name]);
  if (isOpen) return possibleCodes([...OF_OPEN, ...own]);
  const possible = [...OF_ALL, ...own];
  possible.push(method === "GET" ? ["TOO_MANY_PARAMETERS"] : ["ILLEGAL_CONTENT_TYPE"]);
  // OPER-API-11; a page of text takes none, and looks at none.
  if (type === undefined) possible.push(["MANDATORY_PARAM_EMPTY_OR_MALFORMED"]);
  if (about.waitsFor === "command") possible.push(["TIMEOUT"]);
  return possibleCodes(possible);
}

function possibleCodes(possible: readonly Possible[]): CodesByStatus {
  return byStatus(
    possible.map(([name, status = codeRowOf(name).status]): PossibleCode => {
      const { code, msg: meaning } = codeRowOf(name);
      return { name, code, status, meaning };
    }),
  );
}

/** The refusals where no route is found, or before one is looked for. */
export const UNROUTED = possibleCodes([
  ["ILLEGAL_CHARS", 400],
  ["UNAUTHORIZED", 401],
  ["HOST_NOT_LOCAL", 403],
  ["ORIGIN_NOT_OWN", 403],
  ["UNKNOWN", 404],
  ["UNSUPPORTED_OPERATION", 405],
  ["ILLEGAL_CHARS", 408],
  ["TOO_MANY_PARAMETERS", 413],
  ["UNSUPPORTED_OPERATION", 417],
  ["ILLEGAL_CHARS", 431],
  ["DISCONNECTED", 503],
]);
