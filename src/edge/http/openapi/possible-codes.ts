/**
 * Which refusals a route can give. Most follow from the kind of the route, since the API checks the
 * same of all of its kind; the others the endpoint declares itself.
 */
import { CODES, type CodeName } from "../../../contract/codes.ts";
import type { Route } from "../route.ts";
import { byStatus, type CodesByStatus, type PossibleCode } from "./reply.ts";

/** Statuses that the API gives instead of the one in the table of codes. */
const TOO_LARGE = 413;
const ENCODED = 415;
const BANNED = 418;

/** The refusals that any request may meet; 503 and 504 also by a sandbox's fault rules. */
const OF_ALL: readonly [CodeName, number?][] = [
  ["ILLEGAL_CHARS"],
  ["TOO_MANY_PARAMETERS"],
  ["TOO_MANY_PARAMETERS", TOO_LARGE],
  ["TOO_MANY_REQUESTS", BANNED],
  ["TOO_MANY_REQUESTS"],
  ["UNKNOWN"],
  ["DISCONNECTED"],
  ["TIMEOUT"],
];

const OF_SIGNED: readonly [CodeName, number?][] = [
  ["MANDATORY_PARAM_EMPTY_OR_MALFORMED"],
  ["INVALID_TIMESTAMP"],
  ["UNAUTHORIZED"],
  ["NO_TIMESTAMP"],
  ["NO_SIGNATURE"],
  ["REJECTED_CH_KEY"],
  ["INVALID_SIGNATURE"],
  ["ILLEGAL_CONTENT_TYPE", ENCODED],
];

export function codesOf(route: Route): CodesByStatus {
  const { method, security, parameters, codes = [] } = route;
  const isSigned = security !== "NONE";
  const possible = [...OF_ALL, ...codes.map((name): [CodeName] => [name])];
  if (isSigned) possible.push(...OF_SIGNED);
  else if (Object.keys(parameters).length > 0) {
    possible.push(["MANDATORY_PARAM_EMPTY_OR_MALFORMED"]);
  }
  if (isSigned && method === "POST") possible.push(["ILLEGAL_CONTENT_TYPE"]);
  return byStatus(possible.map(possibleCode));
}

/** The status is that of the table, where the API gives no other. */
function possibleCode([name, status = CODES[name].status]: readonly [CodeName, number?]) {
  const { code, msg: meaning } = CODES[name];
  return { name, code, status, meaning } satisfies PossibleCode;
}

/** The refusals where no route is found, or before one is looked for. */
export const UNROUTED: CodesByStatus = byStatus(
  (
    [
      ["ILLEGAL_CHARS", 400],
      ["UNKNOWN", 404],
      ["UNSUPPORTED_OPERATION", 405],
      ["ILLEGAL_CHARS", 408],
      ["TOO_MANY_PARAMETERS", 413],
      ["UNSUPPORTED_OPERATION", 417],
      ["TOO_MANY_REQUESTS", 418],
      ["TOO_MANY_REQUESTS", 429],
      ["ILLEGAL_CHARS", 431],
      ["DISCONNECTED", 503],
    ] as const
  ).map(possibleCode),
);
